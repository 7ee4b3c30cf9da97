import Chipmunk
import Motion

/// A kinematic body that goes where animations have it.
///
/// It moves by its velocity, so that others feel it: a step takes it to where the animations have it at the
/// next tick, but for rounding, and then it is put there exactly.
struct PoseDrive {
  let id: String
  let body: Body
  private var animated: Animated<Pose>
  private var movesPosition: Bool
  private var movesAngle: Bool
  /// Whether animations have the body, and not physics.
  private(set) var isHolding = true
  /// Whether a direction of travel is part of the angle, which then comes without its turns.
  private var looksAhead: Bool
  /// Where the step that was prepared leads to.
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
    animated = try Animated(model, animations, where: { $0.base == position || $0 == angle }) {
      (part) throws(MotionError) -> any Animation<Pose> in
      if part.rotates { return try part.animation(over: model) }
      if part.target == angle {
        return try part.animation(over: start.angle).opened(as: \Pose.angle.radians)
      }
      if case .component(_, let index) = part.target {
        let path = Pose.component(index)
        return try part.animation(over: model[keyPath: path]).opened(as: path)
      }
      return try part.animation(over: model.position).opened(as: \Pose.position)
    }
    goal = start
    self.id = id
    self.body = body
  }

  /// Puts the body where the animations have it at a time, at rest as it was.
  mutating func place(at time: Double) throws {
    goal = shown(at: time)
    try settle(at: time)
  }

  /// Gives the body the velocity that takes it to where the animations have it after a step.
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

  /// Puts the body where the step should have taken it.
  func settle(at time: Double) throws {
    guard isHolding else { return }
    var state = body.state
    if movesPosition { (state.position, state.velocity) = (goal.position, goal.velocity) }
    if movesAngle { (state.angle, state.angularVelocity) = (goal.angle, goal.angularVelocity) }
    try set(state, at: time)
  }

  /// How fast the animations have the body go at a time, in units/s and rad/s: from where they have it just before, since
  /// an animation may end then.
  func velocity(at time: Double) -> (Vector, Double) {
    let (h, now) = (1e-5, animated.presentation(at: time))
    let (near, far) = (animated.presentation(at: time - h), animated.presentation(at: time - 2 * h))
    let move = (3 * now.position - 4 * near.position + far.position) / (2 * h)
    let turn = (3 * now.angle.radians - 4 * near.angle.radians + far.angle.radians) / (2 * h)
    return (movesPosition ? Vector(components: move) : .zero, movesAngle ? turn : 0)
  }

  /// Leaves the body to physics, or takes it from there.
  mutating func follow(
    _ handover: HandoverDescription,
    from record: HandoverRecord
  ) throws(MotionError) {
    isHolding = handover.to != nil
    guard isHolding else { return }
    let (model, parts) = try handover.animation(from: record.state, at: record.time)
    animated = Animated(model)
    for part in parts { animated.addOpen(part) }
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
  /// Whether it turns the body that it moves along a path.
  var rotates: Bool {
    guard case .path(let description) = change else { return false }
    return description.rotation != .none
  }
}
