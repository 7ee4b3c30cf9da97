package import TiltboxFiles

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
