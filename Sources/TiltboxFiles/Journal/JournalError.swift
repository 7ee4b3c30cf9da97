/// Why a journal cannot be read, and where.
public struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path, as given.
  public let file: String
  /// The byte at which the damage begins, counted from 0.
  public let offset: Int
  /// The line, counted from 1.
  public let line: Int
  /// The byte of the line at which the damage begins, counted from 1.
  public let column: Int
  /// The problem.
  public let message: String
  /// The remedy; empty if there is none.
  public let remedy: String

  /// `run.journal:4:12: …`
  public var description: String {
    "\(file):\(place): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// The line and the column: `4:12`.
  public var place: String { "\(line):\(column)" }
}
