internal import NIOCore

/// So many of something a minute: a bucket that holds a minute's worth and fills steadily.
struct RateLimit {
  /// How many a minute.
  let perMinute: Int
  private var left: Double
  private var filled: NIODeadline

  init(perMinute: Int, at now: NIODeadline = .now()) {
    self.perMinute = perMinute
    (left, filled) = (Double(perMinute), now)
  }

  /// Takes one; false if none is left.
  mutating func take(at now: NIODeadline = .now()) -> Bool {
    let seconds = Double((now - filled).nanoseconds) / 1e9
    left = min(Double(perMinute), left + seconds * Double(perMinute) / 60)
    filled = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}

/// What a viewer may ask for.
struct ViewerRateLimits {
  private var commands: RateLimit
  private var bodies: RateLimit

  init(_ options: ServerOptions) {
    commands = RateLimit(perMinute: options.commandsPerMinute)
    bodies = RateLimit(perMinute: options.bodiesPerMinute)
  }

  /// Why a command is rejected that comes now; nil if it is not. All viewers share the limit of resets, since each costs
  /// all of them their box.
  mutating func rejection(of kind: CommandKind, resets: inout RateLimit) -> String? {
    guard commands.take() else { return reason(commands.perMinute, "commands of a viewer") }
    switch kind {
    case .other: return nil
    case .body: return bodies.take() ? nil : reason(bodies.perMinute, "bodies of a viewer")
    case .reset: return resets.take() ? nil : reason(resets.perMinute, "resets")
    }
  }

  private func reason(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun) a minute are allowed; try again later"
  }
}

/// What a command costs.
enum CommandKind {
  case other, body, reset
}
