internal import TiltboxFiles
internal import TiltboxPlatform

/// Where the command writes: data to standard output, all else to standard error.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all of a text; false if that failed, the reader having gone away, say.
  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes all of some bytes; false if that failed.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe write($0) }
  }

  /// Writes all of some memory; false if that failed, with the reason in `errno`.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe Descriptor(number: rawValue).writeAll(bytes) == nil
  }
}

/// Writes a line to standard error, if anybody reads there. Control characters from files are escaped.
func printError(_ line: String) {
  StandardStream.error.write(line.escapedForTerminal + "\n")
}

/// Writes what was found out of a file to standard error, with the file's name where the finding does not begin with it:
/// it may be about another file, which this one names.
func printError(_ finding: String, from file: String) {
  printError(finding.hasPrefix(file) ? finding : "\(file): \(finding)")
}

/// Writes a warning to standard error during a run; skips it if nobody reads there, since a run never waits.
func printWarning(_ text: String) {
  if DeferredWarnings.keep(text) { return }
  var request = pollfd(fd: StandardStream.error.rawValue, events: Int16(POLLOUT), revents: 0)
  guard unsafe poll(&request, 1, 0) == 1 else { return }
  printError("tiltbox: warning: \(text)")
}

/// Whether standard input is a terminal, where somebody types.
var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
