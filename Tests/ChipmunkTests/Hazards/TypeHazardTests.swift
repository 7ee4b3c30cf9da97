import Chipmunk
import Testing

/// Changes of a body's type after which the C library aborts, or leaves crates hanging in the air.
@Suite("Hazards of types and masses")
struct TypeHazardTests {
  static let uses: [Hazard] =
    Hazard.refused("a mass for the ground", .wrongBodyType) {
      try $0.space.ground.set(\.mass, to: 1)
    }
    + Hazard.refused("a moment for the ground", .wrongBodyType) {
      try $0.space.ground.set(\.moment, to: 1)
    }
    + Hazard.refused("a velocity for the ground", .wrongBodyType) {
      try $0.space.ground.set(\.velocity, to: Vector(50, 0))
    }
    + Hazard.refused("a force on a kinematic body", .wrongBodyType) {
      _ = $0
      try Body.kinematic().set(\.force, to: Vector(100, 0))
    }
    + Hazard.refused("a type for the ground", .ground) { try $0.space.ground.setType(.dynamic) }
    + Hazard.refused("a dynamic body that never had a mass", .noMass) {
      let body = Body.kinematic()
      try $0.space.afterStep { _ in try body.setType(.dynamic) }
    }
    + Hazard.refused("a mass for a body of shapes", .wrongMassSource) {
      try $0.other.set(\.mass, to: 3)
    }
    + Hazard.refused("a mass for a shape of a body with its own", .wrongMassSource) {
      try $0.shape.set(\.mass, to: 3)
    }

  @Test("of properties that a body's type does not have", arguments: uses)
  func use(hazard: Hazard) throws { try hazard.check() }

  @Test(
    "of every change, of bodies awake and asleep, with a mass of their own or of their shapes",
    arguments: BodyType.allCases,
    BodyType.allCases
  )
  func change(from: BodyType, to: BodyType) throws {
    for (ofShapes, isAsleep) in [(false, false), (false, true), (true, false), (true, true)] {
      let world = try HazardWorld()
      let body = ofShapes ? world.other : world.crate
      let rider = try addBall(at: Vector(body.position.x, 40), to: world.space)
      try rider.shapes[0].set(\.friction, to: 0)
      try world.space.steps(120)
      try body.setType(from)
      try world.space.set(\.sleepTimeThreshold, to: isAsleep ? 0.1 : nil)
      try world.space.steps(120)
      // A kinematic body keeps the bodies on it awake.
      #expect(rider.isSleeping == (isAsleep && from != .kinematic))
      try body.setType(to)
      #expect(!rider.isSleeping || from == to)
      #expect(body.type == to && (body.mass == 1) == (to == .dynamic))
      try world.space.steps(60)
      #expect(abs(rider.position.y - 21) < 0.6)
      // Lifting it away removes the rider's support.
      try body.set(\.position, to: body.position + Vector(300, 400))
      try world.space.steps(120)
      #expect(abs(rider.position.y - 11) < 0.5)
    }
  }

  @Test(
    "of a static body that is moved by hand: it is at its new place at once",
    arguments: [nil, 0.1]
  )
  func movedFloor(sleepTime: Double?) throws {
    let world = try HazardWorld()
    let table = Body.static()
    try table.addShape(.box(width: 40, height: 2), friction: 1)
    try table.set(\.position, to: Vector(-100, 100))
    try world.space.add(table)
    let ball = try addBall(at: Vector(-100, 115), to: world.space)
    try world.settle(sleepAfter: sleepTime)
    try #require(abs(ball.position.y - 111) < 0.3)
    try table.set(\.position, to: Vector(-160, 100))
    try world.space.steps(40)
    #expect(ball.position.y < 105)
    let other = try addBall(at: Vector(-160, 115), to: world.space)
    try world.space.steps(60)
    #expect(abs(other.position.y - 111) < 0.3)
  }

  @Test("of a static shape that changes under a sleeper: the sleeper wakes")
  func changedFloor() throws {
    let changes: [(HazardWorld) throws -> Void] = [
      { try $0.floor.set(\.isSensor, to: true) }, { try $0.floor.set(\.filter, to: .none) },
      { try $0.floor.body?.removeShape($0.floor) },
      { try $0.floor.set(\.surfaceVelocity, to: Vector(50, 0)) },
    ]
    for (index, change) in changes.enumerated() {
      let world = try HazardWorld()
      try world.settle(sleepAfter: 0.1)
      try change(world)
      #expect(!world.crate.isSleeping)
      try world.space.steps(60)
      #expect(index == 3 ? world.crate.position.x > 10 : world.crate.position.y < -20)
    }
  }

  @Test("of the centre of gravity that a shape's mass moves: position and angle turn about it")
  func offset() throws {
    let body = Body.dynamic()
    try body.set(\.position, to: Vector(10, 10))
    try body.addShape(.circle(radius: 2, center: Vector(7, 0)), mass: 1)
    #expect(body.position == Vector(10, 10) && body.centerOfGravity == Vector(7, 0))
    let space = try Space()
    try space.add(body)
    try space.step()
    #expect((body.position - Vector(10, 10)).length < 1e-12)
    let center = body.centerOfGravityInWorld
    try body.set(\.angle, to: .pi / 2)
    #expect((body.centerOfGravityInWorld - center).length < 1e-12)
  }

  @Test("of a conveyor: the surface moves, but the static body has no velocity")
  func conveyor() throws {
    let world = try HazardWorld()
    try world.settle()
    try world.floor.set(\.surfaceVelocity, to: Vector(30, 0))
    try world.space.steps(60)
    #expect(world.crate.velocity.x > 25)
    #expect(world.space.ground.velocity == .zero)
  }

  @Test(
    "of a kinematic body: its velocity carries what lies on it, moving it by hand does not"
  )
  func lift() throws {
    for isCarried in [true, false] {
      let space = try Space(timeStep: 1.0 / 60)
      try space.setGravity(Vector(0, -100))
      let lift = Body.kinematic()
      try lift.addShape(.box(width: 60, height: 10), friction: 1)
      try space.add(lift)
      let rider = try addBall(at: Vector(0, 15), to: space)
      try rider.set(\.moment, to: .infinity)
      try rider.shapes[0].set(\.friction, to: 1)
      try space.steps(60)
      if isCarried { try lift.set(\.velocity, to: Vector(20, 0)) }
      for _ in 0..<60 {
        if !isCarried { try lift.set(\.position, to: lift.position + Vector(1.0 / 3, 0)) }
        try space.step()
      }
      #expect(abs(lift.position.x - 20) < 0.5)
      #expect(abs(rider.position.x - (isCarried ? 20 : 0)) < 3)
      #expect(abs(rider.position.y - 15) < 0.5)
    }
  }
}
