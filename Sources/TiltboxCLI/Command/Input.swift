internal import ArgumentParser
internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// The name that means standard input or standard output instead of a file.
let standardStreamName = "-"

/// Reads a file or standard input to its end, or until a stop signal arrives.
///
/// Throws `FileError`.
func readInput(_ path: String, atMost limit: Int = mostBytesOfFile) throws(FileError) -> [UInt8] {
  if path == standardStreamName, isatty(STDIN_FILENO) == 1 {
    printError("tiltbox: reading standard input; end it with Ctrl-D")
  }
  return path == standardStreamName
    ? try readStandardInput(atMost: limit) { StopSignal.isReceived }
    : try readFile(path, atMost: limit) { StopSignal.isReceived }
}

/// Returns the name of a file in messages.
func shownName(of path: String) -> String { path == standardStreamName ? "standard input" : path }

/// Opens a recording, a journal or a scenario. Standard input and pipes are read into memory first, since they can be
/// read only once.
///
/// Throws the errors of `TrajectoryReaders.open`.
func openTrajectory(_ path: String, overrides: [String] = []) throws -> any TrajectoryReader {
  guard path == standardStreamName || isPipe(path) else {
    return try TrajectoryReaders.open(path, overrides: overrides, warn: printOnce)
  }
  return try TrajectoryReaders.open(
    readInput(path),
    name: shownName(of: path),
    overrides: overrides,
    warn: printOnce
  )
}

private let printedWarnings = Mutex<Set<Diagnostic>>([])

/// Writes a warning about a scenario to standard error the first time it occurs: a service reads its scenarios again
/// and again.
func printOnce(_ warning: Diagnostic) {
  if printedWarnings.withLock({ $0.insert(warning).inserted }) { printError("\(warning)") }
}

/// Performs a command's work with trajectories, then warns on standard error about damage of the recordings among them.
/// If lines were lost, the command exits with the status of a damaged file, although its work is done.
///
/// Throws the errors of the work, or ``ExitStatus/badData``.
func reportingDamage(of trajectories: any TrajectoryReader..., work: () throws -> Void) throws {
  var diagnostics: [Diagnostic] {
    trajectories.compactMap { ($0 as? RecordingReader)?.diagnostic }
  }
  defer {
    let texts = diagnostics.map { Diagnostic(source: $0.source, $0.message).description }
    for text in Set(texts).sorted() { printError("tiltbox: warning: \(text)") }
  }
  try work()
  if diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.badData }
}
