/// Statistics of how a run kept up with real time.
public struct RunStatistics: Sendable {
  /// The number of ticks.
  public internal(set) var ticks = 0
  /// The number of frames emitted.
  public package(set) var frames = 0
  /// The number of frames skipped because a newer one was due at the same time.
  public package(set) var skippedFrames = 0
  /// The number of ticks dropped under overload.
  public internal(set) var droppedTicks = 0
  /// The lateness of the wake-ups.
  public internal(set) var lateness = LatenessHistogram()
  /// The load: the time that steps took divided by the time that they simulate, over the last
  /// second of simulated time.
  public internal(set) var load = 0.0
  /// The largest load over a whole second.
  public internal(set) var peakLoad = 0.0
  /// The real time that has passed; zero without a clock.
  public internal(set) var elapsed = Duration.zero
  /// The debt: the simulated time of the dropped ticks, in seconds.
  public internal(set) var droppedTime = 0.0
  /// The time that the ticks cover.
  private var timeline: Timeline

  /// Makes the statistics of a run that has not started.
  ///
  /// - Parameter step: The length of a tick, in seconds.
  package init(step: Double) { timeline = Timeline(step: step) }

  /// The length of a tick, in seconds.
  public var step: Double { timeline.step }

  /// The simulated time that the run has covered, in seconds.
  public var simulatedTime: Double { timeline.time(of: ticks) }

  /// Changes the length of ticks from now on.
  mutating func change(step: Double) { timeline = timeline.changing(to: step, at: ticks) }

  /// Simulated time divided by real time; 1 means that the run keeps up. `nil` without a clock.
  public var realTimeFactor: Double? {
    elapsed > .zero ? simulatedTime / elapsed.inSeconds : nil
  }
}
