extension Animated where Value: Animatable {
  /// Sets the model to a value at once, and lets the presentation follow, as view animations do.
  ///
  /// - Parameters:
  ///   - value: The new model.
  ///   - time: The time now, in seconds.
  ///   - duration: How long the presentation takes, in seconds.
  ///   - delay: How long it stays where it is before.
  ///   - timingFunction: How progress follows time.
  ///   - completion: Called by `advance(to:)` with `true` at the end.
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
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  ///   - time: The time now, in seconds.
  ///   - duration: How long the presentation takes, in seconds.
  ///   - delay: How long it stays where it is before.
  ///   - timingFunction: How progress follows time.
  ///   - completion: Called by `advance(to:)` with `true` at the end.
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
    try add(animation, of: keyPath, at: time, completion: completion)
    model[keyPath: keyPath] = value
  }
}
