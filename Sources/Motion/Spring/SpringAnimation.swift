/// A change driven by a spring: it pulls the value to its target and may overshoot.
///
/// The ends follow from `from`, `to` and `by` as in `BasicAnimation`. One play takes until the
/// spring has settled, unless the timing has a duration. A settled value is exactly the target.
public struct SpringAnimation<Value: Animatable>: PropertyAnimation {
  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming
  /// The timing function that maps the play's time to the spring's; `linear` for a natural spring.
  public var timingFunction = TimingFunction.linear
  /// Whether it is added to the value beneath it; a missing end then means no change.
  public var isAdditive = false
  /// Whether each repetition continues from the end of the previous one.
  public var isCumulative = false
  /// The spring.
  public let spring: Spring
  /// The initial velocity, per second; `nil` for 0.
  public let initialVelocity: Value?
  /// The time in which the spring settles to a thousandth of the distance, in seconds.
  public let naturalDuration: Double

  private var way: Endpoints<Value>

  /// Makes an animation from a spring and one or two of `from`, `to` and `by`.
  ///
  /// - Throws: `MotionError` if none or all three are given, a value is not finite, or neither the
  ///   spring settles nor the timing has a duration.
  public init(
    from: Value? = nil,
    to: Value? = nil,
    by: Value? = nil,
    spring: Spring,
    initialVelocity: Value? = nil,
    timing: MediaTiming = .natural
  ) throws(MotionError) {
    way = try Endpoints(from: from, to: to, by: by)
    if let initialVelocity { try requireFinite(initialVelocity, "initialVelocity") }
    self.timing = timing
    self.spring = spring
    self.initialVelocity = initialVelocity
    naturalDuration = way.settlingDuration(of: spring, initialVelocity: initialVelocity)
    try require(
      naturalDuration.isFinite || timing.duration != nil,
      "damping",
      is: spring.damping,
      "give a damping above 0, with which the spring settles, or a duration"
    )
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

  /// Returns the value at a progress, where 1 is the end of the play.
  public func value(atProgress progress: Double, over underlying: Value) -> Value {
    let (start, end) = way.ends(over: underlying)
    let time = progress * duration
    if isSettled(at: time) { return end }
    let response = spring.response(at: time)
    let value = end.interpolated(to: start, at: response.ofDisplacement)
    guard let initialVelocity else { return value }
    return value.adding(initialVelocity.scaled(by: response.ofVelocity))
  }

  /// Whether the spring has settled at a time, up to the rounding of times.
  private func isSettled(at time: Double) -> Bool { time >= naturalDuration * (1 - 1e-9) }

  /// Returns the rate of change of the value, per second of basic time, at a progress.
  public func velocity(atProgress progress: Double, over underlying: Value) -> Value {
    let (start, end) = way.ends(over: underlying)
    let time = progress * duration
    guard !isSettled(at: time) else { return end.neutral }
    let ofDisplacement = spring.state(at: time, from: .init(displacement: 1)).velocity
    let ofVelocity = spring.state(at: time, from: .init(displacement: 0, velocity: 1)).velocity
    let pull = start.difference(from: end).scaled(by: ofDisplacement)
    guard let initialVelocity else { return pull }
    return pull.adding(initialVelocity.scaled(by: ofVelocity))
  }

  /// Returns an animation that takes over at a parent time and pulls to another target, from the
  /// value and with the velocity that this one has then.
  ///
  /// - Parameters:
  ///   - target: The new target.
  ///   - time: The parent time at which it begins, in seconds.
  ///   - underlying: The value beneath the animation; used if one of its ends is missing.
  ///   - spring: The new spring, if it changes.
  /// - Returns: An animation in the same time, begun at `time`.
  /// - Throws: `MotionError` if the target or the time is not finite.
  public func retargeted(
    to target: Value,
    at time: Double,
    over underlying: Value,
    spring: Spring? = nil
  ) throws(MotionError) -> SpringAnimation {
    try requireFinite(time, "time")
    let base = isAdditive ? underlying.neutral : underlying
    let held = changed { $0.timing.fillMode = .both }
    var next = try SpringAnimation(
      from: held.value(at: time, over: base),
      to: target,
      spring: spring ?? self.spring,
      initialVelocity: activeSpan.contains(time) ? held.velocity(at: time, over: base) : nil,
      timing: MediaTiming(
        beginTime: time,
        duration: timing.duration,
        fillMode: timing.fillMode,
        isRemovedOnCompletion: timing.isRemovedOnCompletion
      )
    )
    next.isAdditive = isAdditive
    return next
  }

  /// The rate of change of the value, per second of parent time, while it plays.
  private func velocity(at time: Double, over underlying: Value) -> Value {
    let progress = timing.playhead(at: time, naturalDuration: naturalDuration)?.progress ?? 0
    let active = timing.activeTime(at: time, naturalDuration: naturalDuration)
    let (before, after) = (max(0, progress - 1e-6), min(1, progress + 1e-6))
    var rate = (timingFunction(after) - timingFunction(before)) / (after - before)
    if case .linear = timingFunction { rate = 1 }
    if timing.autoreverses, active.truncatingRemainder(dividingBy: 2 * duration) > duration {
      rate = -rate
    }
    return velocity(atProgress: timingFunction(progress), over: underlying)
      .scaled(by: rate * timing.speed)
  }
}

extension Endpoints {
  /// The settling time of a spring, whichever direction the value moves in first.
  ///
  /// A velocity is relative to the distance of the motion, or to the distance that it alone would carry the spring, if
  /// that is greater or the former is not known yet.
  func settlingDuration(of spring: Spring, initialVelocity: Value?) -> Double {
    guard let initialVelocity else { return spring.settlingDuration() }
    let speed = initialVelocity.distance(to: initialVelocity.neutral)
    let known: Double =
      switch self {
      case .between(let start, let end): start.distance(to: end)
      case .by(let difference): difference.distance(to: difference.neutral)
      case .from, .to: 0
      }
    let distance = max(known, (speed / spring.angularFrequency).saturated)
    guard distance > 0 else { return spring.settlingDuration() }
    return max(
      spring.settlingDuration(initialVelocity: speed / distance),
      spring.settlingDuration(initialVelocity: -speed / distance)
    )
  }
}
