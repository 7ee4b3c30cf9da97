/// The times of ticks: a constant step from one tick to the next, which may change during a run.
public struct Timeline: Hashable, Sendable {
  /// The length of a tick, in seconds.
  public let step: Double
  /// The first tick with this step.
  package let firstTick: Int
  /// The time of that tick, in seconds.
  package let firstTime: Double

  /// Makes a timeline.
  ///
  /// - Parameters:
  ///   - step: The length of a tick in seconds, finite and above 0.
  ///   - tick: The first tick with this step.
  ///   - time: The time of that tick, in seconds.
  package init(step: Double, from tick: Int = 0, at time: Double = 0) {
    precondition(step > 0 && step.isFinite, "a step is finite and above 0 s")
    self.step = step
    firstTick = tick
    firstTime = time
  }

  /// The time of a tick, in seconds: a product, and never a sum of steps. O(1).
  public func time(of tick: Int) -> Double { firstTime + Double(tick - firstTick) * step }

  /// The first tick at or after a time in seconds. A multiple of the step counts as reached even if rounding put it
  /// slightly later. It is at most 10¹⁵ ticks from the first one, which is the result for NaN. O(1).
  public func tick(at time: Double) -> Int {
    let (tick, overflows) = firstTick.addingReportingOverflow(
      Int(ticks: ((time - firstTime) / step - 1e-6).rounded(.up))
    )
    return overflows ? .max : tick
  }

  /// The same timeline up to a tick, with steps of another length from there on.
  package func changing(to step: Double, at tick: Int) -> Timeline {
    Timeline(step: step, from: tick, at: time(of: tick))
  }
}

extension Int {
  /// A number of ticks, clamped to ±10¹⁵; 0 for NaN.
  package init(ticks: Double) {
    self = ticks.isNaN ? 0 : Int(Swift.min(Swift.max(ticks, -1e15), 1e15))
  }
}
