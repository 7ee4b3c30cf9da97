internal import Tiltbox
internal import TiltboxFiles

/// The name under which standard input, or output, takes the place of a file.
let standardStreamName = "-"

/// Reads a file, or standard input, to its end or until a signal comes.
///
/// Throws `FileError`.
func readInput(_ path: String, atMost limit: Int = mostBytesOfFile) throws(FileError) -> [UInt8] {
  path == standardStreamName
    ? try readStandardInput(atMost: limit) { StopSignal.isReceived }
    : try readFile(path, atMost: limit) { StopSignal.isReceived }
}

/// What a file is called in messages.
func shownName(of path: String) -> String { path == standardStreamName ? "standard input" : path }

/// Opens a recording, a journal or a scenario; what is no plain file is read first, since a pipe gives its bytes but once.
///
/// Throws what `Courses.open` throws.
func openCourse(_ path: String, overrides: [String] = []) throws -> any Course {
  guard path == standardStreamName || isPipe(path) else {
    return try Courses.open(path, overrides: overrides)
  }
  return try Courses.open(readInput(path), name: shownName(of: path), overrides: overrides)
}
