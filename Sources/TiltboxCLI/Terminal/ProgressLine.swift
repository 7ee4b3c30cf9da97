internal import TiltboxFiles
internal import TiltboxPlatform

/// A progress line on standard error; it is shown only on a terminal.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
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
