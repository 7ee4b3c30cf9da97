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
  public internal(set) var beginTime: Double
  /// The duration of one play; `nil` for the natural duration of the animation.
  public internal(set) var duration: Double?
  /// The speed of active time, in seconds per second of parent time; 0 pauses it.
  public internal(set) var speed: Double
  /// The offset of active time; `nil` for 0, or with a negative speed for the active duration, so
  /// that the animation plays from its end.
  public internal(set) var timeOffset: Double?
  /// The number of plays, which may be a fraction or infinity; `nil` for one.
  public internal(set) var repeatCount: Double?
  /// The duration of all repetitions, in active time, instead of a count.
  public internal(set) var repeatDuration: Double?
  /// Whether each play is followed by a reverse play of the same length.
  public internal(set) var autoreverses: Bool
  /// The value before and after the animation.
  public internal(set) var fillMode: FillMode
  /// Whether an `Animated` value removes the animation after its end.
  public internal(set) var isRemovedOnCompletion: Bool

  /// Makes a timing; the defaults are Core Animation's.
  ///
  /// - Throws: `MotionError` if a time or the speed is not finite, a duration or count is negative
  ///   or the count 0, both a count and a duration of repeating are given, or an endless animation
  ///   is to play from its end.
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
      is: "\(repeatDuration ?? 0) beside a repeatCount",
      "give one of the two"
    )
    try require(
      speed >= 0 || timeOffset != nil || max(repeatCount ?? 0, repeatDuration ?? 0) < .infinity,
      "speed",
      is: "\(speed) without an end to play from",
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

  private init() {
    (beginTime, duration, speed, timeOffset) = (0, nil, 1, nil)
    (repeatCount, repeatDuration, autoreverses) = (nil, nil, false)
    (fillMode, isRemovedOnCompletion) = (.removed, true)
  }
}
