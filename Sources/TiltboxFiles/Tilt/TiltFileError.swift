/// A problem in a tilt file, with its place.
public struct TiltFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as given.
  public let file: String
  /// The line at fault, from 1; `nil` when the file as a whole is at fault.
  public let line: Int?
  /// The column at fault, in characters from 1.
  public let column: Int?
  /// The problem, with the value and the remedy.
  public let reason: String
  /// Whether the file is fine but for the times, which it does not have.
  package private(set) var lacksTimes = false

  init(file: String, line: Int?, column: Int?, reason: String) {
    (self.file, self.line, self.column, self.reason) = (file, line, column, reason)
  }

  /// The error of samples without times.
  static func noTimes(file: String, line: Int, _ reason: String) -> TiltFileError {
    var error = TiltFileError(file: file, line: line, column: nil, reason: reason)
    error.lacksTimes = true
    return error
  }

  /// Returns the error with one more remedy.
  package func adding(_ remedy: String) -> TiltFileError {
    TiltFileError(file: file, line: line, column: column, reason: "\(reason); \(remedy)")
  }

  /// `phone.csv:12:5: y is “abc”, which is not a number; give a number`.
  public var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(file)\(place): \(reason)"
  }
}
