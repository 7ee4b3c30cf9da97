/// A change from one value to another.
///
/// Of `from`, `to` and `by` one or two are given, and the others follow:
///
/// | given | goes from | to |
/// |---|---|---|
/// | from, to | from | to |
/// | from, by | from | from + by |
/// | by, to | to − by | to |
/// | from | from | what lies under the animation |
/// | to | what lies under it | to |
/// | by | what lies under it | that + by |
///
/// In an `Animated`, an animation of `by` alone starts from the presentation at the moment when it is added:
/// it goes on to the same end if the model is set to that end afterwards.
public struct BasicAnimation<Value: Animatable>: PropertyAnimation {
  /// When it plays, how fast and how often.
  public var timing: MediaTiming
  /// How progress follows time over one play.
  public var timingFunction: TimingFunction
  /// Whether it is added to what lies under it; missing ends are then "no change".
  public var isAdditive = false
  /// Whether each play goes on from where the one before ended.
  public var isCumulative = false

  private var way: Endpoints<Value>

  /// Makes an animation from one or two of its ends and difference.
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

  /// The value at a parent time, or the underlying value where the animation shows nothing.
  ///
  /// For these values the code is made beforehand; for others it is found at run time, at some cost.
  @specialized(where Value == Double)
  @specialized(where Value == SIMD2<Double>)
  @specialized(where Value == SIMD3<Double>)
  @specialized(where Value == SIMD4<Double>)
  @specialized(where Value == Angle)
  @specialized(where Value == Color)
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// The value at a progress, of which 0 and 1 are the ends.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    let (start, end) = way.ends(over: underlying)
    return start.interpolated(to: end, at: progress)
  }
}
