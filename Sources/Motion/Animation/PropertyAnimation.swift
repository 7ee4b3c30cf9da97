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
  public func eased(_ function: TimingFunction) -> Self {
    var copy = self
    copy.timingFunction = function
    return copy
  }

  /// Returns the animation as an additive one.
  public func additive() -> Self {
    var copy = self
    copy.isAdditive = true
    return copy
  }

  /// Returns the animation as a cumulative one.
  public func cumulative() -> Self {
    var copy = self
    copy.isCumulative = true
    return copy
  }
}

/// Throws if a value is not finite.
func requireFinite<Value: Animatable>(
  _ value: Value,
  _ parameter: @autoclosure () -> String
) throws(MotionError) {
  try require(value.isFinite, parameter(), is: value, "give finite numbers")
}
