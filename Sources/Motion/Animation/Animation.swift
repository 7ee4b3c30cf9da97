/// A change of a value over time: a pure function of the time and of the value beneath it.
///
/// An animation is a value itself; copying one, or adding it to an `Animated`, shares nothing.
public protocol Animation<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The timing: begin, duration, speed and repetition.
  var timing: MediaTiming { get set }

  /// The duration of one play if the timing does not state it, in seconds.
  var naturalDuration: Double { get }

  /// Whether it is added to the value beneath it instead of replacing it.
  var isAdditive: Bool { get }

  /// Returns the value at a position of the playhead.
  func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value

  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  ///
  /// Any time is allowed; equal arguments give equal results, bit for bit. You need not implement
  /// this method; it follows from the timing.
  func value(at time: Double, over underlying: Value) -> Value

  /// Returns the animation with the starting value that it takes from the presentation when it is added to an
  /// `Animated`.
  ///
  /// An animation that has only a difference (`by`) starts there, even if the model changes later. Implement this
  /// method only for animations with such a start.
  func starting(from presentation: Value) -> Self
}

extension Animation {
  /// Returns the value at a parent time, or the underlying value if the animation is not active
  /// then.
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// Returns the animation itself: it takes no start from the presentation.
  public func starting(from presentation: Value) -> Self { self }

  /// The implementation of `value(at:over:)`, for types that have it specialized for common values.
  @inline(__always)
  func played(at time: Double, over underlying: Value) -> Value {
    guard !time.isNaN,
      let playhead = timing.playhead(at: time.saturated, naturalDuration: naturalDuration)
    else { return underlying }
    return value(at: playhead, over: underlying)
  }

  /// Returns a copy with a change.
  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// How long one play takes, in seconds.
  public var duration: Double { timing.duration ?? naturalDuration }

  /// The parent times at which it becomes active and inactive, in seconds.
  public var activeSpan: ClosedRange<Double> { timing.activeSpan(naturalDuration: naturalDuration) }

  /// Returns the animation with a delay, in seconds.
  ///
  /// - Throws: `MotionError` if the delay is not finite.
  public func delayed(by delay: Double) throws(MotionError) -> Self {
    var copy = self
    copy.timing = try timing.delayed(by: delay)
    return copy
  }

  /// Returns the animation that continues at another speed from its state at a parent time; a speed
  /// of 0 pauses it, a negative one plays it backwards.
  ///
  /// - Throws: `MotionError` if the speed or the time is not finite.
  public func changingSpeed(to speed: Double, at time: Double) throws(MotionError) -> Self {
    var copy = self
    copy.timing = try timing.changingSpeed(to: speed, at: time, naturalDuration: naturalDuration)
    return copy
  }
}

/// An animation of one value by a timing function: the common protocol of basic, keyframe, path and spring animations.
public protocol PropertyAnimation<Value>: Animation where Value: Animatable {
  /// The timing function over one play.
  var timingFunction: TimingFunction { get set }

  /// Whether it is added to the value beneath it instead of replacing it.
  var isAdditive: Bool { get set }

  /// Whether each repetition continues from the end of the previous one.
  var isCumulative: Bool { get set }

  /// Returns the value at a progress, where 0 and 1 are the ends; any finite progress is allowed.
  func value(atProgress progress: Double, over underlying: Value) -> Value
}

extension PropertyAnimation {
  /// The value at the playhead: paced, then accumulated over the plays, then added.
  public func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value {
    let base = isAdditive ? underlying.neutral : underlying
    let progress = timingFunction(playhead.progress, isBefore: playhead.isBefore)
    var value = value(atProgress: progress, over: base)
    if isCumulative, playhead.iteration > 0 {
      let end = self.value(atProgress: timingFunction(timing.autoreverses ? 0 : 1), over: base)
      value = end.scaled(by: playhead.iteration).adding(value)
    }
    return isAdditive ? underlying.adding(value) : value
  }

  /// A quarter of a second, as in Core Animation.
  public var naturalDuration: Double { 0.25 }

  /// Returns the animation with another timing function.
  public func eased(_ function: TimingFunction) -> Self { changed { $0.timingFunction = function } }

  /// Returns the animation as an additive one.
  public func additive() -> Self { changed { $0.isAdditive = true } }

  /// Returns the animation as a cumulative one.
  public func cumulative() -> Self { changed { $0.isCumulative = true } }
}

/// Throws if a value is not finite.
func requireFinite<Value: Animatable>(
  _ value: Value,
  _ parameter: @autoclosure () -> String
) throws(MotionError) {
  try require(value.isFinite, parameter(), is: value, "give finite numbers")
}

/// Several animations that play together, in the time of the group.
///
/// The group clips its children: the part of a child after the group's duration does not play.
/// Children apply as in `Animated`: later ones replace earlier ones, additive ones are added on
/// top. Groups can be nested.
public struct AnimationGroup<Value: Sendable>: Animation {
  /// When it plays, how fast and how often; the time of the children is its basic time.
  public var timing: MediaTiming
  /// The timing function that maps the group's time to the children's over one play.
  public var timingFunction = TimingFunction.linear
  /// The children, in the order in which they apply.
  public private(set) var animations: [any Animation<Value>]
  /// The end of the last child, in seconds.
  public let naturalDuration: Double
  /// Whether all children are added to the value beneath them.
  public let isAdditive: Bool

  /// Makes a group.
  ///
  /// - Throws: `MotionError` if a child never ends and the timing has no duration.
  public init(
    _ animations: [any Animation<Value>],
    timing: MediaTiming = .natural
  ) throws(MotionError) {
    self.animations = animations.filter { !$0.isAdditive } + animations.filter(\.isAdditive)
    self.timing = timing
    isAdditive = animations.allSatisfy(\.isAdditive)
    naturalDuration = animations.reduce(0) { max($0, $1.activeSpan.upperBound) }
    try require(
      naturalDuration.isFinite || timing.duration != nil,
      "duration",
      is: "not given",
      "give the group a duration, since one of its animations never ends"
    )
  }

  /// The value at the playhead, changed by each child in turn.
  public func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value {
    let progress = timingFunction(playhead.progress, isBefore: playhead.isBefore)
    let time = progress == playhead.progress ? playhead.basicTime : progress * duration
    var value = underlying
    for index in 0..<animations.count { value = animations[index].value(at: time, over: value) }
    return value
  }

  /// The group, each child with its own start.
  public func starting(from presentation: Value) -> AnimationGroup {
    changed { $0.animations = animations.map { $0.starting(from: presentation) } }
  }

  /// The group with another timing function.
  public func eased(_ function: TimingFunction) -> AnimationGroup {
    changed { $0.timingFunction = function }
  }
}

/// An animation of one property of a larger value, such as the position of a card.
///
/// Made by `Animation.of(_:)`; its timing is that of the animation it carries.
public struct KeyPathAnimation<Value: Sendable, Part: Animation>: Animation {
  /// The animation of the property.
  public var animation: Part
  /// The property.
  public let keyPath: any WritableKeyPath<Value, Part.Value> & Sendable

  /// The timing: begin, duration, speed and repetition.
  public var timing: MediaTiming {
    get { animation.timing }
    set { animation.timing = newValue }
  }

  /// The duration of one play if the timing does not state it, in seconds.
  public var naturalDuration: Double { animation.naturalDuration }

  /// Whether it is added to the value beneath it.
  public var isAdditive: Bool { animation.isAdditive }

  /// The value at the playhead, with the property changed.
  public func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value {
    changing(underlying) { animation.value(at: playhead, over: $0) }
  }

  /// The value at a parent time, with the property changed.
  public func value(at time: Double, over underlying: Value) -> Value {
    changing(underlying) { animation.value(at: time, over: $0) }
  }

  /// The animation with the start of its property.
  public func starting(from presentation: Value) -> Self {
    changed { $0.animation = animation.starting(from: presentation[keyPath: keyPath]) }
  }

  private func changing(_ underlying: Value, _ change: (Part.Value) -> Part.Value) -> Value {
    func replace(_ part: inout Part.Value) { part = change(part) }
    var value = underlying
    replace(&value[keyPath: keyPath])
    return value
  }
}

extension Animation {
  /// This animation, for a property of a larger value.
  public func of<Whole: Sendable>(
    _ keyPath: any WritableKeyPath<Whole, Value> & Sendable
  ) -> KeyPathAnimation<Whole, Self> {
    KeyPathAnimation(animation: self, keyPath: keyPath)
  }
}
