/// The reaction to a machine that cannot keep up with real time.
public enum OverloadPolicy: String, CaseIterable, Sendable, Codable {
  /// Simulated time falls behind; dropped ticks are counted.
  case drop
  /// As ``drop``; and if steps take too long, the run doubles the step, up to 1/60 s, and after that halves the frame
  /// rate, down to 30 Hz. That changes the trajectory.
  case adapt
  /// The run stops with an error.
  case fail
}

/// Real time ran further ahead than allowed, and the policy is `fail`.
public struct OverloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The newest tick that was run.
  public let tick: Int
  /// The lead of real time, in seconds.
  public let lag: Double
  /// The greatest allowed lead, in seconds.
  public let limit: Double

  /// The problem and its remedy.
  public var description: String {
    "real time is \(lag.brief(3)) s ahead of tick \(tick), more than \(limit.brief(3)) s; "
      + "simplify the scenario or lengthen its step, allow ticks to be dropped, or run without a clock"
  }
}

/// Converts elapsed real time to whole ticks of equal length.
///
/// Nothing accumulates: tick n is due at `Double(n) * step`, counted from the last change of the step, so neither the
/// length nor the number of frames causes drift. A clock that jumps back counts as stopped; a jump ahead is a stall.
public struct FixedStep: Sendable {
  /// The length of a tick, in seconds.
  public private(set) var step: Double
  /// The greatest lead of real time, in seconds, before the policy acts.
  public internal(set) var maxLag: Double
  /// The greatest number of ticks per frame before the policy acts.
  public let maxStepsPerFrame: Int
  /// The policy beyond these limits.
  public let policy: OverloadPolicy

  /// The newest tick that was due.
  public private(set) var tick: Int
  /// The fraction of a tick by which real time is beyond that tick, in 0..<1.
  public private(set) var alpha = 0.0
  /// The number of ticks dropped under `drop` and `adapt`: the debt.
  public private(set) var droppedTicks = 0

  /// The debt in seconds.
  public var droppedTime: Double { debt.time(of: droppedTicks) }

  /// The times of the dropped ticks, counted by themselves.
  private var debt: Timeline
  /// The newest tick at the last change of the step, and when it was due.
  private var first: (tick: Int, due: Duration)
  private var latest = Duration.zero
  private var lostByClock = Duration.zero

  /// Makes a clockwork at a tick.
  ///
  /// - Parameters:
  ///   - step: The length of a tick in seconds, finite and above 0.
  ///   - tick: The tick at which elapsed time is zero, from 0 to 10¹⁵.
  ///   - maxLag: In seconds, at least 0; at least one tick is always allowed.
  ///   - maxStepsPerFrame: At least 1.
  ///   - policy: The policy beyond these limits.
  public init(
    step: Double,
    tick: Int = 0,
    maxLag: Double = 0.25,
    maxStepsPerFrame: Int = .max,
    policy: OverloadPolicy = .drop
  ) {
    precondition(maxLag >= 0 && maxStepsPerFrame >= 1, "a limit lets at least one tick through")
    precondition((0...1_000_000_000_000_000).contains(tick), "a tick is from 0 to 10¹⁵")
    self.step = step
    self.tick = tick
    self.maxLag = maxLag
    self.maxStepsPerFrame = maxStepsPerFrame
    self.policy = policy
    debt = Timeline(step: step)
    first = (tick, .zero)
  }

  /// The time of the next tick, on the clock whose time `advance(to:)` receives.
  public var deadline: Duration { dueTime(interval + 1) - lostByClock }

  /// Advances to the ticks that have become due.
  ///
  /// - Parameters:
  ///   - elapsed: Real time since the first tick.
  ///   - last: The last tick to run. If it can be reached at once, nothing more is dropped.
  ///   - kept: The number of overdue ticks to keep, if fewer than allowed; at least 1.
  /// - Returns: The numbers of those ticks, to be run at once and in order.
  /// - Throws: `OverloadError` if the policy is `fail` and more ticks are due than allowed. O(1).
  public mutating func advance(
    to elapsed: Duration,
    through last: Int = .max,
    keeping kept: Int = .max
  ) throws(OverloadError) -> Range<Int> {
    let now = steady(elapsed)
    let due = max(intervals(in: now) - interval, 0)
    let wanted = max(last, tick) - tick
    var allowed = allowed
    if due > allowed, wanted > allowed {
      guard policy != .fail else {
        let lag = (now - dueTime(interval)).inSeconds
        throw OverloadError(tick: tick, lag: lag, limit: Double(allowed) * step)
      }
      allowed = min(allowed, max(kept, 1))
      droppedTicks += due - allowed
    }
    let first = tick + 1
    tick += min(due, allowed, wanted)
    alpha = min(max((now - dueTime(interval)).inSeconds / step, 0), 1.0.nextDown)
    return first..<tick + 1
  }

  /// Takes back the ticks after one that has run: they are still due.
  ///
  /// - Parameter tick: The newest tick that has run.
  public mutating func takeBack(after tick: Int) {
    precondition(
      tick <= self.tick && tick >= first.tick,
      "a tick was handed out before it is taken back"
    )
    self.tick = tick
  }

  /// Drops all ticks that have become due, so that the next one is in the future.
  ///
  /// - Parameter elapsed: Real time since the first tick.
  public mutating func drop(through elapsed: Duration) {
    droppedTicks += max(intervals(in: steady(elapsed)) - interval, 0)
  }

  /// Changes the length of the ticks after the newest one; the next one is due after that time.
  ///
  /// - Parameter step: In seconds, finite and above 0.
  public mutating func change(step: Double) {
    first = (tick, dueTime(interval))
    debt = debt.changing(to: step, at: droppedTicks)
    self.step = step
  }

  /// The elapsed time without jumps back of the clock.
  private mutating func steady(_ elapsed: Duration) -> Duration {
    if elapsed < latest { lostByClock += latest - elapsed }
    latest = elapsed
    return elapsed + lostByClock
  }

  /// How many ticks may run at once: as many as fit into the lag, to a millionth of a tick, but at least one.
  private var allowed: Int {
    max(1, min(maxStepsPerFrame, Int(ticks: min(maxLag / step + 1e-6, 1e9))))
  }

  /// The number of steps of real time up to the newest tick: those that ran, and those that were dropped.
  private var interval: Int { tick - first.tick + droppedTicks - debt.firstTick }

  private func dueTime(_ interval: Int) -> Duration {
    // Duration holds at most 1.7e20 s.
    first.due + .seconds(min(Double(interval) * step, 1e15))
  }

  /// The number of whole steps in a time. The rounding of the quotient is corrected against the times of `deadline`, so
  /// that a wake-up exactly at a deadline finds its tick due.
  private func intervals(in time: Duration) -> Int {
    var count = Int(ticks: (time - first.due).inSeconds / step)
    if dueTime(count) > time { count -= 1 }
    if dueTime(count + 1) <= time { count += 1 }
    return count
  }
}

extension Duration {
  /// The duration in seconds, rounded to the nearest double.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}

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
