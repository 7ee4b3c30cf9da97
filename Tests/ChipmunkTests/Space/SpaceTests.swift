import Chipmunk
import Testing

@Suite("Space")
struct SpaceTests {
  @Test("is empty and at rest when created")
  func making() throws {
    let space = try Space()
    #expect(space.timeStep == 1.0 / 120 && space.tick == 0)
    #expect(space.bodies.isEmpty && space.contactEvents.isEmpty && !space.isLocked)
    #expect(space.gravity == .zero && space.iterations == 10 && space.damping == 1)
    #expect(space.gravityDeadBand == 0.001 && space.speedLimit == nil)
    #expect(space.ground.type == .static && space.ground.space === space)
  }

  @Test("counts its ticks")
  func ticks() throws {
    let space = try Space(timeStep: 0.01)
    for tick in 1...50 {
      try space.step()
      #expect(space.tick == tick)
    }
  }

  @Test("keeps its settings")
  func settings() throws {
    let space = try Space()
    try space.set(\.damping, to: 0.5)
    try space.set(\.iterations, to: 25)
    try space.set(\.collisionSlop, to: 0.01)
    try space.set(\.collisionBias, to: 0.25)
    try space.set(\.collisionPersistence, to: 5)
    try space.set(\.gravityDeadBand, to: 0.5)
    #expect(space.damping == 0.5 && space.iterations == 25 && space.collisionSlop == 0.01)
    #expect(space.collisionBias == 0.25 && space.collisionPersistence == 5)
    #expect(space.gravityDeadBand == 0.5)
  }

  @Test("lets a crate sink less with less slop, which the default engine does not need")
  func slop() throws {
    let spaces: [(Engine, Double)] = [(.chipmunk, 0.1), (.chipmunk, 0.001), (.tiltbox, 0.1)]
    let depths = try spaces.map { engine, slop in
      let space = try Space(engine: engine)
      try space.set(\.collisionSlop, to: slop)
      try space.setGravity(Vector(0, -100))
      try space.ground.addShape(.segment(from: Vector(-9, 0), to: Vector(9, 0)))
      let ball = try Body(mass: 1, moment: 1)
      try ball.addShape(.circle(radius: 1))
      try ball.set(\.position, to: Vector(0, 1.01))
      try space.add(ball)
      for _ in 1...600 { try space.step() }
      return 1 - ball.position.y
    }
    #expect(depths[0] < 0.11 && depths[1] < 0.01)
    #expect(depths[0] > 5 * depths[1] && depths[2] < depths[1])
  }
}
