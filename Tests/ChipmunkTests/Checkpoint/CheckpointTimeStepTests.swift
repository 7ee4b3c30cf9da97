import Testing

@testable import Chipmunk

@Suite("Checkpoints for another step")
struct CheckpointTimeStepTests {
  @Test("let a stack stay upright", arguments: [0.5, 2], Engine.allCases)
  func stack(ratio: Double, engine: Engine) throws {
    for sleepTime in [nil, 0.5] {
      let space = try spaceWithFloor(sleepAfter: sleepTime, engine: engine)
      try space.set(\.iterations, to: 30)
      for row in 0..<5 { try addCrate(at: Vector(0, 16 + Double(row) * 32), to: space) }
      try space.steps(600)
      let before = space.states
      let checkpoint = try space.checkpoint()
      let twin = try Space(restoring: checkpoint.adapted(to: checkpoint.timeStep * ratio))
      #expect(twin.timeStep == space.timeStep * ratio)
      #expect(twin.bodies.map(\.isSleeping) == space.bodies.map(\.isSleeping))
      twin.wakeAll()
      var fastest = 0.0
      for _ in 0..<240 {
        try twin.step()
        fastest = max(fastest, twin.bodies.map(\.velocity.length).max() ?? .infinity)
      }
      // A tenth of what gravity would give them in the first step if nothing held them. With substeps seven tenths, since
      // contacts are the deeper the longer the step.
      #expect(fastest < (engine == .chipmunk ? 0.1 : 0.7) * 1000 * twin.timeStep)
      for (a, b) in zip(before, twin.states) {
        #expect((a.position - b.position).length < 0.3)
        #expect(abs(a.angle - b.angle) < 2e-3)
      }
    }
  }

  @Test(
    "keep a flying body on its parabola, up or down",
    arguments: [0.25, 0.5, 2, 3],
    Engine.allCases
  )
  func flight(ratio: Double, engine: Engine) throws {
    for speed in [-600.0, 0, 600] {
      let space = try Space(engine: engine)
      try space.setGravity(Vector(0, -1000))
      let ball = try addBall(at: Vector(0, 500), to: space)
      try ball.set(\.velocity, to: Vector(50, speed))
      try space.steps(10)
      let checkpoint = try space.checkpoint()
      let twin = try Space(restoring: checkpoint.adapted(to: checkpoint.timeStep * ratio))
      let energy = Self.energy(of: space.bodies[0])
      #expect(abs(Self.energy(of: twin.bodies[0]) / energy - 1) < 1e-12)
      try twin.steps(20)
      // Of a whole step the method is exact: y falls on the parabola through the true velocity.
      #expect(abs(Self.energy(of: twin.bodies[0]) / energy - 1) < 1e-12)
    }
  }

  @Test(
    "apply no impulse twice, whenever in a bounce they are taken",
    arguments: [1, 2, 6] as [Double]
  )
  func blow(ratio: Double) throws {
    let slow = 1.0 / 120
    let space = try Space(timeStep: slow / ratio)
    try space.setGravity(Vector(0, -1000))
    let floor = Geometry.segment(from: Vector(-1e3, 0), to: Vector(1e3, 0))
    try space.ground.addShape(floor, friction: 0.5, elasticity: 1)
    let crate = try addCrate(at: Vector(0, 196), to: space)
    try crate.shapes[0].set(\.elasticity, to: 0.5)
    var isHit = false
    while !isHit || space.contactCount > 0 {
      try space.step()
      isHit = isHit || space.contactCount > 0
      guard crate.position.y < 40 else { continue }
      let twin = try Space(restoring: space.checkpoint().adapted(to: slow))
      var top = 0.0
      for _ in 0..<60 {
        try twin.step()
        top = max(top, twin.bodies[0].velocity.y)
      }
      // Half of the 600 units/s at which it hits.
      #expect(top < 315, "tick \(space.tick)")
      #expect(top > 250, "tick \(space.tick)")
    }
  }

  @Test("never raise a bouncing ball, however often the step changes")
  func bouncing() throws {
    var space = try Space()
    try space.setGravity(Vector(0, -1000))
    let floor = Geometry.segment(from: Vector(-1e3, 0), to: Vector(1e3, 0))
    try space.ground.addShape(floor, elasticity: 1)
    try addBall(at: Vector(0, 310), to: space).shapes[0].set(\.elasticity, to: 0.9)
    var (tops, top, wasRising) = ([310.0], 0.0, false)
    for round in 0..<400 {
      let step = round.isMultiple(of: 2) ? 1.0 / 60 : 1.0 / 120
      space = try Space(restoring: space.checkpoint().adapted(to: step))
      for _ in 0..<(3 + round * 7 % 11) {
        try space.step()
        let ball = space.bodies[0]
        let isRising = ball.velocity.y > 0
        if wasRising, !isRising, top > 30 { tops.append(top) }
        top = isRising ? ball.position.y : top
        wasRising = isRising
      }
    }
    #expect(tops.count > 6)
    for (before, after) in zip(tops, tops.dropFirst()) { #expect(after < before, "\(tops)") }
  }

  @Test("keep a correction that would become faster than any body may be")
  func boundedCorrection() throws {
    let space = try Space(engine: .chipmunk)
    try addBall(at: .zero, to: space)
    var checkpoint = try space.checkpoint()
    for (index, correction) in [8e14, 3e14].enumerated() {
      checkpoint.bodies[0].correction = Vector(correction, 0)
      let twin = try Space(restoring: checkpoint.adapted(to: checkpoint.timeStep / 2))
      #expect(try twin.checkpoint().bodies[0].correction.x == [8e14, 6e14][index])
    }
  }

  @Test(
    "are rejected for a step that is not finite and positive",
    arguments: [0, -1, .nan, .infinity]
  )
  func refused(timeStep: Double) throws {
    let checkpoint = try Space().checkpoint()
    let error = #expect(throws: PhysicsError.self) {
      try Space(restoring: checkpoint.adapted(to: timeStep))
    }
    #expect(error?.code == .outOfRange)
  }

  /// The energy per kg, with the body's true velocity at the tick.
  private static func energy(of body: Body) -> Double {
    guard let space = body.space else { return .nan }
    // The library's velocities are half a step ahead.
    let lead = space.engine == .chipmunk ? space.timeStep / 2 : 0
    let velocity = body.velocity - space.gravity * lead
    return velocity.dot(velocity) / 2 - space.gravity.dot(body.position)
  }
}
