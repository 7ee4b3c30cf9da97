internal import TiltboxFiles
internal import TiltboxPlatform

/// A line on a terminal's standard error that says how far a longer work has come; nothing elsewhere.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isShown = false

  /// Replaces the line, ten times a second at most, once the work takes longer than a second.
  mutating func show(_ text: String) {
    let now = ContinuousClock.now
    guard isTerminal, now - start > .seconds(1), now - latest > .milliseconds(100) else { return }
    latest = now
    isShown = true
    StandardStream.error.write("\r\u{1B}[K\(text.lineForTerminal)")
  }

  /// Takes the line away.
  mutating func clear() {
    if isShown { StandardStream.error.write("\r\u{1B}[K") }
    isShown = false
  }
}
