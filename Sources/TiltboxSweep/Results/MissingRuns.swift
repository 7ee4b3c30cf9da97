internal import Tiltbox
internal import TiltboxFiles

/// Finds the runs that are missing from the results files of one plan.
package struct MissingRuns: Sendable {
  /// The plan of the whole sweep.
  package let plan: PlanLine
  package let format: ResultsFormat
  /// The runs without a row.
  let missing: RunList
  /// The runs that have failed in one file.
  let failed: RunList
  /// The runs that have failed in two files; they would fail a third time.
  let failedTwice: RunList
  /// The ignored files, with the reasons.
  private(set) var unusable: [String] = []

  /// Reads the files.
  ///
  /// - Throws: ``SweepError`` for files of several plans, or if no file has a plan; `FileError`, except for missing
  ///   files.
  package init(_ paths: [String]) throws {
    var first: (path: String, plan: PlanLine, format: ResultsFormat)?
    var (done, once, twice) = (RangeSet<Int>(), RangeSet<Int>(), RangeSet<Int>())
    for path in paths {
      do {
        var reader = try ResultsReader(path)
        guard let plan = reader.plan else {
          unusable.append("\(path): ends before its plan does")
          continue
        }
        if let first {
          try Self.check(plan, reader.format, path, against: first)
        } else {
          first = (path, plan, reader.format)
        }
        var (own, failures) = (RangeSet<Int>(), RangeSet<Int>())
        while let (row, _) = try reader.next() {
          own.insert(contentsOf: row.run..<row.run + 1)
          if row.error != nil { failures.insert(contentsOf: row.run..<row.run + 1) }
        }
        // A run that succeeded in any file has succeeded.
        twice.formUnion(once.intersection(failures))
        once.formUnion(failures)
        done.formUnion(own.subtracting(failures))
      } catch let error as SweepError where error.kind == .badData {
        unusable.append("\(error)")
      } catch let error as FileError where error.isMissing {
        unusable.append("\(error)")
      }
    }
    guard let first else {
      throw SweepError(
        .badData,
        all: unusable + ["no file has the first line of a sweep; run the sweep from its beginning"]
      )
    }
    (plan, format) = (first.plan.whole, first.format)
    var missing = RangeSet(0..<plan.runs)
    missing.subtract(done)
    missing.subtract(once)
    self.missing = RunList(missing)
    failed = RunList(once.subtracting(done).subtracting(twice))
    failedTwice = RunList(twice.subtracting(done))
    both = RunList(missing.union(once.subtracting(done).subtracting(twice)))
  }

  /// The runs to make: those that are missing and those that have failed once.
  package let both: RunList

  private static func check(
    _ plan: PlanLine,
    _ format: ResultsFormat,
    _ path: String,
    against first: (path: String, plan: PlanLine, format: ResultsFormat)
  ) throws(SweepError) {
    let changes = plan.whole.changes(since: first.plan.whole)
    guard changes.isEmpty, format == first.format else {
      throw SweepError(
        all: ["\(path) is of another plan or format than \(first.path):"]
          + changes.map { "  \($0)" }
      )
    }
  }

  /// A report with one line for each kind of finding.
  package var text: String {
    var lines = unusable.map { "left out: \($0)" }
    func tell(_ what: String, _ runs: RunList) {
      if runs.count > 0 {
        lines.append("\(what): \(runs.count) of \(plan.runs) runs: \(runs.words)")
      }
    }
    tell("missing", missing)
    tell("failed", failed)
    tell("failed twice", failedTwice)
    if missing.count + failed.count + failedTwice.count == 0 {
      lines.append("nothing is missing: \(plan.runs) runs")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
