extension MediaTiming {
  /// A place in an animation.
  public struct Playhead: Hashable, Sendable {
    /// The time within one play, in 0...duration, running back while reversed.
    public var basicTime: Double
    /// The same as a fraction of the duration, in 0...1.
    public var progress: Double
    /// How many plays have passed: a whole number, 0 in the first.
    public var iteration: Double
    /// Whether the animation has not begun, and its first value is shown beforehand.
    public var isBefore: Bool
  }

  /// The active duration: all repetitions and reversals together.
  package func activeDuration(naturalDuration: Double) -> Double {
    if let repeatDuration { return repeatDuration }
    let period = play(naturalDuration).period
    let count = repeatCount ?? 1
    if period == 0 { return 0 }
    return count == .infinity ? count : (period * count).saturated
  }

  /// The active time at a parent time; before 0 the animation has not begun.
  package func activeTime(at parentTime: Double, naturalDuration: Double) -> Double {
    let offset =
      timeOffset ?? (speed < 0 ? activeDuration(naturalDuration: naturalDuration) : 0)
    let elapsed = speed == 0 ? 0 : ((parentTime - beginTime).saturated * speed).saturated
    return (elapsed + offset).saturated
  }

  /// The position in the animation at a parent time; `nil` if the animation does not show then.
  ///
  /// The animation is active from its beginning to its end, both included; rounding of the times does not exclude them.
  package func playhead(at parentTime: Double, naturalDuration: Double) -> Playhead? {
    let active = activeTime(at: parentTime, naturalDuration: naturalDuration)
    let end = activeDuration(naturalDuration: naturalDuration)
    let play = play(naturalDuration)
    if active >= 0, active < end { return play.playhead(during: active) }
    let rounding = 4 * (abs(parentTime) + abs(beginTime)).saturated.ulp * abs(speed)
    if active < 0 {
      if active >= -rounding { return play.playhead(during: 0) }
      guard fillMode == .backwards || fillMode == .both else { return nil }
      var first = play.playhead(during: 0)
      first.isBefore = true
      return first
    }
    guard active <= end + rounding || fillMode == .forwards || fillMode == .both else { return nil }
    return play.playhead(atEndOf: repeatCount, or: repeatDuration)
  }

  /// The parent times at which the animation becomes active and inactive.
  ///
  /// An animation with speed 0 is active for ever, or never.
  package func activeSpan(naturalDuration: Double) -> ClosedRange<Double> {
    let end = activeDuration(naturalDuration: naturalDuration)
    let offset = activeTime(at: beginTime, naturalDuration: naturalDuration)
    guard speed != 0 else { return -.infinity ... .infinity }
    let a = beginTime + (0 - offset) / speed
    let b = beginTime + (end - offset) / speed
    return Swift.min(a, b)...Swift.max(a, b)
  }

  private func play(_ naturalDuration: Double) -> Play {
    let duration = duration ?? naturalDuration
    return Play(
      duration: duration,
      period: autoreverses ? 2 * duration : duration,
      returns: autoreverses
    )
  }
}

/// One play and, if it autoreverses, its reversal; converts active time to basic time.
private struct Play {
  let duration: Double
  let period: Double
  let returns: Bool

  /// The position at an active time of 0 or more, before the end.
  func playhead(during active: Double) -> MediaTiming.Playhead {
    guard active >= period, period > 0 else { return playhead(Swift.min(active, period), 0) }
    let iteration = (active / period).saturated.wholePart
    return playhead((active - iteration * period).clamped(0, period), iteration)
  }

  /// The last position, which belongs to the last play and not to the next one.
  func playhead(atEndOf count: Double?, or repeatDuration: Double?) -> MediaTiming.Playhead {
    guard period > 0 else { return playhead(0, 0) }
    // Not in periods: that of the longest reversed plays is infinite.
    let plays: Double = returns ? 2 : 1
    let count = (repeatDuration.map { $0 / duration / plays } ?? count ?? 1).saturated
    let iteration = Swift.max(0, count.rounded(.up) - 1)
    // Above 2⁵³, a whole number minus its predecessor is 0.
    let part = count == count.rounded() ? Swift.min(count, 1) : count - iteration
    return playhead(part * plays * duration, iteration)
  }

  private func playhead(_ time: Double, _ iteration: Double) -> MediaTiming.Playhead {
    guard duration > 0 else {
      let progress: Double = returns ? 0 : 1
      return .init(basicTime: 0, progress: progress, iteration: iteration, isBefore: false)
    }
    let basic = time > duration ? Swift.max(0, duration - (time - duration)) : time
    let progress = (basic / duration).clamped(0, 1)
    return .init(basicTime: basic, progress: progress, iteration: iteration, isBefore: false)
  }
}

extension Double {
  /// The integral part of a number of 0 or more: the same as rounding down, without a call.
  fileprivate var wholePart: Double { self < 0x1p52 ? Double(Int64(self)) : self }
}
