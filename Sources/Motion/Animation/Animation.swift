/// A change of a value over time: a pure function of the time and of the value that lies under it.
///
/// An animation is a value itself; copying one, or adding it to an `Animated`, shares nothing.
public protocol Animation<Value>: Sendable {
  /// What changes.
  associatedtype Value: Sendable

  /// When it plays, how fast and how often.
  var timing: MediaTiming { get set }

  /// How long one play takes if the timing does not say, in seconds.
  var naturalDuration: Double { get }

  /// Whether it is added to what lies under it, instead of hiding that.
  var isAdditive: Bool { get }

  /// The value where the playhead of the animation is.
  func value(at playhead: MediaTiming.Playhead, over underlying: Value) -> Value

  /// The value at a parent time, or the underlying value where the animation shows nothing.
  ///
  /// Any time is allowed; the same arguments give the same result, bit for bit. There is no need to
  /// write this; it follows from the timing.
  func value(at time: Double, over underlying: Value) -> Value

  /// The animation with the start that it takes from what is shown when it is added to an `Animated`.
  ///
  /// An animation of a difference alone (`by`) starts there, whatever the model is set to later. There is
  /// no need to write this for an animation that has no such start.
  func starting(from presentation: Value) -> Self
}

extension Animation {
  /// The value at a parent time, or the underlying value where the animation shows nothing.
  public func value(at time: Double, over underlying: Value) -> Value {
    played(at: time, over: underlying)
  }

  /// The animation itself: it takes no start from what is shown.
  public func starting(from presentation: Value) -> Self { self }

  /// The body of `value(at:over:)`, for the types that have it made for common values beforehand.
  @inline(__always)
  func played(at time: Double, over underlying: Value) -> Value {
    guard !time.isNaN,
      let playhead = timing.playhead(at: time.saturated, naturalDuration: naturalDuration)
    else { return underlying }
    return value(at: playhead, over: underlying)
  }

  /// How long one play takes, in seconds.
  public var duration: Double { timing.duration ?? naturalDuration }

  /// The parent times at which it begins to be active and ceases to be, in seconds.
  public var activeSpan: ClosedRange<Double> {
    timing.activeSpan(naturalDuration: naturalDuration)
  }

  /// The animation, begun later by a delay in seconds.
  ///
  /// - Throws: `MotionError` if the delay is not finite.
  public func delayed(by delay: Double) throws(MotionError) -> Self {
    var copy = self
    copy.timing = try timing.delayed(by: delay)
    return copy
  }

  /// The animation, going on at another speed (0 pauses, a negative one goes back) from where it is
  /// at a parent time.
  ///
  /// - Throws: `MotionError` if the speed or the time is not finite.
  public func changingSpeed(to speed: Double, at time: Double) throws(MotionError) -> Self {
    var copy = self
    copy.timing = try timing.changingSpeed(to: speed, at: time, naturalDuration: naturalDuration)
    return copy
  }
}
