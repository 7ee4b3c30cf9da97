import Chipmunk
import Motion

/// A value that animations of a scenario can have: a fixed number of numbers.
protocol NumericValue: Animatable {
  init(numbers: [Double])

  /// One of the numbers.
  static func component(_ index: Int) -> any WritableKeyPath<Self, Double> & Sendable

  /// Makes the animation along a path, for values that can follow one.
  static func animation(
    along description: AnimationDescription.PathDescription,
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Self>
}

extension NumericValue {
  static func animation(
    along description: AnimationDescription.PathDescription,
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Self> {
    throw MotionError("target", is: "not a place", remedy: "a path goes with a pair of numbers")
  }
}

extension NumericValue where Self: PathFollowing {
  static func animation(
    along description: AnimationDescription.PathDescription,
    _ functions: [TimingFunction],
    _ timing: MediaTiming
  ) throws(MotionError) -> any PropertyAnimation<Self> {
    try PathAnimation<Self>(
      along: try description.path(),
      rotationMode: .init(rawValue: description.rotation.rawValue) ?? .none,
      calculationMode: description.mode,
      keyTimes: description.times,
      timingFunctions: functions,
      timing: timing
    )
  }
}

extension Double: NumericValue {
  init(numbers: [Double]) { self = numbers[0] }

  static func component(_ index: Int) -> any WritableKeyPath<Double, Double> & Sendable { \.self }
}

extension Vector: NumericValue {
  init(numbers: [Double]) { self.init(numbers[0], numbers[1]) }

  static func component(_ index: Int) -> any WritableKeyPath<Vector, Double> & Sendable {
    index == 0 ? \.x : \.y
  }
}

extension SIMD2: NumericValue where Scalar == Double {
  init(numbers: [Double]) { self.init(numbers[0], numbers[1]) }

  static func component(_ index: Int) -> any WritableKeyPath<SIMD2<Double>, Double> & Sendable {
    \.[index]
  }
}

extension Pose: NumericValue {
  init(numbers: [Double]) { self.init(position: SIMD2(numbers[0], numbers[1])) }

  static func component(_ index: Int) -> any WritableKeyPath<Pose, Double> & Sendable {
    \.position[index]
  }
}

extension [Double]: NumericValue {
  init(numbers: [Double]) { self = numbers }

  static func component(_ index: Int) -> any WritableKeyPath<[Double], Double> & Sendable {
    \.[index]
  }
}

extension AnimationDescription {
  /// Makes the animation of a description that is not a group.
  func animation<Value: NumericValue>(
    of: Value.Type = Value.self,
    over model: Value
  ) throws(MotionError) -> any Animation<Value> {
    let functions = try timing.map { part throws(MotionError) in try part.function() }
    var made: any PropertyAnimation<Value> = try change.animation(functions, play.media())
    (made.isAdditive, made.isCumulative) = (isAdditive, isCumulative)
    guard let sampleRate else { return made }
    return try made.sampled(over: model, rate: sampleRate)
  }

  /// The time in which it plays, for a target of some numbers, if it is not a group.
  func span(count: Int) throws(MotionError) -> ClosedRange<Double> {
    change.isPath
      ? try animation(of: Vector.self, over: .zero).activeSpan
      : try animation(over: Array(repeating: 0.0, count: count)).activeSpan
  }
}

extension AnimationDescription {
  /// Makes the part of this animation, or group, that concerns a target or its parts; nil if none does.
  ///
  /// A group whose animations have several types of values becomes one group per type, each with its timing.
  func animation<Value: Sendable>(
    of whole: AnimationTarget,
    _ make: (AnimationDescription) throws(MotionError) -> any Animation<Value>
  ) throws(MotionError) -> (any Animation<Value>)? {
    guard case .group(let members) = change else {
      return try target?.part.whole == whole ? make(self) : nil
    }
    var parts: [any Animation<Value>] = []
    for member in members {
      if let part = try member.animation(of: whole, make) { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    let group = try AnimationGroup(parts, timing: groupTiming(of: members))
    return group.eased(try timing.first?.function() ?? .linear)
  }

  /// The timing of a group of all its animations, whatever their targets.
  func groupTiming(of members: [AnimationDescription]) throws(MotionError) -> MediaTiming {
    // The end of the last one, in the group's time.
    var end = 0.0
    for member in members { end = max(end, try member.end()) }
    guard end.isFinite || play.duration != nil else {
      throw MotionError(
        "duration",
        is: "not given",
        remedy: "give the group a duration, since one of its animations never ends"
      )
    }
    return try play.media(duration: end.isFinite ? end : nil)
  }

  private func end() throws(MotionError) -> Double {
    guard case .group(let members) = change else { return try span(count: 0).upperBound }
    return try groupTiming(of: members).activeSpan(naturalDuration: 0).upperBound
  }

  /// The animation and all in its group and its groups, each with its path and the end of what it is in.
  func parts(at path: String, until end: Double) -> [(path: String, part: Self, end: Double)] {
    guard case .group(let members) = change else { return [(path, self, end)] }
    return [(path, self, end)]
      + members.enumerated().flatMap {
        $1.parts(at: "\(path).group[\($0)]", until: play.duration ?? .infinity)
      }
  }

  /// Every animation in a group, and in its groups; an animation that is not a group yields itself.
  package var leaves: [AnimationDescription] {
    guard case .group(let members) = change else { return [self] }
    return members.flatMap(\.leaves)
  }
}

extension AnimationDescription.Play {
  /// The timing as Motion's type. An end that is filled is held, and not removed on completion.
  func media(duration natural: Double? = nil) throws(MotionError) -> MediaTiming {
    try MediaTiming(
      beginTime: begin,
      duration: duration ?? natural,
      speed: speed,
      timeOffset: offset,
      repeatCount: repeatCount,
      repeatDuration: repeatDuration,
      autoreverses: autoreverses,
      fillMode: fill,
      isRemovedOnCompletion: fill == .removed || fill == .backwards
    )
  }
}
