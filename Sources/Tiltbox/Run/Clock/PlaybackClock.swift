package import Chipmunk

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
    precondition(PlaybackSpeed.range.contains(rate), "a speed is within PlaybackSpeed.range")
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
    guard rate < 1 || isPaused else {
      return base.sleep(until: baseTime(showing: deadline))
    }
    let idleEnd = base.now() + idleTime
    guard !isPaused else { return base.sleep(until: idleEnd) }
    base.sleep(until: min(baseTime(showing: deadline), idleEnd))
  }

  /// Pauses or resumes time.
  func pause(_ pauses: Bool) {
    set { isPaused = pauses }
  }

  /// Advances the time at once, as for a single step while paused.
  func skip(_ duration: Duration) {
    precondition(duration >= .zero, "a clock does not go back")
    mark.shown += duration
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
