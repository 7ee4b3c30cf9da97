import Chipmunk
import Motion

/// A kinematic body that follows its animations.
///
/// It moves by its velocity, so that other bodies feel it. A step takes it to its animated pose at the next tick, up to
/// rounding; then it is set to exactly that pose.
struct AnimatedBody {
  let id: String
  let body: Body
  private var animated: Animated<Pose>
  private var movesPosition: Bool
  private var movesAngle: Bool
  /// Whether animations hold the body, rather than physics.
  private(set) var isHolding = true
  /// Whether the angle includes a direction of travel, which has no full turns.
  private var looksAhead: Bool
  /// The target of the prepared step.
  private var goal: BodyState

  init(
    _ id: String,
    _ body: Body,
    from start: BodyState,
    _ animations: [AnimationDescription]
  ) throws(MotionError) {
    let position = AnimationTarget.body(id, .position)
    let angle = AnimationTarget.body(id, .angle)
    let leaves = animations.flatMap(\.leaves)
    looksAhead = leaves.contains { $0.target == position && $0.rotates }
    movesPosition = leaves.contains { $0.target?.base == position }
    movesAngle = looksAhead || leaves.contains { $0.target == angle }
    let model = Pose(position: start.position.components, angle: Angle(radians: start.angle))
    animated = try Animated(model, of: position, animations) {
      (part) throws(MotionError) -> any Animation<Pose> in
      if part.rotates { return try part.animation(over: model) }
      if part.target == angle {
        return try part.animation(over: start.angle).opened(as: \Pose.angle.radians)
      }
      if let index = part.target?.part.index {
        let path = Pose.component(index)
        return try part.animation(over: model[keyPath: path]).opened(as: path)
      }
      return try part.animation(over: model.position).opened(as: \Pose.position)
    }
    goal = start
    self.id = id
    self.body = body
  }

  /// Sets the body to its animated pose at a time, with its initial velocities.
  mutating func place(at time: Double) throws {
    goal = shown(at: time)
    try settle(at: time)
  }

  /// Gives the body the velocity that takes it to its animated pose after a step.
  mutating func aim(at time: Double, step: Double) throws {
    guard isHolding else { return }
    var state = body.state
    goal = shown(at: time)
    if movesPosition { goal.velocity = (goal.position - state.position) * (1 / step) }
    if movesAngle { goal.angularVelocity = (goal.angle - state.angle) / step }
    state.velocity = goal.velocity
    state.angularVelocity = goal.angularVelocity
    try set(state, at: time)
  }

  /// Sets the body to the pose that the step should have reached.
  func settle(at time: Double) throws {
    guard isHolding else { return }
    var state = body.state
    if movesPosition { (state.position, state.velocity) = (goal.position, goal.velocity) }
    if movesAngle { (state.angle, state.angularVelocity) = (goal.angle, goal.angularVelocity) }
    try set(state, at: time)
  }

  /// The velocity at which the animations move the body, in units/s and rad/s. It is computed from earlier poses, since
  /// an animation may end, or begin elsewhere, at that time.
  func velocity(at time: Double) -> (Vector, Double) {
    let h = 1e-5
    let (a, b) = (animated.presentation(at: time - h), animated.presentation(at: time - 2 * h))
    let c = animated.presentation(at: time - 3 * h)
    let move = (5 * a.position - 8 * b.position + 3 * c.position) / (2 * h)
    let turn = (5 * a.angle.radians - 8 * b.angle.radians + 3 * c.angle.radians) / (2 * h)
    return (movesPosition ? Vector(components: move) : .zero, movesAngle ? turn : 0)
  }

  /// Hands the body over to physics, or back to animations.
  mutating func follow(
    _ handover: HandoverDescription,
    from record: HandoverRecord
  ) throws(MotionError) {
    isHolding = handover.to != nil
    guard isHolding else { return }
    let (model, parts) = try handover.animation(from: record.state, at: record.time)
    animated = Animated(model)
    for part in parts { animated.insert(part) }
    (movesPosition, movesAngle, looksAhead) = (true, true, false)
  }

  private func set(_ state: BodyState, at time: Double) throws {
    do {
      try body.setState(state)
    } catch {
      let target = AnimationTarget.body(id, movesPosition ? .position : .angle)
      throw target.refusal(error, at: time)
    }
  }

  private func shown(at time: Double) -> BodyState {
    var state = body.state
    let pose = animated.presentation(at: time)
    if movesPosition { state.position = Vector(components: pose.position) }
    guard movesAngle else { return state }
    let angle = pose.angle.radians
    let turns = looksAhead ? ((state.angle - angle) / (2 * .pi)).rounded() : 0
    state.angle = turns == 0 ? angle : angle + turns * 2 * .pi
    return state
  }
}

extension AnimationDescription {
  /// Whether the animation rotates the body that it moves along a path.
  var rotates: Bool {
    guard case .path(let description) = change else { return false }
    return description.rotation != .none
  }
}
