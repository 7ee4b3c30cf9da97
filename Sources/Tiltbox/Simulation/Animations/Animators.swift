public import Chipmunk
public import Motion

/// Everything that the animations of a scenario change from tick to tick.
struct Animators {
  private var tilt: Animated<Vector>?
  private var gravity: Animated<Vector>?
  private var poses: [AnimatedBody] = []
  /// Those of pairs of numbers, and then those of single numbers.
  private var animators: [Animator] = []
  private var channels: ChannelAnimators
  // Stored, since every tick reads it.
  /// Whether only physics changes anything from tick to tick.
  private(set) var isEmpty = true
  /// Whether gravity depends on more than the given tilt.
  private(set) var turnGravity = false

  /// Makes the animators of a scenario that has no problems, for its bodies and constraints.
  ///
  /// - Parameters:
  ///   - scenario: The scenario with the animations.
  ///   - bodies: The bodies to drive, in the scenario's order.
  ///   - constraints: The constraints to drive, in the scenario's order.
  ///   - origin: The bodies and constraints in their initial state, from which animations start; nil if those to drive
  ///     are still in it.
  /// - Throws: `MotionError`.
  init(
    _ scenario: Scenario,
    bodies: [Body],
    constraints: [Constraint],
    origin: (bodies: [Body], constraints: [Constraint])? = nil
  ) throws(MotionError) {
    let origin = origin ?? (bodies, constraints)
    let animations = scenario.animations
    channels = try ChannelAnimators(scenario)
    var known: Set<AnimationTarget> = []
    let held = scenario.handovers.map { AnimationTarget.body($0.body, .position) }
    for target in held + animations.flatMap(\.leaves).compactMap(\.target?.part.whole)
    where known.insert(target).inserted {
      switch target {
      case .tilt: tilt = try Animated(.zero, of: target, animations)
      case .gravity: gravity = try Animated(.zero, of: target, animations)
      case .body(let id, let property):
        guard let index = scenario.bodies.firstIndex(where: { $0.id == id }) else { continue }
        let (body, start) = (bodies[index], origin.bodies[index])
        if property == .position {
          poses.append(try AnimatedBody(id, body, from: start.state, animations))
        } else {
          try add(target, body.access(to: property), from: start.access(to: property), animations)
        }
      case .constraint(let id, let property):
        guard let index = scenario.constraints.firstIndex(where: { $0.id == id }) else { continue }
        let (joint, start) = (constraints[index], origin.constraints[index])
        try add(target, joint.access(to: property), from: start.access(to: property), animations)
      case .value, .look, .layer, .component: break
      }
    }
    note()
  }

  /// Updates ``isEmpty`` and ``turnGravity``.
  private mutating func note() {
    turnGravity = tilt != nil || gravity != nil
    isEmpty = !turnGravity && poses.isEmpty && animators.isEmpty
  }

  private mutating func add(
    _ target: AnimationTarget,
    _ access: TargetAccess?,
    from origin: TargetAccess?,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    guard let access, let origin else { return }
    let animator = try Animator(target, access, from: origin.get(), animations)
    let place = access.isPair ? animators.partitioningIndex { !$0.access.isPair } : animators.count
    animators.insert(animator, at: place)
  }
}

extension Animators {
  /// The animated tilt at a time, over that of the device.
  func tilt(at time: Double, over held: Tilt) -> Tilt {
    guard var tilt else { return held }
    tilt.model = Vector(held.x, held.y)
    let shown = tilt.presentation(at: time)
    return Tilt(x: shown.x, y: shown.y)
  }

  /// The animated gravity at a time, over that of the tilt.
  func gravity(at time: Double, over turned: Vector) -> Vector {
    guard var gravity else { return turned }
    gravity.model = turned
    return gravity.presentation(at: time)
  }

  /// The numbers of the scenario's channels at a time, in their order.
  func values(at time: Double) -> [[Double]] { channels.values(at: time) }

  /// Moves the layers that follow touches to a point, from a time on.
  mutating func touch(_ point: Vector, at time: Double) { channels.touch(point, at: time) }

  /// Puts the animated bodies at their initial poses.
  mutating func begin() throws {
    for index in poses.indices { try poses[index].place(at: 0) }
  }

  /// Prepares the step from a tick's time to that of the next tick.
  mutating func aim(at time: Double, next: Double, step: Double) throws {
    for animator in animators { try animator.run(at: time, step: step) }
    for index in poses.indices { try poses[index].aim(at: next, step: step) }
  }

  /// Removes the rounding error of a step.
  func settle(at time: Double) throws {
    for animator in poses { try animator.settle(at: time) }
  }

  /// Stores the numbers that animations set before each step.
  func writeNumbers(into numbers: inout [Vector]) {
    numbers.removeAll(keepingCapacity: true)
    for animator in animators { numbers.append(animator.access.get()) }
  }

  /// Sets stored numbers.
  func setNumbers(_ numbers: [Vector]) throws(PhysicsError) {
    for (animator, value) in zip(animators, numbers) { try animator.set(value) }
  }

  /// Whether animations determine a body's path, regardless of the speed limit.
  func moves(_ body: Body) -> Bool { poses.contains { $0.body === body && $0.isHolding } }

  /// The velocity at which animations move a body, in units/s and rad/s; nil if none do.
  func velocity(of id: String, at time: Double) -> (Vector, Double)? {
    poses.first { $0.id == id && $0.isHolding }?.velocity(at: time)
  }

  /// Hands a body over to physics, or back to animations.
  mutating func follow(
    _ handover: HandoverDescription,
    from record: HandoverRecord
  ) throws(MotionError) {
    for index in poses.indices where poses[index].id == handover.body {
      try poses[index].follow(handover, from: record)
    }
  }

  /// Forgets a body that was removed from the world.
  mutating func forget(_ id: String) {
    poses.removeAll { $0.id == id }
    animators.removeAll { if case .body(id, _) = $0.target { true } else { false } }
    note()
  }
}

extension Animated where Value: NumericValue {
  /// A model under all of the scenario's animations of a target and of its parts.
  init(
    _ model: Value,
    of target: AnimationTarget,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    try self.init(model, of: target, animations) {
      (part) throws(MotionError) -> any Animation<Value> in
      guard let index = part.target?.part.index else { return try part.animation(over: model) }
      let path = Value.component(index)
      return try part.animation(over: model[keyPath: path]).opened(as: path)
    }
  }
}

extension Animated {
  /// A model under all animations of a target and of its parts, made by a closure.
  init(
    _ model: Value,
    of target: AnimationTarget,
    _ animations: [AnimationDescription],
    _ make: (AnimationDescription) throws(MotionError) -> any Animation<Value>
  ) throws(MotionError) {
    self.init(model)
    for description in animations {
      if let animation = try description.animation(of: target, make) { insert(animation) }
    }
  }
}

extension AnimationTarget {
  /// The target that represents all those set together with this one: a pose, or both ends of a range. Also which of its
  /// numbers this is, unless it is several or an angle.
  var part: (whole: AnimationTarget, index: Int?) {
    switch self {
    case .component(let whole, let index): (whole, index)
    case .body(let id, .angle): (.body(id, .position), nil)
    case .constraint(_, .min): (self, 0)
    case .constraint(let id, .max): (.constraint(id, .min), 1)
    default: (self, nil)
    }
  }

  fileprivate var isOfBody: Bool { if case .body = self { true } else { false } }
}

/// A number, or a pair of them, that animations change from tick to tick.
struct Animator {
  let target: AnimationTarget
  let access: TargetAccess
  private let presentation: (_ time: Double) -> Vector

  /// Makes an animator over a model.
  init(
    _ target: AnimationTarget,
    _ access: TargetAccess,
    from model: Vector,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    (self.target, self.access) = (target, access)
    if access.isPair {
      presentation = try Animated(model, of: target, animations).presentation
    } else {
      let animated = try Animated(model.x, of: target, animations)
      presentation = { Vector(animated.presentation(at: $0), 0) }
    }
  }

  /// Sets an earlier value, unless the current one is equal.
  func set(_ value: Vector) throws(PhysicsError) {
    if value != access.get() { try access.set(value) }
  }

  /// Sets the animated value at a time, unless the current one is equal: setting it wakes sleeping bodies. A force or a
  /// velocity acts for a whole step, so it is that of the middle of the step: then the impulse or the displacement is
  /// exact, if it is constant or linear.
  func run(at time: Double, step: Double) throws {
    let value = presentation(target.isOfBody ? time + step / 2 : time)
    do { try set(value) } catch { throw target.refusal(error, at: time) }
  }
}

extension AnimationTarget {
  /// The error for an animation that has left the range of its target.
  func refusal(_ error: PhysicsError, at time: Double) -> Diagnostic {
    Diagnostic(path: "animations of \(self) at \(time.plain) s", error.description)
  }
}

extension Animation {
  /// The animation as one of a component of a larger value, whatever its type.
  func opened<Whole: Sendable>(
    as keyPath: any WritableKeyPath<Whole, Value> & Sendable
  ) -> any Animation<Whole> {
    of(keyPath)
  }
}

/// The numbers of a scenario's channels over time.
struct ChannelAnimators {
  private enum Animator {
    case numbers(Animated<[Double]>)
    /// Two numbers, which may follow a path.
    case pair(Animated<Vector>)
  }

  private var animators: [Animator] = []
  /// The layers that follow touches, each by its channel.
  private var followers: [(channel: Int, following: LayerDescription.Following)] = []

  init(_ scenario: Scenario) throws(MotionError) {
    for (index, channel) in scenario.channels.enumerated() {
      guard channel.numbers.count == 2 else {
        animators.append(
          .numbers(try Animated(channel.numbers, of: channel.target, scenario.animations))
        )
        continue
      }
      let pair = Vector(channel.numbers[0], channel.numbers[1])
      animators.append(.pair(try Animated(pair, of: channel.target, scenario.animations)))
      if case .layer(let id, .position) = channel.target,
        let following = scenario.layers.first(where: { $0.id == id })?.following
      {
        followers.append((index, following))
      }
    }
  }

  func values(at time: Double) -> [[Double]] {
    animators.map { animator in
      switch animator {
      case .numbers(let animated): return animated.presentation(at: time)
      case .pair(let animated):
        let pair = animated.presentation(at: time)
        return [pair.x, pair.y]
      }
    }
  }

  /// Sets the followers' positions to a point, and animates what is shown.
  mutating func touch(_ point: Vector, at time: Double) {
    for (channel, following) in followers {
      guard case .pair(var animated) = animators[channel] else { continue }
      do {
        try animated.animate(
          to: point,
          at: time,
          duration: following.duration,
          timingFunction: following.timing.function()
        )
      } catch { preconditionFailure("a touch was checked before: \(error)") }
      animators[channel] = .pair(animated)
    }
  }
}

extension Vector: ComponentAnimatable, PathFollowing {
  /// x and y.
  @inlinable public var components: SIMD2<Double> { SIMD2(x, y) }

  /// Makes a vector from x and y.
  @inlinable public init(components: SIMD2<Double>) { self.init(components.x, components.y) }

  /// The point of the path.
  public func following(_ point: SIMD2<Double>, angle: Angle?) -> Vector {
    Vector(components: point)
  }
}
