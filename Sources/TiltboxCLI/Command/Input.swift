internal import ArgumentParser
internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// The name under which standard input, or output, takes the place of a file.
let standardStreamName = "-"

/// Reads a file, or standard input, to its end or until a signal comes.
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

/// What a file is called in messages.
func shownName(of path: String) -> String { path == standardStreamName ? "standard input" : path }

/// Opens a recording, a journal or a scenario; what is no plain file is read first, since a pipe gives its bytes but once.
///
/// Throws what `Trajectories.open` throws.
func openTrajectory(_ path: String, overrides: [String] = []) throws -> any Trajectory {
  guard path == standardStreamName || isPipe(path) else {
    return try Trajectories.open(path, overrides: overrides, warn: printOnce)
  }
  return try Trajectories.open(
    readInput(path),
    name: shownName(of: path),
    overrides: overrides,
    warn: printOnce
  )
}

private let printedWarnings = Mutex<Set<ScenarioDiagnostic>>([])

/// Writes a warning about a scenario to standard error, the first time that it comes: a service reads its scenarios again
/// and again.
func printOnce(_ warning: ScenarioDiagnostic) {
  if printedWarnings.withLock({ $0.insert(warning).inserted }) { printError("\(warning)") }
}

/// Does a command's work with trajectories, and says on standard error what the recordings among them lack. Where lines were
/// lost, the command ends with the status of a damaged file, though its work is done.
///
/// Throws what the work throws, or ``ExitStatus/badData``.
func reportingFlaws(of trajectories: any Trajectory..., work: () throws -> Void) throws {
  var flaws: [RecordingFlaw] {
    trajectories.compactMap { ($0 as? RecordedTrajectory)?.flaw }
  }
  defer {
    for text in Set(flaws.map(\.description)).sorted() { printError("tiltbox: warning: \(text)") }
  }
  try work()
  if flaws.contains(where: \.isDamage) { throw ExitStatus.badData }
}
