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
    var copy = self
    copy.animations = animations.map { $0.started(from: presentation) }
    return copy
  }

  /// The group with another timing function.
  public func eased(_ function: TimingFunction) -> AnimationGroup {
    var copy = self
    copy.timingFunction = function
    return copy
  }
}

extension Animation {
  /// The animation with its start, whatever its type.
  fileprivate func started(from presentation: Value) -> any Animation<Value> {
    starting(from: presentation)
  }
}
