internal import Tiltbox

/// An error in writing an output.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has closed its end of the pipe: a quiet end, not a failure.
  case closedPipe
  /// The file exists, and its content must not be lost.
  case notEmpty(file: String)
  /// Another process writes to the file.
  case inUse(file: String)
  /// A system call failed, with its `errno`.
  case failed(file: String, errno: Int32)

  /// The problem and the file.
  public var description: String {
    switch self {
    case .closedPipe: "the reader of the output has gone"
    case .notEmpty(let file):
      "\(file): exists and is not empty; name another file, remove this one, or continue it with --resume"
    case .inUse(let file): "\(file): another run writes to it; stop that one, or name another file"
    case .failed(let file, let number): "\(file): \(SystemError.message(number))"
    }
  }
}
