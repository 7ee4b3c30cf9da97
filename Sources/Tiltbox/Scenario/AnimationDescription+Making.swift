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
    let media = try play.media()
    let functions = try timingFunctions()
    let whole = functions.first ?? .linear
    switch change {
    case .basic(let ends):
      return try finished(
        BasicAnimation(
          from: ends.from.map(Value.init(numbers:)),
          to: ends.to.map(Value.init(numbers:)),
          by: ends.by.map(Value.init(numbers:)),
          timing: media,
          timingFunction: whole
        ),
        over: model
      )
    case .keyframes(let frames):
      return try finished(
        KeyframeAnimation(
          values: frames.values.map(Value.init(numbers:)),
          keyTimes: frames.times,
          timingFunctions: functions,
          calculationMode: frames.mode,
          shapes: frames.shapes,
          timing: media
        ),
        over: model
      )
    case .path(let description):
      let pieces = functions.count == 1 ? [] : functions
      let path = try Value.animation(along: description, pieces, media)
      return try finished(path.eased(pieces.isEmpty ? whole : .linear), over: model)
    case .spring(let ends, let description):
      let spring = try SpringAnimation(
        from: ends.from.map(Value.init(numbers:)),
        to: ends.to.map(Value.init(numbers:)),
        by: ends.by.map(Value.init(numbers:)),
        spring: description.spring(),
        initialVelocity: description.velocity.map(Value.init(numbers:)),
        timing: media
      )
      return try finished(spring.eased(whole), over: model)
    case .group: preconditionFailure("a group is made of its animations")
    }
  }

  private func finished<Made: PropertyAnimation>(
    _ animation: Made,
    over model: Made.Value
  ) throws(MotionError) -> any Animation<Made.Value> {
    var animation = animation
    animation.isAdditive = isAdditive
    animation.isCumulative = isCumulative
    guard let sampleRate else { return animation }
    return try animation.sampled(over: model, rate: sampleRate)
  }

  private func timingFunctions() throws(MotionError) -> [TimingFunction] {
    var functions: [TimingFunction] = []
    for description in timing { functions.append(try description.function()) }
    return functions
  }
}

extension AnimationDescription {
  /// Makes the part of this animation, or group, that concerns some targets; nil if none does.
  ///
  /// A group whose animations have several types of values becomes one group per type, each with its timing.
  func animation<Value: Sendable>(
    where concerns: (AnimationTarget) -> Bool,
    _ make: (AnimationDescription) throws(MotionError) -> any Animation<Value>
  ) throws(MotionError) -> (any Animation<Value>)? {
    guard case .group(let members) = change else {
      guard let target, concerns(target) else { return nil }
      return try make(self)
    }
    var parts: [any Animation<Value>] = []
    for member in members {
      if let part = try member.animation(where: concerns, make) { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    let group = try AnimationGroup(parts, timing: groupTiming(of: members))
    return group.eased(try timing.first?.function() ?? .linear)
  }

  /// The timing of a group of all its animations, whatever their targets.
  func groupTiming(of members: [AnimationDescription]) throws(MotionError) -> MediaTiming {
    let end = try naturalEnd(of: members)
    guard end.isFinite || play.duration != nil else {
      throw MotionError(
        "duration",
        is: "not given",
        remedy: "give the group a duration, since one of its animations never ends"
      )
    }
    return try play.media(duration: end.isFinite ? end : nil)
  }

  /// The end of the last animation of a group, in the group's time, in seconds.
  private func naturalEnd(of members: [AnimationDescription]) throws(MotionError) -> Double {
    var last = 0.0
    for member in members { last = max(last, try member.end()) }
    return last
  }

  private func end() throws(MotionError) -> Double {
    switch change {
    case .group(let members): try groupTiming(of: members).activeSpan(naturalDuration: 0).upperBound
    case .path: try animation(of: Vector.self, over: .zero).activeSpan.upperBound
    case .basic, .keyframes, .spring:
      try animation(of: [Double].self, over: []).activeSpan.upperBound
    }
  }

  /// Every animation in a group, and in its groups; an animation that is not a group yields itself.
  var leaves: [AnimationDescription] {
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

extension AnimationDescription.PathDescription {
  func path() throws(MotionError) -> Path {
    switch form {
    case .svg(let data): try Path(svg: data)
    case .ellipse(let x, let y, let width, let height):
      try Path(ellipseIn: Rect(x: x, y: y, width: width, height: height))
    case .points(let points): try Path(through: points.map(\.components))
    }
  }
}

extension AnimationDescription.SpringDescription {
  func spring() throws(MotionError) -> Spring {
    switch form {
    case .constants(let mass, let stiffness, let damping):
      try Spring(mass: mass, stiffness: stiffness, damping: damping)
    case .bounce(let duration, let bounce): try Spring(duration: duration, bounce: bounce)
    }
  }
}
