internal import Tiltbox
internal import TiltboxFiles

/// Reads and checks a results file row by row, in constant memory.
package struct ResultsReader: ~Copyable {
  let path: String
  let format: ResultsFormat
  /// The plan; nil if the file ends before its plan is complete.
  package let plan: PlanLine?
  /// The number of bytes in all complete lines so far.
  private(set) var length = 0
  /// The number of bytes in a last line without a newline, once the end is reached.
  private(set) var tornBytes = 0
  /// The runs that the file is for.
  let runs: RunList
  /// The number of rows read so far.
  private(set) var rowCount = 0

  private var lines: FileLines
  private var number = 0

  /// Opens a file.
  ///
  /// - Throws: `FileError`; ``SweepError`` if it is not a results file.
  package init(_ path: String) throws {
    self.path = path
    var lines = try FileLines(path)
    var head: (plan: PlanLine, format: ResultsFormat)?
    if case .line(let first) = try lines.next() {
      let isCSV = first.starts(with: "# ".utf8)
      guard let plan = PlanLine(isCSV ? first.dropFirst(2) : first[...]) else {
        throw SweepError(.badData, "\(path):1: this is no results file of tiltbox sweep")
      }
      number = 1
      length = first.count + 1
      if !isCSV {
        head = (plan, .jsonl)
      } else if case .line(let names) = try lines.next() {
        head = (plan, .csv)
        number = 2
        length += names.count + 1
      }
    }
    self.lines = lines
    (plan, format) = (head?.plan, head?.format ?? .jsonl)
    runs = head?.plan.ownRuns ?? RunList(0..<0)
  }

  /// Returns the next row and its line; nil at the end.
  ///
  /// - Throws: `FileError`; ``SweepError`` for a line that is not a row of this plan, or not the next one.
  mutating func next() throws -> (row: Row, line: [UInt8])? {
    guard let plan else { return nil }
    switch try lines.next() {
    case .rest(let count):
      tornBytes = count
      return nil
    case .line(let line):
      number += 1
      guard let row = RowReader(format: format, plan: plan).row(line) else {
        throw SweepError(.badData, "\(path):\(number): this is no row of the sweep in line 1")
      }
      guard rowCount < runs.count, row.run == runs[rowCount] else {
        throw SweepError(
          .badData,
          "\(path):\(number): the row of run \(row.run) stands where "
            + (rowCount < runs.count ? "that of run \(runs[rowCount]) should" : "none should")
        )
      }
      guard RowReader(format: format, plan: plan).isUnchanged(line) else {
        throw SweepError(
          .badData,
          "\(path):\(number): the row of run \(row.run), or the plan in line 1, is not as it was written"
        )
      }
      rowCount += 1
      length += line.count + 1
      return (row, line)
    }
  }
}

extension PlanLine {
  /// The runs of a file with this line.
  package var ownRuns: RunList { only ?? RunList(shard?.runs(of: runs) ?? 0..<runs) }
}
