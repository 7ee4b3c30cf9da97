/// How a run kept up with real time.
public struct RunStatistics: Sendable {
  /// The ticks that were run.
  public internal(set) var ticks = 0
  /// The frames that were handed out.
  public package(set) var frames = 0
  /// The frames that were missed, since a newer one was due at the same time.
  public package(set) var skippedFrames = 0
  /// The ticks that were left out because of overload.
  public internal(set) var droppedTicks = 0
  /// How late the wake-ups were.
  public internal(set) var lateness = LatenessHistogram()
  /// The time that steps cost over the time they simulate, over the last second of simulated time.
  public internal(set) var load = 0.0
  /// The largest load over a whole second.
  public internal(set) var peakLoad = 0.0
  /// The real time that has passed; zero without a clock.
  public internal(set) var elapsed = Duration.zero
  /// The debt, in seconds.
  public internal(set) var droppedTime = 0.0
  /// The time that so many ticks cover.
  private var timeline: Timeline

  /// Makes the statistics of a run that has not begun.
  ///
  /// - Parameter step: The length of a tick, in seconds.
  package init(step: Double) { timeline = Timeline(step: step) }

  /// The length of a tick, in seconds.
  public var step: Double { timeline.step }

  /// The simulated time that the run has covered, in seconds.
  public var simulatedTime: Double { timeline.time(of: ticks) }

  /// Makes the ticks from now on of another length.
  mutating func change(step: Double) { timeline = timeline.changing(to: step, at: ticks) }

  /// Simulated time over real time: 1 keeps up. `nil` without a clock.
  public var realTimeFactor: Double? {
    elapsed > .zero ? simulatedTime / elapsed.inSeconds : nil
  }
}
