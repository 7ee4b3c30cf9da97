import Chipmunk
import Testing

@Suite("Facts: a space")
struct SpaceFactTests {
  @Test("has the library's settings by default")
  func settings() throws {
    let space = try Space(engine: .chipmunk)
    #expect(space.iterations == 10)
    #expect(space.gravity == .zero)
    #expect(space.damping == 1)
    #expect(space.idleSpeedThreshold == 0)
    #expect(space.sleepTimeThreshold == nil)
    #expect(near(space.collisionSlop, 0.1, within: 1e-8))
    #expect(near(space.collisionBias, 0.001_797_007_443_6, within: 1e-9))
    #expect(space.collisionPersistence == 3)
    #expect(space.ground.type == .static)
  }

  @Test("removes and adds its contents again, shapes with their body")
  func membership() throws {
    let space = try Space(engine: .chipmunk)
    let body = try Body(mass: 1, moment: 2)
    try space.add(body)
    let discs = try [10.0, 15].map { try body.addShape(.circle(radius: $0)) }
    #expect(try space.pointQuery(.zero).count == 2)
    try body.removeShape(discs[0])
    #expect(try space.pointQuery(.zero).map(\.shape.id) == [discs[1].id])
    try space.remove(body)
    #expect(space.bodies.isEmpty)
    #expect(try space.pointQuery(.zero).isEmpty)
    try space.add(body)
    #expect(try space.pointQuery(.zero).count == 1)
  }

  @Test("survives thirty boxes in one place")
  func manyBoxes() throws {
    let space = try Space(timeStep: 1 / 50.0, engine: .chipmunk)
    for _ in 0..<2 {
      for _ in 0..<16 {
        let body = try Body(mass: 10, moment: 20)
        try body.addShape(.box(width: 20, height: 20))
        try space.add(body)
      }
      try space.step()
    }
    try space.steps(100)
    #expect(space.states.allSatisfy { $0.position.isFinite && $0.velocity.isFinite })
  }

  @Test("lets a shape be removed by the handler of its ending", arguments: [0.0, 9])
  func removalAtEnding(apart: Double) throws {
    let space = try Space(timeStep: 1 / 60.0, engine: .chipmunk)
    var bodies: [Body] = []
    for x in [0, apart, -apart] {
      let body = try Body(mass: 1, moment: .infinity)
      try body.set(\.position, to: Vector(x, 0))
      try body.addShape(.circle(radius: 10))
      try space.add(body)
      bodies.append(body)
    }
    let first = bodies[0].shapes[0]
    try first.set(\.collisionType, to: 2)
    var endings = 0
    space.addHandler(for: .pair(2, 0)).separate = { event in
      endings += 1
      try first.body?.removeShape(first)
    }
    try space.step()
    try bodies[1].set(\.position, to: Vector(42, 0))
    try space.steps(2)
    // That with the second one, and, by the removal, that with the third.
    #expect(endings == 2)
    #expect(bodies[0].shapes.isEmpty)
  }

  @Test("that is released leaves its bodies and constraints intact")
  func release() throws {
    let body = try Body(mass: 1, moment: 1)
    let disc = try body.addShape(.circle(radius: 10))
    var space: Space? = try Space(engine: .chipmunk)
    let ground = try #require(space?.ground)
    let joint = try PinJoint(body, ground, anchorB: Vector(0, 10))
    try space?.add(body)
    try space?.add(joint)
    space = nil
    #expect(body.space == nil && disc.space == nil && joint.space == nil)
    #expect(joint.bodyA === body && joint.bodyB === ground)
    #expect(ground.type == .static)
  }
}
