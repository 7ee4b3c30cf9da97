/// A change from one value to another.
///
/// Give one or two of `from`, `to` and `by`; the others follow:
///
/// | given | goes from | to |
/// |---|---|---|
/// | from, to | from | to |
/// | from, by | from | from + by |
/// | by, to | to − by | to |
/// | from | from | the value under the animation |
/// | to | the value under it | to |
/// | by | the value under it | that value + by |
///
/// In an `Animated`, an animation with only `by` starts from the presentation at the moment it is
/// added, and keeps its end if the model is set to that end afterwards.
public struct BasicAnimation<Value: Animatable>: PropertyAnimation {
  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming
  /// The timing function over one play.
  public var timingFunction: TimingFunction
  /// Whether it is added to the value beneath it; a missing end then means no change.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative = false

  private var way: Endpoints<Value>

  /// Makes an animation from one or two of `from`, `to` and `by`.
  ///
  /// - Throws: `MotionError` if none or all three are given, or a value is not finite.
  public init(
    from: Value? = nil,
    to: Value? = nil,
    by: Value? = nil,
    timing: MediaTiming = .natural,
    timingFunction: TimingFunction = .linear
  ) throws(MotionError) {
    way = try Endpoints(from: from, to: to, by: by)
    self.timing = timing
    self.timingFunction = timingFunction
  }

  /// The animation from a value, if a difference is all that is given and it is not additive.
  public func starting(from presentation: Value) -> Self {
    var copy = self
    if !isAdditive { copy.way = way.starting(from: presentation) }
    return copy
  }

  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  ///
  /// Specialized for common types of values; for others it is generic, and slower.
  @specialized(where Value == Double)
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == SIMD3<Double>)
  @specialized(where Value == SIMD4<Double>)
  @specialized(where Value == Angle)
  @specialized(where Value == Color)
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// Returns the value at a progress from 0, the start, to 1, the end.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    let (start, end) = way.ends(over: underlying)
    return start.interpolated(to: end, at: progress)
  }
}
