extension Animated where Value: Animatable {
  /// Sets the model to a value at once, and lets the presentation follow, as view animations do.
  ///
  /// An earlier animation by `animate` that has not ended yet is interrupted.
  ///
  /// - Parameters:
  ///   - value: The new model.
  ///   - time: The time now, in seconds.
  ///   - duration: The duration of the animation, in seconds.
  ///   - delay: The delay before it begins, in seconds.
  ///   - timingFunction: The timing function.
  ///   - completion: Called once: by `advance(to:)` with `true` at the end, or with `false` when the
  ///     animation is interrupted or removed before.
  /// - Throws: `MotionError` if the value or a time is not finite, or the duration negative.
  public mutating func animate(
    to value: Value,
    at time: Double = 0,
    duration: Double = 0.25,
    delay: Double = 0,
    timingFunction: TimingFunction = .easeInEaseOut,
    completion: (@Sendable (_ finished: Bool) -> Void)? = nil
  ) throws(MotionError) {
    try animate(
      \.self,
      to: value,
      at: time,
      duration: duration,
      delay: delay,
      timingFunction: timingFunction,
      completion: completion
    )
  }
}

extension Animated {
  /// Sets a property of the model at once, and lets the presentation follow.
  ///
  /// An earlier animation of the same property by `animate` that has not ended yet is interrupted.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  ///   - time: The time now, in seconds.
  ///   - duration: The duration of the animation, in seconds.
  ///   - delay: The delay before it begins, in seconds.
  ///   - timingFunction: The timing function.
  ///   - completion: Called once: by `advance(to:)` with `true` at the end, or with `false` when the
  ///     animation is interrupted or removed before.
  /// - Throws: `MotionError` if the value or a time is not finite, or the duration negative.
  public mutating func animate<Part: Animatable>(
    _ keyPath: any WritableKeyPath<Value, Part> & Sendable,
    to value: Part,
    at time: Double = 0,
    duration: Double = 0.25,
    delay: Double = 0,
    timingFunction: TimingFunction = .easeInEaseOut,
    completion: (@Sendable (_ finished: Bool) -> Void)? = nil
  ) throws(MotionError) {
    let animation = try BasicAnimation(
      from: presentation(at: time)[keyPath: keyPath],
      to: value,
      timing: MediaTiming(beginTime: delay, duration: duration, fillMode: .backwards),
      timingFunction: timingFunction
    )
    let placed = try animation.of(keyPath).delayed(by: time)
    advance(to: time)
    replace(placed, of: keyPath, completion: completion)
    model[keyPath: keyPath] = value
  }
}
