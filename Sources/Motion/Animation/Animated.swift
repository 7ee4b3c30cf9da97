/// A value with animations over it: the model value stays known while the presentation value moves.
///
/// The *model* is the value itself; the *presentation* is the result of the animations at a time.
/// Animations apply to the model in the order in which they were added: later ones replace earlier
/// ones, and additive ones are added on top. Without animations, the presentation is the model.
public struct Animated<Value: Sendable>: Sendable {
  /// The value without animations.
  public var model: Value

  struct Entry: Sendable {
    var key: String?
    /// The property changed by `animate`; nil for an animation that was added.
    var property: (any AnyKeyPath & Sendable)?
    var animation: any Animation<Value>
    var end: Double
    var completion: (@Sendable (Bool) -> Void)?
  }
  private var entries: [Entry] = []

  /// Makes a value without animations.
  public init(_ model: Value) { self.model = model }

  /// Returns the value at a time: the model, changed by each animation in turn.
  ///
  /// An animation that is removed on completion has no effect after its end, whatever its fill
  /// mode. Complexity: O(*animations*), without allocation.
  public func presentation(at time: Double) -> Value { presentation(at: time, of: entries.count) }

  /// The value at a time, changed by the lowest `count` animations alone.
  private func presentation(at time: Double, of count: Int) -> Value {
    var value = model
    // By index: a loop over the elements would retain and release each.
    for index in 0..<count where !entries[index].isRemoved(at: time) {
      value = entries[index].animation.value(at: time, over: value)
    }
    return value
  }

  /// The value at a time beneath the additive animations, which are added to a new animation too.
  private func start(at time: Double) -> Value { presentation(at: time, of: firstAdditive) }

  private var firstAdditive: Int { entries.firstIndex { $0.animation.isAdditive } ?? entries.count }

  /// The keys of the animations, from bottom to top; animations without a key are omitted.
  public var animationKeys: [String] { entries.compactMap(\.key) }

  /// Returns a copy of the animation with a key, in the time of this value.
  public func animation(forKey key: String) -> (any Animation<Value>)? {
    entries.first { $0.key == key }?.animation
  }

  /// Whether an animation ends after a time.
  public func isAnimating(at time: Double) -> Bool { entries.contains { $0.end > time } }
}

extension Animated.Entry {
  /// Whether the end is before a time by more than rounding.
  func isRemoved(at time: Double) -> Bool {
    time > end + 4 * end.ulp && animation.timing.isRemovedOnCompletion
  }
}

extension Animated {
  /// Adds a copy of an animation on top of the others; additive animations stay above all that are
  /// not.
  ///
  /// An animation that has only a difference starts from the presentation at `time`, without that of
  /// additive animations, before an animation with the same key is removed.
  ///
  /// - Parameters:
  ///   - animation: The animation; its begin time counts from `time`.
  ///   - key: A name; an animation that already has it is removed first.
  ///   - time: The time now, in seconds.
  ///   - completion: Called once: by `advance(to:)` with `true` when the animation has ended, or
  ///     with `false` if it is removed before.
  /// - Throws: `MotionError` if the time is not finite.
  public mutating func add(
    _ animation: some Animation<Value>,
    forKey key: String? = nil,
    at time: Double = 0,
    completion: (@Sendable (_ finished: Bool) -> Void)? = nil
  ) throws(MotionError) {
    try requireFinite(time, "time")
    let placed = try animation.delayed(by: time).starting(from: start(at: time))
    if let key { removeAnimation(forKey: key) }
    insert(placed, key: key, completion: completion)
  }

  /// Adds an animation whose missing ends stay open: they follow the value beneath it at each time.
  package mutating func insert(
    _ animation: some Animation<Value>,
    key: String? = nil,
    property: (any AnyKeyPath & Sendable)? = nil,
    completion: (@Sendable (_ finished: Bool) -> Void)? = nil
  ) {
    let entry = Entry(
      key: key,
      property: property,
      animation: animation,
      end: animation.activeSpan.upperBound,
      completion: completion
    )
    entries.insert(entry, at: animation.isAdditive ? entries.endIndex : firstAdditive)
  }

  /// Adds a copy of an animation of one property.
  ///
  /// - Parameters:
  ///   - animation: The animation; its begin time counts from `time`.
  ///   - keyPath: The property.
  ///   - key: A name; an animation that already has it is removed first.
  ///   - time: The time now, in seconds.
  ///   - completion: As for an animation of the whole value.
  /// - Throws: `MotionError` if the time is not finite.
  public mutating func add<Part: Animation>(
    _ animation: Part,
    of keyPath: any WritableKeyPath<Value, Part.Value> & Sendable,
    forKey key: String? = nil,
    at time: Double = 0,
    completion: (@Sendable (_ finished: Bool) -> Void)? = nil
  ) throws(MotionError) {
    try add(animation.of(keyPath), forKey: key, at: time, completion: completion)
  }

  /// Removes the animation with a key. If its completion has not been called, it gets `false`.
  public mutating func removeAnimation(forKey key: String) { remove { $0.key == key } }

  /// Removes every animation.
  public mutating func removeAllAnimations() { remove { _ in true } }

  private mutating func remove(where isWanted: (Entry) -> Bool) {
    let removed = entries.filter(isWanted)
    entries.removeAll(where: isWanted)
    for entry in removed { entry.completion?(false) }
  }

  /// Advances to a time: calls the completions of animations that have ended, in the order of their
  /// ends, and removes those that are removed on completion.
  ///
  /// This does not change the presentation at this time or later.
  public mutating func advance(to time: Double) {
    let ended = entries.filter { $0.end <= time && $0.completion != nil }
    for index in entries.indices where entries[index].end <= time {
      entries[index].completion = nil
    }
    entries.removeAll { $0.isRemoved(at: time) }
    for entry in ended.sorted(by: { $0.end < $1.end }) { entry.completion?(true) }
  }
}

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
    try requireFinite(time, "time")
    try requireFinite(delay, "delay")
    let animation = try BasicAnimation(
      from: start(at: time)[keyPath: keyPath],
      to: value,
      timing: MediaTiming(beginTime: delay, duration: duration, fillMode: .backwards),
      timingFunction: timingFunction
    )
    let placed = try animation.of(keyPath).delayed(by: time)
    advance(to: time)
    remove { $0.property == keyPath }
    insert(placed, property: keyPath, completion: completion)
    model[keyPath: keyPath] = value
  }
}
