extension MediaTiming {
  /// Where in an animation a moment is.
  public struct Moment: Hashable, Sendable {
    /// The time within one play, in 0...duration, running back while reversed.
    public var basicTime: Double
    /// The same as a fraction of the duration, in 0...1.
    public var progress: Double
    /// How many plays have passed: a whole number, 0 in the first.
    public var iteration: Double
    /// Whether the animation has not begun, and its first value is shown beforehand.
    public var isBefore: Bool
  }

  /// How long the animation is active, in active time: all repetitions and reversals together.
  ///
  /// - Parameter naturalDuration: What stands in for `duration` if that is `nil`, in seconds.
  public func activeDuration(naturalDuration: Double) -> Double {
    if let repeatDuration { return repeatDuration }
    let period = period(naturalDuration)
    return period == 0 ? 0 : period * (repeatCount ?? 1)
  }

  /// The active time at a parent time; before 0 the animation has not begun.
  public func activeTime(at parentTime: Double, naturalDuration: Double) -> Double {
    let offset =
      timeOffset ?? (speed < 0 ? activeDuration(naturalDuration: naturalDuration) : 0)
    let elapsed = speed == 0 ? 0 : (parentTime - beginTime).saturated * speed
    return (elapsed + offset).saturated
  }

  /// Where in the animation a parent time is; `nil` when nothing of it is to be shown.
  ///
  /// The animation is active from its beginning to its end, both included, and rounding of the
  /// times does not shut them out.
  public func moment(at parentTime: Double, naturalDuration: Double) -> Moment? {
    let active = activeTime(at: parentTime, naturalDuration: naturalDuration)
    let end = activeDuration(naturalDuration: naturalDuration)
    if active >= 0, active < end { return during(active, naturalDuration) }
    let rounding = 4 * (abs(parentTime) + abs(beginTime)).saturated.ulp * abs(speed)
    if active < 0 {
      if active >= -rounding { return during(0, naturalDuration) }
      guard fillMode == .backwards || fillMode == .both else { return nil }
      var first = during(0, naturalDuration)
      first.isBefore = true
      return first
    }
    guard active <= end + rounding || fillMode == .forwards || fillMode == .both else { return nil }
    return atEnd(end, naturalDuration)
  }

  /// The parent times at which the animation begins to be active and ceases to be.
  ///
  /// A halted animation is active for ever, or never.
  public func activeSpan(naturalDuration: Double) -> ClosedRange<Double> {
    let end = activeDuration(naturalDuration: naturalDuration)
    let offset = activeTime(at: beginTime, naturalDuration: naturalDuration)
    guard speed != 0 else { return -.infinity ... .infinity }
    let a = beginTime + (0 - offset) / speed
    let b = beginTime + (end - offset) / speed
    return Swift.min(a, b)...Swift.max(a, b)
  }

  private func period(_ naturalDuration: Double) -> Double {
    (duration ?? naturalDuration) * (autoreverses ? 2 : 1)
  }

  private func during(_ active: Double, _ naturalDuration: Double) -> Moment {
    let period = period(naturalDuration)
    guard active >= period else { return moment(active, 0, naturalDuration) }
    guard period > 0 else { return moment(0, 0, naturalDuration) }
    let iteration = (active / period).saturated.rounded(.down)
    return moment((active - iteration * period).clamped(0, period), iteration, naturalDuration)
  }

  /// The last moment, which belongs to the last play and not to one that would follow.
  private func atEnd(_ end: Double, _ naturalDuration: Double) -> Moment {
    let period = period(naturalDuration)
    guard period > 0 else { return moment(0, 0, naturalDuration) }
    let count = (repeatDuration.map { $0 / period } ?? repeatCount ?? 1).saturated
    let iteration = count.rounded(.up) - 1
    return moment((count - iteration) * period, iteration, naturalDuration)
  }

  private func moment(_ time: Double, _ iteration: Double, _ naturalDuration: Double) -> Moment {
    let duration = duration ?? naturalDuration
    guard duration > 0 else {
      let progress: Double = autoreverses ? 0 : 1
      return Moment(basicTime: 0, progress: progress, iteration: iteration, isBefore: false)
    }
    let basic = time > duration ? Swift.max(0, 2 * duration - time) : time
    return Moment(
      basicTime: basic,
      progress: (basic / duration).clamped(0, 1),
      iteration: iteration,
      isBefore: false
    )
  }
}
