public import Chipmunk

/// A clock that shows another one's time slower, faster or not at all.
///
/// Its time begins at zero. A loop that it paces needs to know nothing of this: while the clock is paused no tick
/// becomes due; and while it is slow or paused its sleeps end early every now and then, so that the loop can look at its
/// inputs.
public final class PlaybackClock<Base: PacingClock>: PacingClock {
  /// How fast time passes: simulated seconds in a real one, 1 at first.
  public private(set) var rate = 1.0
  /// Whether time stands still.
  public private(set) var isPaused = false
  /// How long a sleep takes at most while time is slow or stands still, in real time.
  public let idleTime: Duration

  private let base: Base
  /// A moment of the other clock, and the time that was shown at it.
  private var mark: (base: Duration, shown: Duration)

  /// Makes a clock that runs as another does.
  ///
  /// - Parameters:
  ///   - base: The clock to follow.
  ///   - idleTime: How long a sleep takes at most while time is slow or stands still, in real time.
  public init(_ base: Base, idleTime: Duration = .milliseconds(10)) {
    self.base = base
    self.idleTime = idleTime
    mark = (base.now(), .zero)
  }

  /// The time shown.
  public func now() -> Duration {
    guard !isPaused else { return mark.shown }
    return mark.shown + scaled(base.now() - mark.base, by: rate)
  }

  /// Sleeps until the time is shown; for the idle time at most if the clock is slow, and for just that if it is paused.
  public func sleep(until deadline: Duration) {
    guard rate < 1 || isPaused else {
      return base.sleep(until: mark.base + scaled(deadline - mark.shown, by: 1 / rate))
    }
    let idleEnd = base.now() + idleTime
    guard !isPaused else { return base.sleep(until: idleEnd) }
    base.sleep(until: min(mark.base + scaled(deadline - mark.shown, by: 1 / rate), idleEnd))
  }

  /// Lets time stand still, or go on from where it stood.
  public func pause(_ pauses: Bool) {
    set { isPaused = pauses }
  }

  /// Lets so much of the time shown pass at once, as for a single step while time stands still.
  public func skip(_ duration: Duration) {
    precondition(duration >= .zero, "a clock does not go back")
    mark.shown += duration
  }

  /// Lets time pass at another rate from now on.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` unless it is within ``PlaybackSpeed/range``.
  public func setRate(_ rate: Double) throws(PhysicsError) {
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
public enum PlaybackSpeed {
  /// Simulated seconds in a real one.
  public static let range = Quantity("speed", "", 0.01...100)
}
