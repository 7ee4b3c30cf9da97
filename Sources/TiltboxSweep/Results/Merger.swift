internal import Tiltbox
internal import TiltboxFiles

/// A results file with its plan; its name is for messages.
private typealias Part = (name: String, plan: PlanLine, format: ResultsFormat)

extension PlanLine {
  /// Throws a ``SweepError`` with the file's name if it is the trace of a search.
  fileprivate func expectParts(_ name: String) throws(SweepError) {
    guard isSearch else { return }
    throw SweepError("\(name): is the trace of a search, which has no parts; drop it")
  }
}

/// Merges the parts of a sweep in one pass. The result has the same bytes as a sweep without parts.
package struct Merger: Sendable {
  /// The plan of the whole sweep.
  package let plan: PlanLine
  package let format: ResultsFormat
  /// The files and their runs, sorted by the first run.
  private let files: [(path: String, runs: RunList)]

  /// Reads the first line of each part and checks that the parts are complete.
  ///
  /// - Throws: ``SweepError`` for parts of several plans, duplicate parts and missing parts; `FileError`.
  package init(_ paths: [String]) throws {
    var parts: [Part] = []
    for path in paths {
      let reader = try ResultsReader(path)
      guard let plan = reader.plan else {
        throw SweepError(.badData, "\(reader.name): ends before its plan does; run its part again")
      }
      try plan.expectParts(reader.name)
      parts.append((reader.name, plan, reader.format))
    }
    guard let first = parts.first else {
      throw SweepError("no parts are given; name the files to merge")
    }
    var messages: [String] = []
    for part in parts.dropFirst() {
      let changes = part.plan.whole.changes(since: first.plan.whole)
      if !changes.isEmpty {
        messages.append("\(part.name) is of another plan than \(first.name):")
        messages += changes.map { "  \($0)" }
      } else if part.format != first.format {
        messages.append("\(part.name) is \(part.format.rawValue), and \(first.name) is not")
      }
    }
    messages += Self.shardMessages(parts.filter { $0.plan.only == nil })
    if messages.isEmpty { messages += Self.gaps(parts.map(\.plan)) }
    guard messages.isEmpty else { throw SweepError(.badData, all: messages) }
    plan = first.plan.whole
    format = first.format
    files = zip(paths, parts).map { ($0, $1.plan.ownRuns) }.filter { $0.1.count > 0 }
      .sorted { $0.1[0] < $1.1[0] }
  }

  /// Returns messages about how the plan was divided into shards.
  private static func shardMessages(_ parts: [Part]) -> [String] {
    let shards = parts.map { $0.plan.shard ?? Shard(number: 1, count: 1) }
    var messages: [String] = []
    var files: [Int: String] = [:]
    for (shard, part) in zip(shards, parts) {
      if shard.count != shards[0].count {
        messages.append(
          "\(part.name) is part \(shard.text), and \(parts[0].name) is \(shards[0].text)"
        )
      } else if let other = files.updateValue(part.name, forKey: shard.number) {
        messages.append("\(other) and \(part.name) are both part \(shard.text); drop one")
      }
    }
    return messages
  }

  /// Returns the runs or shards that no file covers.
  private static func gaps(_ plans: [PlanLine]) -> [String] {
    var missing = RangeSet(0..<plans[0].runs)
    for range in plans.flatMap(\.ownRuns.ranges) { missing.remove(contentsOf: range) }
    guard !missing.isEmpty else { return [] }
    let shards = plans.compactMap(\.shard)
    guard let count = shards.first?.count, shards.count == plans.count else {
      return [
        "missing: runs \(RunList(missing).words); make them with --missing, and name their files"
      ]
    }
    let there = Set(shards.map(\.number))
    let parts = (1...count).filter { !there.contains($0) }
    let listed = parts.prefix(8).map { "\($0)/\(count)" }.joined(separator: ", ")
    let more = parts.count > 8 ? " and \(parts.count - 8) more" : ""
    return [
      "missing: part \(listed)\(more); run them, or make their runs with --missing, and name the files"
    ]
  }

  /// The size of a block of rows, in bytes.
  private static let blockSize = 1 << 16

  /// Passes the rows to a sink, in the order of the plan. If several files have a row of a run, one that has not failed
  /// wins.
  ///
  /// - Throws: ``SweepError`` for an incomplete or damaged part, and for two different results of a run; the errors of
  ///   the sink.
  package func run(sink: any RowSink, shouldStop: () -> Bool = { false }) throws {
    var upcoming = files[...]
    var open: [Cursor] = []
    var (rows, text) = ([Row](), [UInt8]())
    func hand(before run: Int) throws {
      if !rows.isEmpty { try sink.take(RowBlock(place: run - rows.count, rows: rows, text: text)) }
      (rows, text) = ([], [])
    }
    for run in 0..<plan.runs {
      if shouldStop() { return }
      while let next = upcoming.first, next.runs[0] <= run {
        open.append(try Cursor(next.path))
        upcoming.removeFirst()
      }
      let (row, line) = try Self.take(run, from: open)
      for cursor in open where cursor.isOver { try cursor.finish() }
      open.removeAll(where: \.isOver)
      rows.append(row)
      text += line + [UInt8(ascii: "\n")]
      if text.count >= Self.blockSize { try hand(before: run + 1) }
    }
    try hand(before: plan.runs)
  }

  /// Takes the row of a run from all files that have one, and chooses the one to keep.
  private static func take(_ run: Int, from open: [Cursor]) throws -> (row: Row, line: [UInt8]) {
    var best: (row: Row, line: [UInt8], name: String)?
    for cursor in open {
      guard let (row, line) = try cursor.take(run) else { continue }
      if let old = best, old.row.error == nil, row.error == nil, old.row.digest != row.digest {
        throw SweepError(
          .badData,
          "\(old.name) and \(cursor.reader.name) have different results of run \(run); "
            + "machines that differ cannot share a sweep"
        )
      }
      if best == nil || best?.row.error != nil && row.error == nil {
        best = (row, line, cursor.reader.name)
      }
    }
    if let best { return (best.row, best.line) }
    let short = open.first { $0.reader.runs.contains(run) }
    throw SweepError(
      .badData,
      short.map {
        "\($0.extent); continue it with --resume, or run what is missing with --missing, then merge"
      } ?? "missing: run \(run); make it with --missing, and name its file"
    )
  }
}

/// The position of a merge in a file.
private final class Cursor {
  private(set) var reader: ResultsReader
  private var upcoming: (row: Row, line: [UInt8])?

  init(_ path: String) throws {
    reader = try ResultsReader(path)
    upcoming = try reader.next()
  }

  /// Whether all rows that the file should have were taken.
  var isOver: Bool { upcoming == nil && reader.rowCount == reader.runs.count }

  /// `part-3.jsonl: holds 5 of 7 runs`.
  var extent: String { "\(reader.name): holds \(reader.rowCount) of \(reader.runs.count) runs" }

  /// Takes the row of a run, if it is the next one.
  func take(_ run: Int) throws -> (row: Row, line: [UInt8])? {
    guard let taken = upcoming, taken.row.run == run else { return nil }
    upcoming = try reader.next()
    return taken
  }

  /// Throws if there is a torn line after the last row.
  func finish() throws {
    guard reader.tornBytes > 0 else { return }
    throw SweepError(.badData, "\(extent); continue it with --resume, then merge")
  }
}

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
    var first: Part?
    var (done, once, twice) = (RangeSet<Int>(), RangeSet<Int>(), RangeSet<Int>())
    var kind = SweepError.Kind.badData
    for path in paths {
      do {
        var reader = try ResultsReader(path)
        guard let plan = reader.plan else {
          unusable.append("\(reader.name): ends before its plan does")
          continue
        }
        try plan.expectParts(reader.name)
        let reference = first ?? (reader.name, plan, reader.format)
        first = reference
        let heading = "\(reader.name) is of another plan or format than \(reference.name):"
        try plan.whole.expectSame(as: reference.plan.whole, heading)
        if reader.format != reference.format { throw SweepError(heading) }
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
        kind = .missingFile
      }
    }
    guard let first else {
      throw SweepError(
        kind,
        all: unusable + ["no file has the first line of a sweep; run the sweep from its beginning"]
      )
    }
    (plan, format) = (first.plan.whole, first.format)
    let missing = RangeSet(0..<plan.runs).subtracting(done).subtracting(once)
    let failed = once.subtracting(done).subtracting(twice)
    (self.missing, self.failed) = (RunList(missing), RunList(failed))
    failedTwice = RunList(twice.subtracting(done))
    both = RunList(missing.union(failed))
  }

  /// The runs to make: those that are missing and those that have failed once.
  package let both: RunList

  /// A report with one line for each kind of missing run.
  package var text: String {
    var lines = unusable.map { "left out: \($0)" }
    let gaps = [("missing", missing), ("failed", failed), ("failed twice", failedTwice)]
    for (what, runs) in gaps where runs.count > 0 {
      lines.append("\(what): \(runs.count) of \(plan.runs) runs: \(runs.words)")
    }
    if gaps.allSatisfy({ $1.count == 0 }) { lines.append("nothing is missing: \(plan.runs) runs") }
    return lines.joined(separator: "\n") + "\n"
  }
}
