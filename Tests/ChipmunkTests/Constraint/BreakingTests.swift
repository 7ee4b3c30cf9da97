import Chipmunk
import Testing

@Suite("Constraints that break")
struct BreakingTests {
  /// A space with a body of 2 kg, 100 units below the origin, in a gravity of 1000 units/s².
  private func hanging(_ engine: Engine = .tiltbox) throws -> (Space, Body) {
    let space = try Space(engine: engine)
    space.gravity = Vector(0, -1000)
    let body = try Body(mass: 2, shape: .circle(radius: 10))
    body.position = Vector(0, -100)
    try space.add(body)
    return (space, body)
  }

  @Test(
    "a rod holds a weight below its break force, and breaks above it",
    arguments: [Engine.tiltbox, .chipmunk]
  )
  func rod(engine: Engine) throws {
    let (space, body) = try hanging(engine)
    let rod = try PinJoint(space.ground, body)
    try space.add(rod)
    for _ in 0..<240 { try space.step() }
    // The weight is 2000.
    rod.breakForce = 2010
    for _ in 0..<120 { try space.step() }
    #expect(rod.space === space && space.brokenConstraints.isEmpty)
    rod.breakForce = 1990
    try space.step()
    #expect(space.brokenConstraints.map(ObjectIdentifier.init) == [ObjectIdentifier(rod)])
    #expect(rod.space == nil && space.constraints.isEmpty)
    #expect(abs(rod.lastImpulse / space.timeStep - 2000) < 1)
    let height = body.position.y
    for _ in 0..<120 { try space.step() }
    #expect(space.brokenConstraints.isEmpty)
    #expect(abs(body.position.y - (height - 500)) < 15)
  }

  @Test("each kind breaks when it is pulled or turned too hard", arguments: 0..<10)
  func kinds(kind: Int) throws {
    let space = try Space()
    let a = try Body(mass: 1, shape: .circle(radius: 10))
    let b = try Body(mass: 1, shape: .circle(radius: 10))
    b.position = Vector(100, 0)
    for body in [a, b] { try space.add(body) }
    let constraint: Constraint =
      switch kind {
      case 0: try PinJoint(a, b)
      case 1: try SlideJoint(a, b, anchorA: .zero, anchorB: .zero, min: 0, max: 100)
      case 2: try PivotJoint(a, b, at: Vector(50, 0))
      case 3: try GrooveJoint(a, b, from: Vector(100, -50), to: Vector(100, 50), anchorB: .zero)
      case 4:
        try DampedSpring(
          a,
          b,
          anchorA: .zero,
          anchorB: .zero,
          restLength: 100,
          stiffness: 100,
          damping: 1
        )
      case 5: try DampedRotarySpring(a, b, restAngle: 0, stiffness: 100_000, damping: 100)
      case 6: try RotaryLimitJoint(a, b, min: 0, max: 0)
      case 7: try RatchetJoint(a, b, phase: 0, ratchet: -0.1)
      case 8: try GearJoint(a, b, phase: 0, ratio: 1)
      default: try SimpleMotor(a, b, rate: 0)
      }
    try space.add(constraint)
    constraint.breakForce = 1000
    var force = 0.0
    while constraint.space != nil, space.tick < 600 {
      // The force grows by 20 a step, the torque too: of each, the constraint bears a half or all.
      force += 20
      b.applyForce(Vector(force, 0), at: b.position)
      b.torque = kind > 4 ? force : 0
      try space.step()
    }
    #expect(space.brokenConstraints.count == 1)
    #expect(abs(constraint.lastImpulse) / space.timeStep > 1000)
    #expect(abs(constraint.lastImpulse) / space.timeStep < 1200)
    #expect(force >= 1000)
  }

  @Test(
    "correcting an initial error breaks a joint of the C library's engine alone",
    arguments: [Engine.tiltbox, .chipmunk],
    0..<4
  )
  func correction(engine: Engine, kind: Int) throws {
    let space = try Space(engine: engine)
    let a = try Body(mass: 1, shape: .circle(radius: 10))
    let b = try Body(mass: 1, shape: .circle(radius: 10))
    (b.position, b.angle) = (Vector(100, 0), 1)
    for body in [a, b] { try space.add(body) }
    let constraint: Constraint =
      switch kind {
      case 0: try RotaryLimitJoint(a, b, min: 0, max: 0)
      case 1: try GearJoint(a, b, phase: 0, ratio: 1)
      case 2: try SlideJoint(a, b, anchorA: .zero, anchorB: .zero, min: 0, max: 50)
      default: try PinJoint(a, b)
      }
    (constraint as? PinJoint)?.distance = 50
    constraint.breakForce = 1e-6
    try space.add(constraint)
    for _ in 0..<120 { try space.step() }
    #expect((constraint.space == nil) == (engine == .chipmunk))
    guard engine == .tiltbox else { return }
    let distance = (b.position - a.position).length
    #expect(kind < 2 ? abs(b.angle - a.angle) < 0.01 : abs(distance - 50) < 0.5)
  }

  @Test("a checkpoint keeps the break force, and a snapshot from before a break is refused")
  func kept() throws {
    let (space, body) = try hanging()
    let rod = try PinJoint(space.ground, body)
    rod.breakForce = 5000
    try space.add(rod)
    for _ in 0..<60 { try space.step() }
    let snapshot = try space.snapshot()
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    for world in [space, twin] {
      for _ in 0..<120 {
        world.bodies[0].force = Vector(0, -40 * Double(world.tick - 60))
        try world.step()
      }
    }
    #expect(twin.bodies[0].state == body.state)
    #expect(space.constraints.isEmpty && twin.constraints.isEmpty)
    #expect(throws: PhysicsError.self) { try space.restore(snapshot) }
  }

  @Test("values out of range are rejected", arguments: [-1, .nan])
  func refused(force: Double) throws {
    let (space, body) = try hanging()
    let rod = try PinJoint(space.ground, body)
    try space.add(rod)
    rod.breakForce = force
    #expect(throws: PhysicsError.self) { try space.step() }
    #expect(rod.breakForce == .infinity)
  }
}
