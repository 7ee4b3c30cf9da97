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
    isAdditive ? self : changed { $0.way = way.starting(from: presentation) }
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

/// The known parts of the way from one value to another.
enum Endpoints<Value: Animatable>: Sendable {
  case between(Value, Value)
  case from(Value)
  case to(Value)
  case by(Value)

  init(from: Value?, to: Value?, by: Value?) throws(MotionError) {
    for (value, name) in [(from, "from"), (to, "to"), (by, "by")] {
      if let value { try requireFinite(value, name) }
    }
    switch (from, to, by) {
    case (let from?, let to?, nil): self = .between(from, to)
    case (let from?, nil, let by?): self = .between(from, from.adding(by))
    case (nil, let to?, let by?): self = .between(to.adding(by.negated), to)
    case (let from?, nil, nil): self = .from(from)
    case (nil, let to?, nil): self = .to(to)
    case (nil, nil, let by?): self = .by(by)
    case (nil, nil, nil), (_?, _?, _?):
      throw MotionError(
        "the animation",
        has: from == nil ? "neither from, to nor by" : "from, to and by",
        remedy: "give one or two of them"
      )
    }
  }

  /// The same, with a start for a difference that has none.
  func starting(from value: Value) -> Endpoints {
    guard case .by(let difference) = self else { return self }
    return .between(value, value.adding(difference))
  }

  /// Both ends; missing ones come from the value under the animation.
  func ends(over underlying: Value) -> (start: Value, end: Value) {
    switch self {
    case .between(let start, let end): (start, end)
    case .from(let start): (start, underlying)
    case .to(let end): (underlying, end)
    case .by(let difference): (underlying, underlying.adding(difference))
    }
  }
}
