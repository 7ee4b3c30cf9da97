internal import ArgumentParser
internal import Chipmunk
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxSweep

#if Server
internal import TiltboxServer
#endif

/// Performs a command's work; reports an error as a line on standard error and as the documented exit status.
func reportingFailure(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch let error where error is ExitCode || error is ValidationError {
    throw error
  } catch {
    if (error as? FileError)?.isInterrupted == true { try StopSignal.check() }
    let hasPlace =
      error is ScenarioFileError || error is SweepError || (error as? FileError)?.place != nil
    printError((hasPlace ? "" : "tiltbox: ") + explained(error))
    throw ExitStatus.of(error)
  }
}

extension ExitStatus {
  static func of(_ error: any Error) -> ExitCode {
    switch error {
    case let error as FileError: error.isMissing ? noInput : io
    case let error as ScenarioFileError:
      error.fileErrors.first.map(of) ?? (error.isAboutOverridesAlone ? usage : badData)
    case is TiltFileError, is Diagnostic, is JournalError, is RecordingError: badData
    case let error as PhysicsError where error.code == .diverged: badData
    case is DrawingError, is EnvError: badData
    case let error as CommandError: error.status
    case OutputError.notEmpty: usage
    case is OutputError: io
    #if Server
    case let error as ServerError: error.isAboutContents ? badData : io
    #endif
    case let error as SweepError: of(error.kind)
    case is OverloadError: overloaded
    default: defect
    }
  }

  private static func of(_ kind: SweepError.Kind) -> ExitCode {
    switch kind {
    case .usage: usage
    case .badData: badData
    case .missingFile: noInput
    }
  }

  /// The status after a signal, by the convention of shells.
  static func stopped(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}

/// An error of a command, with its exit status.
struct CommandError: Error, CustomStringConvertible {
  let status: ExitCode
  let description: String

  init(_ status: ExitCode, _ description: String) {
    (self.status, self.description) = (status, description)
  }
}

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
