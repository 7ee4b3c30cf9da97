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

  /// How long one play takes, in seconds.
  public var duration: Double { timing.duration ?? naturalDuration }

  /// The parent times at which it becomes active and inactive, in seconds.
  public var activeSpan: ClosedRange<Double> {
    timing.activeSpan(naturalDuration: naturalDuration)
  }

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
