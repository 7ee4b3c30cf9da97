internal import TiltboxPlatform

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
