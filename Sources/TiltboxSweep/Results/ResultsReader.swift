package import Tiltbox
internal import TiltboxFiles
internal import TiltboxJSON

/// Reads and checks a results file row by row, in constant memory.
package struct ResultsReader: ~Copyable {
  /// The file's name in messages.
  let name: String
  let format: ResultsFormat
  /// The plan; nil if the file ends before its plan is complete.
  package let plan: PlanLine?
  /// The number of bytes in all complete lines so far.
  var length: Int { lines.offset }
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
    name = path.escapedName
    var lines = try FileLines(path)
    var head: (plan: PlanLine, format: ResultsFormat)?
    if case .line(let first) = try lines.next() {
      let isCSV = first.starts(with: "# ".utf8)
      guard let plan = PlanLine(isCSV ? first.dropFirst(2) : first[...]) else {
        throw SweepError(.badData, "\(name):1: this is no results file of tiltbox sweep")
      }
      number = 1
      if !isCSV {
        head = (plan, .jsonl)
      } else if case .line = try lines.next() {
        head = (plan, .csv)
        number = 2
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
      guard let row = format.row(line, plan) else {
        throw SweepError(.badData, "\(name):\(number): this is no row of the sweep in line 1")
      }
      guard rowCount < runs.count, row.run == runs[rowCount] else {
        throw SweepError(
          .badData,
          "\(name):\(number): the row of run \(row.run) stands where "
            + (rowCount < runs.count ? "that of run \(runs[rowCount]) should" : "none should")
        )
      }
      guard format.isUnchanged(line, plan) else {
        throw SweepError(
          .badData,
          "\(name):\(number): the row of run \(row.run), or the plan in line 1, is not as it was written"
        )
      }
      rowCount += 1
      return (row, line)
    }
  }
}

extension PlanLine {
  /// The runs of a file with this line.
  package var ownRuns: RunList { only ?? RunList(shard?.runs(of: runs) ?? 0..<runs) }
}

/// The result of one run.
package struct Row: Hashable, Sendable {
  /// The number of the run in the plan, from 0.
  var run: Int
  /// The values of the varied fields.
  package let parameters: [FieldContent]
  /// The values of the measures; NaN if there is none.
  package var measures: [Double]
  /// The fingerprint of the trajectory; nil of a run that failed.
  package var digest: String?
  /// The error of a failed run, or nil.
  var error: String?
  /// The wall-clock time of the run, in seconds, if requested.
  var wall: Double?

  /// The columns of a results file besides parameters and measures; not every file has all of them.
  static let ownColumns = ["run", "digest", "error", "wall", "check"]
}

/// Consecutive runs of one worker.
package struct RowBlock: Sendable {
  /// The place of the first row among the runs to make.
  let place: Int
  let rows: [Row]
  /// The rows as text, ready to write.
  let text: [UInt8]
}

/// Receives finished runs, in the order of the plan.
package protocol RowSink: Sendable {
  /// Receives the next runs. An error ends the sweep.
  func take(_ block: RowBlock) throws
}

extension ResultsFormat {
  /// Returns whether a row's checksum matches the row and the plan.
  func isUnchanged(_ line: [UInt8], _ plan: PlanLine) -> Bool {
    let (before, after) = self == .jsonl ? (",\"check\":\"", "\"}") : (",", "")
    let start = line.count - before.utf8.count - 16 - after.utf8.count
    guard start > 0 else { return false }
    let check = before + "\(plan.check(of: line[..<start]))" + after
    return line[start...].elementsEqual(check.utf8)
  }

  /// Parses a row; nil if the line is not a row of the plan.
  func row(_ line: [UInt8], _ plan: PlanLine) -> Row? {
    switch self {
    case .jsonl: json(line, plan)
    case .csv: csv(line, plan)
    }
  }

  private func json(_ line: [UInt8], _ plan: PlanLine) -> Row? {
    guard let json = try? JSON(parsing: line[...]), let members = json.members else { return nil }
    let own = plan.parameters.count + plan.measures.count
    guard members.count == own + (plan.isTimed ? 5 : 4), members[0].0 == "run",
      zip(members.dropFirst(), plan.parameters + plan.measures).allSatisfy({ $0.0 == $1 }),
      let run = members[0].1.number.flatMap({ Int(exactly: $0) })
    else { return nil }
    let parameters = members[1...].prefix(plan.parameters.count).compactMap { FieldContent($0.1) }
    let measures = members[1...].dropFirst(plan.parameters.count).prefix(plan.measures.count)
    guard parameters.count == plan.parameters.count else { return nil }
    return Row(
      run: run,
      parameters: parameters,
      measures: measures.map { _, value in
        if case .flag(let flag) = value { flag ? 1 : 0 } else { value.number ?? .nan }
      },
      digest: json["digest"]?.text,
      error: json["error"]?.text,
      wall: json["wall"]?.number
    )
  }

  private func csv(_ line: [UInt8], _ plan: PlanLine) -> Row? {
    let (p, m) = (plan.parameters.count, plan.measures.count)
    guard let cells = CSV.fields(line), cells.count == p + m + (plan.isTimed ? 5 : 4),
      let run = Int(cells[0])
    else { return nil }
    return Row(
      run: run,
      parameters: cells[1...].prefix(p).map { cell in
        (try? JSON(parsing: Array(cell.utf8)[...])).flatMap { FieldContent($0) } ?? .text(cell)
      },
      measures: cells[(1 + p)...].prefix(m).map { cell in
        cell == "true" ? 1 : cell == "false" ? 0 : Double(cell) ?? .nan
      },
      digest: cells[1 + p + m].isEmpty ? nil : cells[1 + p + m],
      error: cells[cells.count - 2].isEmpty ? nil : cells[cells.count - 2],
      wall: plan.isTimed ? Double(cells[2 + p + m]) : nil
    )
  }
}
