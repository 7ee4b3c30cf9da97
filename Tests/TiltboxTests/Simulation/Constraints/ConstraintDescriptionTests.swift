import Chipmunk
import TestScenes
import Testing
import Tiltbox

@Suite("A constraint in a scenario")
struct ConstraintDescriptionTests {
  /// Two independent crates and a static one.
  static func scenario(_ constraints: [ConstraintDescription] = []) -> Scenario {
    func crate(_ id: String, x: Double, type: BodyType = .dynamic) -> BodyDescription {
      BodyDescription(
        id: id,
        type: type,
        shapes: [ShapeDescription(.box(width: 32, height: 32))],
        position: Vector(x, 100),
        angle: 0.1,
        velocity: type == .dynamic ? Vector(3, x / 7) : .zero,
        angularVelocity: type == .dynamic ? 1 - x / 100 : 0,
        mass: type == .dynamic ? 2 : nil
      )
    }
    return Scenario(
      bodies: [crate("a", x: 50), crate("b", x: 150), crate("wall", x: 400, type: .static)],
      constraints: constraints
    )
  }

  /// Each kind, and the same constraint made directly.
  static let kinds: [(ConstraintDescription.Kind, @Sendable (Body, Body) throws -> Constraint)] = [
    (.pin(anchorA: Vector(3, 4)), { try PinJoint($0, $1, anchorA: Vector(3, 4)) }),
    (
      .pin(distance: 80),
      { a, b in
        let pin = try PinJoint(a, b)
        try pin.set(\.distance, to: 80)
        return pin
      }
    ),
    (
      .slide(anchorB: Vector(1, 2), min: 10, max: 60),
      { try SlideJoint($0, $1, anchorB: Vector(1, 2), min: 10, max: 60) }
    ),
    (
      .pivot(anchorA: Vector(16, 0), anchorB: Vector(-16, 0)),
      { try PivotJoint($0, $1, anchorA: Vector(16, 0), anchorB: Vector(-16, 0)) }
    ),
    (.hinge(at: Vector(90, 95)), { try PivotJoint($0, $1, at: Vector(90, 95)) }),
    (
      .groove(grooveA: Vector(0, 9), grooveB: Vector(80, 9), anchorB: Vector(0, 2)),
      { try GrooveJoint($0, $1, from: Vector(0, 9), to: Vector(80, 9), anchorB: Vector(0, 2)) }
    ),
    (
      .spring(restLength: 60, stiffness: 80, damping: 3),
      { try DampedSpring($0, $1, restLength: 60, stiffness: 80, damping: 3) }
    ),
    (
      .rotarySpring(restAngle: 1, stiffness: 5e4, damping: 100),
      { try DampedRotarySpring($0, $1, restAngle: 1, stiffness: 5e4, damping: 100) }
    ),
    (.rotaryLimit(min: 0.2, max: 0.4), { try RotaryLimitJoint($0, $1, min: 0.2, max: 0.4) }),
    (.ratchet(phase: 0.1, click: 0.5), { try RatchetJoint($0, $1, phase: 0.1, ratchet: 0.5) }),
    (.gear(phase: 0.3, ratio: -2), { try GearJoint($0, $1, phase: 0.3, ratio: -2) }),
    (.motor(rate: 4), { try SimpleMotor($0, $1, rate: -4) }),
  ]

  @Test("moves bodies like the constraint that it describes, bit for bit", arguments: kinds.indices)
  func built(index: Int) throws {
    let (kind, make) = Self.kinds[index]
    var description = ConstraintDescription(id: "it", kind, "a", "b", errorBias: 0.1)
    (description.maxForce, description.maxBias) = (1e7, 1e4)
    description.collidesBodies = false
    let simulation = try Simulation(Self.scenario([description]), held: .upright)
    let plain = try Simulation(Self.scenario(), held: .upright)

    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let bodies = try (0..<2).map { place in
      let moment = try Geometry.box(width: 32, height: 32).moment(mass: 2)
      let body = try Body(mass: 2, moment: moment)
      try space.add(body)
      try body.setState(plain.states[place])
      try body.addShape(.box(width: 32, height: 32))
      return body
    }
    let constraint = try make(bodies[0], bodies[1])
    try constraint.set(\.maxForce, to: 1e7)
    try constraint.set(\.errorBias, to: 0.1)
    try constraint.set(\.maxBias, to: 1e4)
    constraint.collidesBodies = false
    try space.add(constraint)

    for _ in 0..<60 {
      try simulation.advance()
      try plain.advance()
      try space.step()
      #expect(Array(simulation.states.prefix(2)) == bodies.map(\.state))
    }
    #expect(simulation.states != plain.states)
    #expect(simulation.constraints.count == 1)
    #expect(simulation.constraints[0].collidesBodies == false)
  }

  @Test("can end at the ground")
  func ground() throws {
    let pendulum = ConstraintDescription(id: "rod", .pin(anchorB: Vector(50, 200)), "a", "ground")
    let simulation = try Simulation(Self.scenario([pendulum]), held: .upright)
    for _ in 0..<240 { try simulation.advance() }
    let distance = (simulation.states[0].position - Vector(50, 200)).length
    #expect(abs(distance - 100) < 0.5)
  }

  static let mistakes: [(ConstraintDescription, path: String, message: String)] = [
    (
      .init(id: "x", .motor(rate: .nan), "a", "b"), "constraints[0].rate",
      "angular velocity is nan rad/s; give a finite number from -1e9 to 1e9"
    ),
    (
      .init(id: "x", .gear(ratio: 0), "a", "b"), "constraints[0].ratio",
      "size of the gear ratio is 0; give a finite number from 1e-06 to 1e6"
    ),
    (
      .init(id: "x", .motor(rate: 1), "a", "c"), "constraints[0].motor[1]",
      #"no body is called "c"; known here: a, b, wall, ground"#
    ),
    (
      .init(id: "x", .motor(rate: 1), "grund", "a"), "constraints[0].motor[0]",
      #"no body is called "grund"; did you mean ground?"#
    ),
    (
      .init(id: "", .motor(rate: 1), "a", "b"), "constraints[0].id",
      "the id is empty; give a name"
    ),
    (
      .init(id: "x", .motor(rate: 1), "a", "a"), "constraints[0]",
      "both bodies of the constraint are the same one; give two different bodies"
    ),
    (
      .init(id: "x", .pin(), "wall", "ground"), "constraints[0]",
      "neither body of the constraint can move; make one of them dynamic"
    ),
    (
      .init(id: "x", .slide(min: 5, max: 4), "a", "b"), "constraints[0]",
      "minimum of the slide joint's distance is 5 units; give one that is not above the maximum, 4"
    ),
    (
      .init(id: "x", .motor(rate: 1), "a", "b", errorBias: 2), "constraints[0].errorBias",
      "error bias is 2 per second; give a finite number from 0 to 1"
    ),
  ]

  @Test("is rejected with its place and a remedy", arguments: mistakes.indices)
  func refused(index: Int) {
    let (description, path, message) = Self.mistakes[index]
    let expected = [Diagnostic(path: path, message)]
    #expect(Self.scenario([description]).diagnostics() == expected)
    #expect(throws: Diagnostic.self) { try Simulation(Self.scenario([description])) }
  }

  @Test("has a unique id, and needs a ground without a namesake")
  func names() {
    let motor = ConstraintDescription(id: "x", .motor(rate: 1), "a", "b")
    var scenario = Self.scenario([motor, motor])
    #expect(scenario.diagnostics().map(\.path) == ["constraints[1].id"])
    scenario.constraints.removeLast()
    scenario.bodies[2].id = "ground"
    #expect(scenario.diagnostics().map(\.path) == ["bodies[2].id"])
    scenario.constraints = []
    #expect(scenario.diagnostics().isEmpty)
  }

  @Test("is removed with its body")
  func removed() throws {
    let motor = ConstraintDescription(id: "x", .motor(rate: 1), "a", "b")
    var scenario = Self.scenario([motor])
    scenario.animations = [
      AnimationDescription(.constraint("x", .rate), .basic(.init(from: [1], to: [5])))
    ]
    let simulation = try Simulation(scenario, held: .upright)
    try simulation.advance()
    try simulation.apply(.remove(id: "b"))
    for _ in 0..<60 { try simulation.advance() }
    #expect(simulation.constraints[0].space == nil)
    #expect(simulation.states[0].angularVelocity.isFinite)
  }
}
