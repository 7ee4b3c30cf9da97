internal import NIOCore

/// A rate limit per minute: a token bucket that holds one minute's worth and refills steadily.
struct RateLimit {
  /// The number of tokens per minute.
  let perMinute: Int
  private var left: Double
  private var filled: NIODeadline

  init(perMinute: Int, at now: NIODeadline = .now()) {
    self.perMinute = perMinute
    (left, filled) = (Double(perMinute), now)
  }

  /// Takes a token; returns false if none is left.
  mutating func take(at now: NIODeadline = .now()) -> Bool {
    let seconds = Double((now - filled).nanoseconds) / 1e9
    left = min(Double(perMinute), left + seconds * Double(perMinute) / 60)
    filled = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// Takes a token; returns the reason for rejecting a command if none is left, with a noun for what is limited.
  mutating func rejection(_ noun: String) -> String? {
    take() ? nil : "\(perMinute) \(noun) a minute are allowed; try again later"
  }

  /// Returns a token that had no use.
  mutating func putBack() { left = min(Double(perMinute), left + 1) }
}

/// The rate limit that a command counts towards.
enum CommandKind {
  case other, body, reset
}
