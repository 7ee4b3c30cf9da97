internal import Synchronization
internal import Tiltbox
package import TiltboxFiles
internal import TiltboxJSON

/// Writes rows in the order of the plan and adds them to a summary.
package final class ResultsWriter: RowSink {
  private struct State {
    let write: (_ text: [UInt8]) throws -> Void
    var summary: Summary
  }

  private let state: Mutex<State>
  private let didTake: @Sendable (_ place: Int) -> Void

  package init(
    summary: Summary,
    didTake: @escaping @Sendable (_ place: Int) -> Void = { _ in },
    write: sending @escaping (_ text: [UInt8]) throws -> Void
  ) {
    state = Mutex(State(write: write, summary: summary))
    self.didTake = didTake
  }

  /// The summary of the rows so far.
  package var summary: Summary { state.withLock { $0.summary } }

  /// Writes the lines before the rows.
  package func begin(_ head: [UInt8]) throws {
    try state.withLock { state in try state.write(head) }
  }

  package func take(_ block: RowBlock) throws {
    try state.withLock { state in
      try state.write(block.text)
      for row in block.rows { state.summary.add(row) }
    }
    didTake(block.place + block.rows.count)
  }
}

/// The format of results: one line per run, in the order of the plan.
package enum ResultsFormat: String, CaseIterable, Sendable {
  /// One JSON object per line.
  case jsonl
  /// Comma-separated cells below a line of names; the plan is on the line before, after `# `.
  case csv

  /// Returns the lines before the rows.
  package func head(_ plan: PlanLine) -> [UInt8] {
    var text = TextBuffer()
    switch self {
    case .jsonl: text.append(plan.text)
    case .csv:
      text.append("# ")
      text.append(plan.text)
      text.append("\nrun")
      for name in plan.parameters + plan.measures + ["digest"] {
        text.append(",")
        text.append(csv: name)
      }
      text.append(plan.isTimed ? ",wall,error,check" : ",error,check")
    }
    text.append("\n")
    return text.bytes
  }

  /// Appends the line of a row.
  func append(_ row: Row, _ plan: PlanLine, to text: inout TextBuffer) {
    let start = text.count
    let isJSON = self == .jsonl
    func append(_ name: String, _ value: JSON?) {
      text.append(",")
      if isJSON {
        text.append(json: name)
        text.append(":")
      }
      switch value {
      case .number(let number)?: text.append(number)
      case .text(let word)? where !isJSON && !word.contains(where: \.isNewline):
        text.append(csv: word)
      case let value?: if isJSON { text.append(value) } else { text.append(csv: value.line) }
      case nil: if isJSON { text.append("null") }
      }
    }
    if isJSON { text.append("{\"run\":") }
    text.append(row.run)
    for (name, value) in zip(plan.parameters, row.parameters) { append(name, JSON(value)) }
    for (index, value) in row.measures.enumerated() {
      let known: JSON = plan.yesNo[index] ? .flag(value != 0) : .number(value)
      append(plan.measures[index], value.isNaN ? nil : known)
    }
    append("digest", row.digest.map(JSON.text))
    if let wall = row.wall { append("wall", .number(wall)) }
    append("error", row.error.map(JSON.text))
    let check = plan.check(of: text.bytes[start...])
    text.append(isJSON ? ",\"check\":\"\(check)\"}\n" : ",\(check)\n")
  }
}

/// Continues a results file.
package struct Resumption {
  /// The number of rows in the file.
  package let rowCount: Int
  /// The file, truncated to its complete rows, with its head written.
  package let file: AppendFile
  /// The number of bytes of a torn last line that was cut off.
  package let tornBytes: Int

  /// Opens a results file to continue it, and calls `didRead` with each of its rows. Starts a new file if there is
  /// none, or if the file ends before its plan is complete.
  ///
  /// - Throws: ``SweepError`` with the differences if its plan is another one; `FileError`; `OutputError`.
  package init(
    _ path: String,
    _ plan: PlanLine,
    _ format: ResultsFormat,
    didRead: (Row) -> Void
  ) throws {
    var (rows, kept, torn) = (0, 0, 0)
    do {
      var reader = try ResultsReader(path)
      if let old = reader.plan {
        let hasChanged = format != reader.format
        try plan.expectSame(
          as: old,
          "\(reader.name) holds the results of another plan; name another file, or change it back:",
          other: hasChanged ? ["--format was \(reader.format), and is \(format)"] : []
        )
        while let (row, _) = try reader.next() { didRead(row) }
        (rows, kept, torn) = (reader.rowCount, reader.length, reader.tornBytes)
      } else {
        let bytes = try readFile(path)
        // The first two fields of all plans are the same; after a power cut, a file may consist of zeros.
        let isTorn = zip(bytes, format.head(plan)).prefix(27).allSatisfy { $0 == $1 }
        guard isTorn || bytes.allSatisfy({ $0 == 0 }) else {
          throw SweepError(.badData, "\(reader.name): this is no results file of tiltbox sweep")
        }
        torn = bytes.count
      }
    } catch let error as FileError where error.isMissing {}
    (rowCount, tornBytes) = (rows, torn)
    file =
      kept + torn == 0
      ? try AppendFile(creating: path, policy: .second)
      : try AppendFile(continuing: path, after: kept, cutting: torn, policy: .second)
    if kept == 0 { try file.append(format.head(plan)) }
  }
}
