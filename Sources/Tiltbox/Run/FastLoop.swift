/// Runs ticks without any clock, as fast as they go; no frame is ever skipped.
public struct FastLoop: Sendable {
  /// The ticks and frames so far.
  public private(set) var statistics: RunStatistics
  /// The newest tick that was run.
  public private(set) var tick: Int

  private let frames: FrameSchedule

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - tick: The tick to begin after.
  ///   - frames: Which ticks are frames, and the step.
  public init(tick: Int = 0, frames: FrameSchedule) {
    self.tick = tick
    self.frames = frames
    statistics = RunStatistics(step: frames.step)
  }

  /// Runs ticks until the last one is done, it is asked to stop, or a closure throws.
  ///
  /// - Parameters:
  ///   - last: The last tick.
  ///   - shouldStop: Asked before each tick.
  ///   - schedule: Asked before each tick which ones are frames, where a step can become another one on the way.
  ///   - step: Advances the simulation to the given tick.
  ///   - frame: Shows the state at the given tick. Tick 0 is shown first.
  /// - Throws: What a closure throws.
  public mutating func run(
    through last: Int,
    shouldStop: () -> Bool = { false },
    schedule: (() -> FrameSchedule)? = nil,
    step: (_ tick: Int) throws -> Void,
    frame: (_ tick: Int) throws -> Void
  ) rethrows {
    if tick == 0 {
      statistics.frames += 1
      try frame(0)
    }
    while tick < last, !shouldStop() {
      let frames = schedule?() ?? frames
      try step(tick + 1)
      tick += 1
      statistics.ticks += 1
      if frames.isFrame(tick) {
        statistics.frames += 1
        try frame(tick)
      }
    }
  }
}
