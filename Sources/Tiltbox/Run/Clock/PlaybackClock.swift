package import Chipmunk

/// A clock that shows another clock's time slower, faster or not at all.
///
/// Its time begins at zero. A loop that it paces needs to know nothing of this: while the clock is paused no tick
/// becomes due; and while it is slow or paused its sleeps end early every now and then, so that the loop can look at its
/// inputs.
final class PlaybackClock: PacingClock {
  /// How fast time passes: simulated seconds in a real one, 1 at first.
  private(set) var rate: Double
  /// Whether time stands still.
  private(set) var isPaused: Bool
  /// How long a sleep takes at most while time is slow or stands still, in real time.
  let idleTime: Duration

  let base: any PacingClock
  /// A time of the other clock, and the time that was shown at it.
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

  /// The time shown.
  func now() -> Duration {
    guard !isPaused else { return mark.shown }
    return shown(at: base.now())
  }

  private func shown(at time: Duration) -> Duration {
    mark.shown + scaled(time - mark.base, by: rate)
  }

  /// When the other clock has come so far that a time is shown: rounding must not put it off by a hair.
  private func baseTime(showing time: Duration) -> Duration {
    let found = mark.base + scaled(time - mark.shown, by: 1 / rate)
    return shown(at: found) < time ? found + .nanoseconds(1) : found
  }

  /// Sleeps until the time is shown; for the idle time at most if the clock is slow, and for just that if it is paused.
  func sleep(until deadline: Duration) {
    guard rate < 1 || isPaused else {
      return base.sleep(until: baseTime(showing: deadline))
    }
    let idleEnd = base.now() + idleTime
    guard !isPaused else { return base.sleep(until: idleEnd) }
    base.sleep(until: min(baseTime(showing: deadline), idleEnd))
  }

  /// Lets time stand still, or go on from where it stood.
  func pause(_ pauses: Bool) {
    set { isPaused = pauses }
  }

  /// Lets so much of the time shown pass at once, as for a single step while time stands still.
  func skip(_ duration: Duration) {
    precondition(duration >= .zero, "a clock does not go back")
    mark.shown += duration
  }

  /// Lets time pass at another rate from now on.
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
  /// Simulated seconds in a real one.
  package static let range = Quantity("speed", "", 0.01...100)
}
