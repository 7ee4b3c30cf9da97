internal import Tiltbox

/// Why bytes could not be written.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has closed its end of the pipe: a quiet end, not a failure.
  case closedPipe
  /// The file is there, and what it holds is not to be lost.
  case notEmpty(file: String)
  /// Another process writes to the file.
  case inUse(file: String)
  /// The system has refused, with its `errno`.
  case failed(file: String, errno: Int32)

  /// What was wrong, and where.
  public var description: String {
    switch self {
    case .closedPipe: "the reader of the output has gone"
    case .notEmpty(let file):
      "\(file): is there and not empty; name another file, remove this one, or go on with it (--resume)"
    case .inUse(let file): "\(file): another run writes to it; stop that one, or name another file"
    case .failed(let file, let number): "\(file): \(SystemError.message(number))"
    }
  }
}
