internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// The standard streams: data goes to standard output, everything else to standard error.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of columns of the terminal; nil if there is none, or if it does not report them.
  var columns: Int? { terminalSize(of: rawValue)?.columns }

  var descriptor: Descriptor { Descriptor(number: rawValue) }

  /// Writes a text and ignores failures, for example because the reader has gone away.
  func write(_ text: String) { _ = descriptor.writeAll(Array(text.utf8)) }

  /// Writes a line unless its reader is slow: a run never waits. Control characters from files are escaped.
  func writeWithoutWaiting(_ line: String) {
    descriptor.writeWithoutWaiting(Array((line.escapedForTerminal + "\n").utf8))
  }
}

/// The number of columns and rows of a terminal, of which the rows may be 0; nil if it does not report them.
func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}

/// Writes a line to standard error and ignores failures. Control characters from files are escaped.
func printError(_ line: String) { StandardStream.error.write(line.escapedForTerminal + "\n") }

/// Writes a text about a file to standard error, prefixed by the file's name unless it begins with that name
/// already. A text may also be about another file that this one refers to.
func printError(_ text: String, from file: String) {
  let name = file.escapedName
  printError(text.hasPrefix(name) ? text : "\(name): \(text)")
}

/// Writes a warning to standard error during a run, unless its reader is slow.
func printWarning(_ text: String) {
  if DeferredWarnings.keep(text) { return }
  StandardStream.error.writeWithoutWaiting("tiltbox: warning: \(text)")
}

/// Whether standard input is a terminal.
var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

/// A progress line on standard error; it is shown only on a terminal.
struct ProgressLine {
  private let isTerminal = StandardStream.error.isTerminal
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isShown = false

  /// Updates the line, at most ten times a second, once the work takes longer than a second.
  mutating func show(_ text: String) {
    let now = ContinuousClock.now
    guard isTerminal, now - start > .seconds(1), now - latest > .milliseconds(100) else { return }
    latest = now
    isShown = true
    StandardStream.error.write("\r\u{1B}[K\(text.lineForTerminal)")
  }

  /// Erases the line.
  mutating func clear() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
    isShown = false
  }
}

/// Warnings that are held back while a run uses the whole screen, where they would be lost.
enum DeferredWarnings {
  private static let list = Mutex<[String]?>(nil)

  /// Starts to hold warnings back.
  static func hold() { list.withLock { $0 = [] } }

  /// Holds a warning back; returns false if warnings are not held back.
  static func keep(_ text: String) -> Bool {
    list.withLock { list in
      list?.append(text)
      return list != nil
    }
  }

  /// The number of warnings held back, and the newest of them.
  static var newest: (count: Int, text: String)? {
    list.withLock { list in list?.last.map { (list?.count ?? 0, $0) } }
  }

  /// Writes the warnings held back, and stops holding warnings back.
  static func release() {
    let held = list.withLock { list in
      defer { list = nil }
      return list ?? []
    }
    for text in held { printWarning(text) }
  }
}
