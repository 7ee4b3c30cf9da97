/// Lets a flood of warnings through as a trickle: the first few of each simulated second, and a count of the rest.
struct WarningLimiter {
  /// How many warnings are kept of one second.
  static let perSecond = 10
  /// How many are kept for a caller that does not ask for them.
  static let atMost = 100

  private var second = 0.0
  private var count = 0
  private var suppressed = 0
  private var pending: [String] = []

  /// Begins a new second when its time has come; says what was left out in the one before.
  mutating func advance(to time: Double) {
    guard time.rounded(.down) != second else { return }
    second = time.rounded(.down)
    flush()
    count = 0
  }

  /// Keeps a warning, or counts it without making its text.
  mutating func add(_ text: () -> String) {
    guard count < Self.perSecond, pending.count < Self.atMost else { return suppressed += 1 }
    count += 1
    pending.append(text())
  }

  /// Says how many were left out since the last time.
  mutating func flush() {
    guard suppressed > 0 else { return }
    if pending.count <= Self.atMost {
      pending.append("and \(suppressed) more warnings like these")
      suppressed = 0
    }
  }

  /// Hands over what was kept.
  mutating func take() -> [String] {
    defer { pending = [] }
    return pending
  }
}
