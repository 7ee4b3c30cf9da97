internal import ArgumentParser

/// How the command ends, as the shell sees it.
enum ExitStatus {
  /// An expectation of the scenario did not hold.
  static let expectationFailed = ExitCode(1)
  /// The command line makes no sense.
  static let usage = ExitCode(64)
  /// A file holds something wrong.
  static let badData = ExitCode(65)
  /// A file is missing.
  static let noInput = ExitCode(66)
  /// A defect of ours.
  static let defect = ExitCode(70)
  /// The machine could not keep up with real time, and the run was not to fall behind.
  static let overloaded = ExitCode(75)
  /// Another program is missing, or has failed.
  static let unavailable = ExitCode(69)
  /// Reading or writing failed.
  static let io = ExitCode(74)
}
