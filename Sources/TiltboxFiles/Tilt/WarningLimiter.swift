/// Limits the rate of warnings: keeps the first few of each simulated second, and counts the rest.
struct WarningLimiter {
  /// The maximum number of warnings kept per second.
  static let perSecond = 10
  /// The maximum number of warnings kept for a caller that does not take them.
  static let atMost = 100

  private var second = 0.0
  private var count = 0
  private var suppressed = 0
  private var pending: [String] = []

  /// Begins a new second when the time reaches it; adds the count of suppressed warnings of the previous one.
  mutating func advance(to time: Double) {
    guard time.rounded(.down) != second else { return }
    second = time.rounded(.down)
    flush()
    count = 0
  }

  /// Keeps a warning, or counts it without building its text.
  mutating func add(_ text: () -> String) {
    guard count < Self.perSecond, pending.count < Self.atMost else { return suppressed += 1 }
    count += 1
    pending.append(text())
  }

  /// Adds the number of warnings suppressed since the last call.
  mutating func flush() {
    guard suppressed > 0 else { return }
    if pending.count <= Self.atMost {
      pending.append("and \(suppressed) more warnings like these")
      suppressed = 0
    }
  }

  /// Returns and removes the kept warnings.
  mutating func take() -> [String] {
    defer { pending = [] }
    return pending
  }
}
