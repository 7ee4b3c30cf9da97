import Chipmunk
import Testing

@Suite("Rolling resistance")
struct RollingResistanceTests {
  @Test(
    "brakes a rolling disc by two thirds of the coefficient times gravity",
    arguments: [0.02, 0.05, 0.2]
  )
  func disc(coefficient: Double) throws {
    let (space, disc) = try rolling(coefficient, on: 0)
    disc.velocity = Vector(100, 0)
    disc.angularVelocity = -10
    let start = disc.position.x
    try space.run(until: { disc.velocity.x < 1e-3 })
    // v² = 2 a d, with the torque c r N on a disc of the moment m r² / 2: a = 2/3 c g.
    let distance = 100 * 100 / (2 * 2 / 3 * coefficient * 1000)
    #expect(abs((disc.position.x - start) / distance - 1) < 0.01)
    let stop = disc.position
    for _ in 0..<240 { try space.step() }
    #expect((disc.position - stop).length < 0.01)
  }

  @Test("has the disc's radius as its lever, however thick the ground is", arguments: [0.0, 1, 20])
  func thickGround(radius: Double) throws {
    let (space, disc) = try rolling(0.05, on: 0, radius: radius)
    (disc.velocity, disc.angularVelocity) = (Vector(100, 0), -10)
    try space.run(until: { disc.velocity.x < 1e-3 })
    #expect(abs(disc.position.x / 150 - 1) < 0.01)
  }

  @Test("holds a disc on a slope whose tangent is below the coefficient, and no steeper")
  func slope() throws {
    for (tangent, isHeld) in [(0.09, true), (0.11, false)] {
      let (space, disc) = try rolling(0.1, on: tangent)
      for _ in 0..<120 { try space.step() }
      let start = disc.position
      for _ in 0..<240 { try space.step() }
      #expect(((disc.position - start).length < 0.1) == isHeld)
    }
  }

  @Test("is kept by a checkpoint, and out of range if negative")
  func record() throws {
    let (space, disc) = try rolling(0.1, on: 0)
    disc.velocity = Vector(50, 0)
    for _ in 0..<10 { try space.step() }
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    for _ in 0..<100 {
      try space.step()
      try twin.step()
    }
    #expect(twin.bodies[0].shapes[0].rollingResistance == 0.1)
    #expect(twin.bodies[0].position == disc.position)
    disc.shapes[0].rollingResistance = -1
    #expect(throws: PhysicsError.self) { try space.step() }
    #expect(disc.shapes[0].rollingResistance == 0.1)
  }

  /// A disc of radius 10 on a floor of a slope, whose gravity is 1000 units/s² along the floor's normal.
  private func rolling(
    _ coefficient: Double,
    on tangent: Double,
    radius: Double = 0
  ) throws -> (Space, Body) {
    let space = try Space(engine: .tiltbox)
    space.gravity = Vector(1000 * tangent, -1000)
    try space.ground.addShape(
      .segment(from: Vector(-1000, -radius), to: Vector(9000, -radius), radius: radius),
      friction: 1
    )
    let disc = try Body(mass: 2, shape: .circle(radius: 10), friction: 1)
    disc.position = Vector(0, 10)
    disc.shapes[0].rollingResistance = coefficient
    try space.add(disc)
    return (space, disc)
  }
}

extension Space {
  fileprivate func run(until isOver: () -> Bool) throws {
    for _ in 0..<3600 where !isOver() { try step() }
  }
}
