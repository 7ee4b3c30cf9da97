/// A clock that a loop is paced by; its origin is any fixed point.
public protocol PacingClock {
  /// The time since the clock's origin.
  func now() -> Duration

  /// Blocks until a time has come; returns at once if it has. May return early when the loop is asked to stop.
  func sleep(until deadline: Duration)
}

/// A clock for tests: it moves only when it is told to, or slept on.
public final class ManualClock: PacingClock {
  /// The clock's time. Set it to make the clock jump.
  public var time: Duration
  /// How late each sleep wakes, given its number from 0; zero unless it is set. Negative is early.
  public var lateness: (_ sleep: Int) -> Duration = { _ in .zero }
  /// How many sleeps there were.
  public private(set) var sleepCount = 0

  /// Makes a clock that stands at a time.
  public init(time: Duration = .zero) { self.time = time }

  /// The time it was set to.
  public func now() -> Duration { time }

  /// Moves the clock to the deadline, and by what the script says beyond it.
  public func sleep(until deadline: Duration) {
    time = max(time, deadline) + lateness(sleepCount)
    sleepCount += 1
  }

  /// Moves the clock ahead, as work does that takes so long.
  public func advance(by duration: Duration) { time += duration }
}
