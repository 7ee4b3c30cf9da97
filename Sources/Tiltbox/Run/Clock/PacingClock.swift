/// A clock that paces a loop; its origin is any fixed point.
public protocol PacingClock {
  /// The time since the clock's origin.
  func now() -> Duration

  /// Blocks until a time, or returns at once if it has passed. May return early if the loop should
  /// stop.
  func sleep(until deadline: Duration)
}

/// A clock for tests. It advances only when you set it, or when a loop sleeps on it.
public final class ManualClock: PacingClock {
  /// The clock's time. Set it to make the clock jump.
  public var time: Duration
  /// The lateness of each sleep, given its number from 0; zero by default. Negative values are early.
  public var lateness: (_ sleep: Int) -> Duration = { _ in .zero }
  /// The number of sleeps so far.
  public private(set) var sleepCount = 0

  /// Makes a clock at a time.
  public init(time: Duration = .zero) { self.time = time }

  /// The current time.
  public func now() -> Duration { time }

  /// Advances the clock to the deadline plus the scripted lateness.
  public func sleep(until deadline: Duration) {
    time = max(time, deadline) + lateness(sleepCount)
    sleepCount += 1
  }

  /// Advances the clock by a duration, as work of that length would.
  public func advance(by duration: Duration) { time += duration }
}
