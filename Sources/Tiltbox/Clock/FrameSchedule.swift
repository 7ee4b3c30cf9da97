/// Which ticks are frames: those at which simulated time reaches the next multiple of 1/rate, tick 0 included.
public struct FrameSchedule: Hashable, Sendable {
  /// Frames a second of simulated time.
  public let rate: Double
  /// The length of a tick, in seconds.
  public let step: Double

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - rate: Frames a second, finite and above 0. At more than one frame a tick, every tick is one frame.
  ///   - step: The length of a tick in seconds, finite and above 0.
  public init(rate: Double, step: Double) {
    precondition(rate > 0 && rate.isFinite, "a frame rate is finite and above 0 Hz")
    precondition(step > 0 && step.isFinite, "a step is finite and above 0 s")
    self.rate = rate
    self.step = step
  }

  /// Whether a tick is a frame. O(1).
  public func isFrame(_ tick: Int) -> Bool {
    tick == 0 || multiples(by: tick) > multiples(by: tick - 1)
  }

  /// How many multiples of 1/rate are reached by a tick. Rounding must not put a frame off by a whole tick: a multiple
  /// counts as reached a millionth of a tick early.
  private func multiples(by tick: Int) -> Double {
    ((Double(tick) + 1e-6) * (rate * step)).rounded(.down)
  }
}
