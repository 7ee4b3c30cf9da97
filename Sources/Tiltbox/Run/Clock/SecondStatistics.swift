/// How well a run kept up over the last second of real time or a little more.
public struct SecondStatistics: Sendable {
  /// The newest tick.
  public let tick: Int
  /// The real time since the run began.
  public let elapsed: Duration
  /// Simulated time over real time in that second: 1 keeps up.
  public let realTimeFactor: Double
  /// The time that steps cost over the time they simulate.
  public let load: Double
  /// The lateness of the wake-ups in that second.
  public let lateness: LatenessHistogram
  /// The ticks that have been left out so far because of overload: the debt.
  public let droppedTicks: Int
  /// The frames that have been missed so far.
  public let skippedFrames: Int

  package init(
    tick: Int,
    elapsed: Duration,
    realTimeFactor: Double,
    load: Double,
    lateness: LatenessHistogram,
    droppedTicks: Int,
    skippedFrames: Int
  ) {
    self.tick = tick
    self.elapsed = elapsed
    self.realTimeFactor = realTimeFactor
    self.load = load
    self.lateness = lateness
    self.droppedTicks = droppedTicks
    self.skippedFrames = skippedFrames
  }
}

/// Divides a run into seconds.
struct SecondMeter {
  private var began: Duration
  private var simulatedBefore: Double
  private var lateness = LatenessHistogram()

  init(at time: Duration, simulated: Double = 0) { (began, simulatedBefore) = (time, simulated) }

  mutating func record(_ lateness: Duration) { self.lateness.record(lateness) }

  /// The second that has just ended, if one has. O(1) except once a second.
  mutating func second(
    endingAt now: Duration,
    tick: Int,
    _ statistics: RunStatistics
  ) -> SecondStatistics? {
    guard now - began >= .seconds(1) else { return nil }
    defer { self = SecondMeter(at: now, simulated: statistics.simulatedTime) }
    return SecondStatistics(
      tick: tick,
      elapsed: statistics.elapsed,
      realTimeFactor: (statistics.simulatedTime - simulatedBefore) / (now - began).inSeconds,
      load: statistics.load,
      lateness: lateness,
      droppedTicks: statistics.droppedTicks,
      skippedFrames: statistics.skippedFrames
    )
  }
}
