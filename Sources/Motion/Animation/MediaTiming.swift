/// When an animation plays, how fast and how often: the timing model of Core Animation and SMIL.
///
/// Time is mapped in two steps. *Parent time*, of the group or the clock that the animation is in,
/// becomes *active time*, (parent − beginTime) · speed + timeOffset, which is 0 when the animation
/// begins. Active time, by way of repeating and reversing, becomes *basic time*, in 0...duration.
/// All times are in seconds.
public struct MediaTiming: Hashable, Sendable {
  /// What is shown when the animation is not active.
  public enum FillMode: String, CaseIterable, Sendable {
    /// Nothing: what lies under the animation is seen.
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
  /// How long it plays once; `nil` for as long as what is played takes by itself.
  public internal(set) var duration: Double?
  /// How fast active time runs, in seconds per second of parent time; 0 halts it.
  public internal(set) var speed: Double
  /// What is added to active time; `nil` for 0, or with a negative speed for the active duration,
  /// so that the animation plays from its end.
  public internal(set) var timeOffset: Double?
  /// How often it plays: a fraction is allowed, and infinity. `nil` for once.
  public internal(set) var repeatCount: Double?
  /// How long it plays again and again, in active time, instead of a count.
  public internal(set) var repeatDuration: Double?
  /// Whether every play is followed by one that runs back, which takes as long again.
  public internal(set) var autoreverses: Bool
  /// What is shown before and after.
  public internal(set) var fillMode: FillMode
  /// Whether an `Animated` value drops the animation when its end has passed.
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

  /// The timing that plays once from 0, for as long as what is played takes.
  public static let natural = MediaTiming()

  private init() {
    (beginTime, duration, speed, timeOffset) = (0, nil, 1, nil)
    (repeatCount, repeatDuration, autoreverses) = (nil, nil, false)
    (fillMode, isRemovedOnCompletion) = (.removed, true)
  }
}
