internal import TiltboxFiles

/// Where a results file ends, and what of it is to be gone on with.
struct Resumption {
  /// How many rows are there.
  let rowCount: Int
  /// The file, cut to its whole rows, its head written.
  let file: AppendFile
  /// The bytes of a torn last line that were cut off.
  let tornBytes: Int

  /// Opens a results file to go on with it, and tells of its rows; one that is not there, or ends before its plan does, is
  /// begun.
  ///
  /// - Throws: ``SweepError`` when its plan is another one, with what has changed; `FileError`; `OutputError`.
  init(_ path: String, _ plan: PlanLine, _ format: ResultsFormat, didRead: (Row) -> Void) throws {
    var (rows, kept, torn) = (0, 0, 0)
    do {
      var reader = try ResultsReader(path)
      if let old = reader.plan {
        try Self.check(plan, format, against: old, reader.format, path)
        while let (row, _) = try reader.next() { didRead(row) }
        (rows, kept, torn) = (reader.rowCount, reader.length, reader.tornBytes)
      } else {
        torn = try readFile(path).count
      }
    } catch let error as FileError where error.isMissing {}
    (rowCount, tornBytes) = (rows, torn)
    file =
      kept + torn == 0
      ? try AppendFile(creating: path, policy: .second)
      : try AppendFile(continuing: path, after: kept, cutting: torn, policy: .second)
    if kept == 0 { try file.append(format.head(plan)) }
  }

  private static func check(
    _ new: PlanLine,
    _ format: ResultsFormat,
    against old: PlanLine,
    _ oldFormat: ResultsFormat,
    _ path: String
  ) throws(SweepError) {
    var changes = new.changes(since: old)
    if format != oldFormat { changes.append("--format was \(oldFormat), and is \(format)") }
    guard !changes.isEmpty else { return }
    throw SweepError(
      all: ["\(path) holds the results of another plan; name another file, or change it back:"]
        + changes.map { "  \($0)" }
    )
  }
}
