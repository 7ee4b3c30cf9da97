package import Chipmunk
internal import TiltboxPlatform

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

/// The system's monotonic clock. Wraps `clock_gettime` and `clock_nanosleep`.
public struct MonotonicClock: PacingClock {
  private let isStopRequested: () -> Bool

  /// Makes a clock.
  ///
  /// - Parameter isStopRequested: Called when a signal interrupts a sleep; if it returns true, the
  ///   sleep ends.
  public init(isStopRequested: @escaping () -> Bool = { false }) {
    self.isStopRequested = isStopRequested
  }

  /// The time since the system's own origin, usually its start.
  public func now() -> Duration {
    var time = timespec()
    let result = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    precondition(result == 0, "the system has no monotonic clock")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Sleeps to an absolute deadline, so one late wake-up does not delay later ones.
  ///
  /// A long sleep is split in two. A processor that expects a long sleep enters a state from which it wakes slowly, so
  /// the last part is a separate sleep, too short for that.
  public func sleep(until deadline: Duration) {
    if deadline - now() > Self.longSleep {
      guard doze(until: deadline - Self.lightSleep) else { return }
    }
    _ = doze(until: deadline)
  }

  /// The least duration of a long sleep.
  private static let longSleep = Duration.milliseconds(2)
  /// The length of the second part of a long sleep.
  private static let lightSleep = Duration.microseconds(200)

  /// Sleeps until the deadline; returns false if a stop was requested before it.
  private func doze(until deadline: Duration) -> Bool {
    #if canImport(Darwin)
    // There is no clock_nanosleep; the rest is measured again after each interruption.
    while case let left = deadline - now(), left > .zero, !isStopRequested() {
      var request = timespec(left)
      _ = unsafe nanosleep(&request, nil)
    }
    return now() >= deadline
    #else
    var request = timespec(deadline)
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &request, nil) == EINTR {
      if isStopRequested() { return false }
    }
    return true
    #endif
  }
}

extension timespec {
  /// The duration in whole nanoseconds, rounded up, so that no sleep ends before its deadline.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    let nanoseconds = (attoseconds + 999_999_999) / 1_000_000_000
    let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(tv_sec: Int(seconds + carry), tv_nsec: Int(rest))
  }
}

/// A clock that shows another clock's time slower, faster or paused.
///
/// Its time begins at zero. A loop that uses it needs no special cases: while the clock is paused, no tick becomes due;
/// and while it is slow or paused, its sleeps end early now and then so that the loop can check its inputs.
final class PlaybackClock: PacingClock {
  /// The playback rate: simulated seconds per real second, initially 1.
  private(set) var rate: Double
  /// Whether time is paused.
  private(set) var isPaused: Bool
  /// The longest sleep while time is slow or paused, in real time.
  let idleTime: Duration

  let base: any PacingClock
  /// A time of the other clock, and the time shown then.
  private var mark: (base: Duration, shown: Duration)

  /// Makes a clock that follows another.
  init(
    _ base: any PacingClock,
    rate: Double = 1,
    isPaused: Bool = false,
    idleTime: Duration = .milliseconds(10)
  ) {
    precondition(PlaybackSpeed.range.contains(rate), "a speed is from 0.01 to 100")
    (self.base, self.rate, self.isPaused) = (base, rate, isPaused)
    self.idleTime = idleTime
    mark = (base.now(), .zero)
  }

  /// The current time.
  func now() -> Duration {
    guard !isPaused else { return mark.shown }
    return shown(at: base.now())
  }

  private func shown(at time: Duration) -> Duration {
    mark.shown + scaled(time - mark.base, by: rate)
  }

  /// The other clock's time at which a time is shown; rounding must not delay it.
  private func baseTime(showing time: Duration) -> Duration {
    let found = mark.base + scaled(time - mark.shown, by: 1 / rate)
    return shown(at: found) < time ? found + .nanoseconds(1) : found
  }

  /// Sleeps until a time is shown. A slow clock sleeps at most for the idle time, and a paused one for exactly that
  /// time.
  func sleep(until deadline: Duration) {
    guard rate < 1 || isPaused else { return base.sleep(until: baseTime(showing: deadline)) }
    let idleEnd = base.now() + idleTime
    guard !isPaused else { return base.sleep(until: idleEnd) }
    base.sleep(until: min(baseTime(showing: deadline), idleEnd))
  }

  /// Pauses or resumes time.
  func pause(_ pauses: Bool) { set { isPaused = pauses } }

  /// Advances the time at once, as for a single step while paused.
  func skip(_ duration: Duration) {
    precondition(duration >= .zero, "a clock does not go back")
    mark.shown += duration
  }

  /// Performs work that takes no time, as seen on this clock.
  func stopped(during work: () -> Void) {
    let began = base.now()
    work()
    mark.base += base.now() - began
  }

  /// Changes the playback rate from now on.
  ///
  /// Throws `PhysicsError.Code.outOfRange` unless it is within ``PlaybackSpeed/range``.
  func setRate(_ rate: Double) throws(PhysicsError) {
    try PlaybackSpeed.range.check(rate)
    set { self.rate = rate }
  }

  private func set(_ change: () -> Void) {
    mark = (base.now(), now())
    change()
  }

  private func scaled(_ duration: Duration, by factor: Double) -> Duration {
    factor == 1 ? duration : duration * factor
  }
}

/// The speeds at which a run can be played.
package enum PlaybackSpeed {
  /// Simulated seconds per real second.
  package static let range = ParameterRange("speed", "", 0.01...100)
}
