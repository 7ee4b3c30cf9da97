import Chipmunk
import Foundation
import Testing

@Suite("Neighbours of segments")
struct ShapeNeighborsTests {
  /// A ball without friction that slides over the ends of short segments.
  private func slide(
    neighbors: Bool,
    engine: Engine = .tiltbox
  ) throws -> (space: Space, ball: Body) {
    let space = try Space(engine: engine)
    try space.setGravity(Vector(0, -1000))
    let points = (0...60).map { Vector(Double($0) * 10 - 20, 0) }
    let floor = try zip(points, points.dropFirst()).map { from, to in
      try space.ground.addShape(.segment(from: from, to: to))
    }
    for place in 1..<floor.count - 1 where neighbors {
      try floor[place].setNeighbors(before: points[place - 1], after: points[place + 2])
    }
    let ball = try Body(mass: 1, moment: .infinity)
    try ball.addShape(.circle(radius: 10))
    try ball.set(\.position, to: Vector(0, 9.9))
    try ball.set(\.velocity, to: Vector(100, 0))
    try space.add(ball)
    return (space, ball)
  }

  @Test("let a ball slide on that their ends would slow down with the library")
  func sliding() throws {
    for engine in Engine.allCases {
      let (space, ball) = try slide(neighbors: true, engine: engine)
      try space.steps(480)
      #expect(near(ball.velocity.x, 100))
    }
    let (level, unslowed) = try slide(neighbors: false)
    try level.steps(480)
    #expect(abs(unslowed.velocity.x - 100) < 1e-6)
    let (rough, slowed) = try slide(neighbors: false, engine: .chipmunk)
    try rough.steps(480)
    #expect(slowed.velocity.x < 99.9)
  }

  @Test(
    "lead a ball of any size and speed along a curve, and keep it inside",
    arguments: [1.0, 2, 5, 10],
    [500.0, 1000, 1500, 2500]
  )
  func curve(radius: Double, speed: Double) throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    // A floor, a quarter of a circle of radius 100, and a wall.
    let arc = (0...63).map { Double($0) / 126 * .pi }
      .map { Vector(100 * sin($0), 100 - 100 * cos($0)) }
    let points = [Vector(-2000, 0)] + arc + [Vector(100, 6000)]
    for place in 0..<points.count - 1 {
      let side = try space.ground.addShape(
        .segment(from: points[place], to: points[place + 1], radius: 1)
      )
      try side.setNeighbors(
        before: place > 0 ? points[place - 1] : nil,
        after: place + 2 < points.count ? points[place + 2] : nil
      )
    }
    let ball = try Body(mass: 1, shape: .circle(radius: radius))
    (ball.position, ball.velocity) = (Vector(-200, 1 + radius), Vector(speed, 0))
    try space.add(ball)
    var highest = 0.0
    for _ in 0..<360 {
      try space.step()
      try #require(ball.position.x < 100 && ball.position.y > 0)
      highest = max(highest, ball.position.y)
    }
    // The corners between the segments take a part of the energy, though less than without neighbors.
    #expect(highest > 0.6 * speed * speed / 2000)
  }

  @Test("are kept by a new geometry and by a checkpoint")
  func kept() throws {
    let (space, ball) = try slide(neighbors: true)
    for shape in space.ground.shapes { try shape.setGeometry(shape.geometry) }
    try space.steps(240)
    let restored = try Space(restoring: Checkpoint(space.checkpoint().text))
    for space in [space, restored] { try space.steps(240) }
    #expect(near(ball.velocity.x, 100))
    #expect(restored.states == space.states)
    let (shape, copy) = (space.ground.shapes[7], restored.ground.shapes[7])
    #expect(copy.neighbors.before == shape.neighbors.before)
    #expect(copy.neighbors.after == Vector(70, 0))
    try shape.setNeighbors(before: nil, after: nil)
    #expect(shape.neighbors == (nil, nil))
  }

  @Test("change the points of a contact that lasts, as in a restored space")
  func changedUnderLoad() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let ledge = try space.ground.addShape(.segment(from: .zero, to: Vector(100, 0)), friction: 1)
    let crate = try addCrate(at: Vector(95, 16), to: space)
    try space.steps(60)
    #expect(abs(crate.angle) < 0.01)
    // A slope begins at the end of the ledge, which no longer holds the crate.
    try ledge.setNeighbors(before: nil, after: Vector(200, 50))
    let restored = try Space(restoring: space.checkpoint())
    for space in [space, restored] { try space.steps(20) }
    #expect(crate.angle < -0.01)
    #expect(restored.states == space.states)
  }

  @Test("wake the body of the segment")
  func waking() throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 10)
    let plank = try Body(mass: 1, moment: 1)
    let edge = try plank.addShape(.segment(from: .zero, to: Vector(10, 0)))
    try space.add(plank)
    try plank.sleep()
    try edge.setNeighbors(before: Vector(-10, 0), after: nil)
    #expect(!plank.isSleeping)
  }

  @Test("take effect at the end of the step in which a callback sets them")
  func changedInStep() throws {
    let space = try Space()
    let lift = Body.kinematic()
    let edge = try lift.addShape(.segment(from: Vector(-50, 0), to: Vector(50, 0)))
    try lift.set(\.velocity, to: Vector(0, 100))
    try space.add(lift)
    let crate = try addCrate(at: Vector(0, 200), to: space)
    crate.velocityFunction = { update in
      update.velocity = Vector(0, -60_000)
      try edge.setNeighbors(before: Vector(-100, 0), after: nil)
    }
    try space.step()
    #expect(crate.position.y > 0)
    #expect(edge.neighbors.before == Vector(-100, 0))
  }

  @Test("must be finite points, and belong to segments")
  func refusals() throws {
    let body = Body.static()
    let disc = try body.addShape(.circle(radius: 1))
    #expect { try disc.setNeighbors(before: .zero, after: nil) } throws: {
      code(of: $0) == .wrongGeometry
    }
    let line = try body.addShape(.segment(from: .zero, to: Vector(1, 0)))
    #expect { try line.setNeighbors(before: nil, after: Vector(.nan, 0)) } throws: {
      code(of: $0) == .outOfRange
    }
    #expect(line.neighbors == (nil, nil))
    try body.removeShape(line)
    #expect { try line.setNeighbors(before: nil, after: nil) } throws: { code(of: $0) == .detached }
  }
}
