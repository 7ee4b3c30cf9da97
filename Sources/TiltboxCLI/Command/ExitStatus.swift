internal import ArgumentParser

/// The exit statuses of the command.
enum ExitStatus {
  /// An expectation of the scenario did not hold.
  static let expectationFailed = ExitCode(1)
  /// The command line is invalid.
  static let usage = ExitCode(64)
  /// A file has invalid contents.
  static let badData = ExitCode(65)
  /// A file is missing.
  static let noInput = ExitCode(66)
  /// An internal error.
  static let defect = ExitCode(70)
  /// The machine could not keep up with real time, and the overload policy is to fail.
  static let overloaded = ExitCode(75)
  /// Another program is missing or has failed.
  static let unavailable = ExitCode(69)
  /// Reading or writing failed.
  static let io = ExitCode(74)
}
