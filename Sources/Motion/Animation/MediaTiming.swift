/// The begin, duration, speed and repetition of an animation: the timing model of Core Animation
/// and SMIL.
///
/// Time is mapped in two steps. *Parent time*, the time of the enclosing group or clock, becomes
/// *active time*, (parent − beginTime) · speed + timeOffset, which is 0 when the animation begins.
/// Repetition and reversal map active time to *basic time*, in 0...duration. All times are in
/// seconds.
public struct MediaTiming: Hashable, Sendable {
  /// The value while the animation is not active.
  public enum FillMode: String, CaseIterable, Sendable {
    /// Nothing: the value beneath the animation shows.
    case removed
    /// After the end, the last value; only for as long as the animation is not removed.
    case forwards
    /// Before the beginning, the first value.
    case backwards
    /// Both.
    case both
  }

  /// The parent time at which the animation begins.
  public internal(set) var beginTime = 0.0
  /// The duration of one play; `nil` for the natural duration of the animation.
  public internal(set) var duration: Double?
  /// The speed of active time, in seconds per second of parent time; 0 pauses it.
  public internal(set) var speed = 1.0
  /// The offset of active time; `nil` for 0, or with a negative speed for the active duration, so
  /// that the animation plays from its end.
  public internal(set) var timeOffset: Double?
  /// The number of plays, which may be a fraction or infinity; `nil` for one.
  public internal(set) var repeatCount: Double?
  /// The duration of all repetitions, in active time, instead of a count.
  public internal(set) var repeatDuration: Double?
  /// Whether each play is followed by a reverse play of the same length.
  public internal(set) var autoreverses = false
  /// The value before and after the animation.
  public internal(set) var fillMode = FillMode.removed
  /// Whether an `Animated` value removes the animation after its end.
  public internal(set) var isRemovedOnCompletion = true

  /// Makes a timing; the defaults are Core Animation's.
  ///
  /// - Throws: `MotionError` if a time or the speed is not finite, the duration is negative, a count or a
  ///   duration of repeating is not above 0, both of these are given, or an endless animation is to play
  ///   from its end.
  public init(
    beginTime: Double = 0,
    duration: Double? = nil,
    speed: Double = 1,
    timeOffset: Double? = nil,
    repeatCount: Double? = nil,
    repeatDuration: Double? = nil,
    autoreverses: Bool = false,
    fillMode: FillMode = .removed,
    isRemovedOnCompletion: Bool = true
  ) throws(MotionError) {
    try requireFinite(beginTime, "beginTime")
    try requireFinite(speed, "speed")
    if let duration { try requireDuration(duration, "duration") }
    if let timeOffset { try requireFinite(timeOffset, "timeOffset") }
    for (repeats, name) in [(repeatCount, "repeatCount"), (repeatDuration, "repeatDuration")] {
      guard let repeats else { continue }
      try require(repeats > 0, name, is: repeats, "give a number above 0, or infinity")
    }
    try require(
      repeatCount == nil || repeatDuration == nil,
      "repeatDuration",
      is: "given beside a repeatCount",
      "give one of the two"
    )
    try require(
      speed >= 0 || timeOffset != nil || max(repeatCount ?? 0, repeatDuration ?? 0) < .infinity,
      "speed",
      is: "\(number(speed)) without an end to play from",
      "give a timeOffset, or repeat less often"
    )
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// A timing that plays once from 0, for the natural duration of the animation.
  public static let natural = MediaTiming()

  private init() {}
}

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
    let rounding = (4 * (abs(parentTime) + abs(beginTime)).saturated.ulp * abs(speed)).saturated
    if active >= 0, active < end {
      let playhead = play.playhead(during: active)
      if active < end - rounding { return playhead }
      let last = play.playhead(atEndOf: repeatCount, or: repeatDuration)
      return playhead.iteration > last.iteration ? last : playhead
    }
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
    let period = autoreverses ? 2 * duration : duration
    return Play(duration: duration, period: period, returns: autoreverses)
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
    var count = (repeatDuration.map { $0 / duration / plays } ?? count ?? 1).saturated
    // 0.14 / 0.02 is above 7.
    if abs(count - count.rounded()) <= 4 * count.ulp { count.round() }
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

extension MediaTiming {
  /// Returns the timing with a delay, in seconds of parent time.
  ///
  /// - Throws: `MotionError` if the delay is not finite.
  package func delayed(by delay: Double) throws(MotionError) -> MediaTiming {
    try requireFinite(delay, "delay")
    var copy = self
    copy.beginTime = (beginTime + delay).saturated
    return copy
  }

  /// Returns the timing that continues at another speed from its state at a parent time.
  ///
  /// A speed of 0 pauses it; a second change, to the former speed, resumes it.
  ///
  /// - Throws: `MotionError` if the speed or the time is not finite.
  package func changingSpeed(
    to speed: Double,
    at parentTime: Double,
    naturalDuration: Double
  ) throws(MotionError) -> MediaTiming {
    try requireFinite(speed, "speed")
    try requireFinite(parentTime, "time")
    var copy = self
    copy.timeOffset = activeTime(at: parentTime, naturalDuration: naturalDuration)
    copy.beginTime = parentTime
    copy.speed = speed
    return copy
  }
}
