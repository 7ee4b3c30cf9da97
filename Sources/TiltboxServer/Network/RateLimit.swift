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

  /// Returns a token that had no use.
  mutating func putBack() { left = min(Double(perMinute), left + 1) }
}

/// The rate limits of one viewer.
struct ViewerRateLimits {
  private var commands: RateLimit
  private var bodies: RateLimit

  init(_ options: ServerOptions) {
    commands = RateLimit(perMinute: options.commandsPerMinute)
    bodies = RateLimit(perMinute: options.bodiesPerMinute)
  }

  /// Returns the reason for rejecting a command at this moment; nil to accept it. All viewers share the limit of
  /// resets, since a reset affects them all.
  mutating func rejection(of kind: CommandKind, resets: inout RateLimit) -> String? {
    guard commands.take() else { return reason(commands.perMinute, "commands of a viewer") }
    switch kind {
    case .other: return nil
    case .body: return bodies.take() ? nil : reason(bodies.perMinute, "bodies of a viewer")
    case .reset: return resets.take() ? nil : reason(resets.perMinute, "resets")
    }
  }

  /// Returns the token of a body that was not added.
  mutating func returnBody() { bodies.putBack() }

  private func reason(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun) a minute are allowed; try again later"
  }
}

/// The rate limit that a command counts towards.
enum CommandKind {
  case other, body, reset
}
