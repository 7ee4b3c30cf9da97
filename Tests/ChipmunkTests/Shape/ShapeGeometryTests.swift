import Chipmunk
import Testing

@Suite("Geometries that change")
struct ShapeGeometryTests {
  static let pairs: [(Geometry, Geometry)] = [
    (.circle(radius: 10), .circle(radius: 25, center: Vector(3, 4))),
    (
      .segment(from: Vector(-20, 0), to: Vector(20, 0)),
      .segment(from: Vector(-5, 3), to: Vector(30, 8), radius: 6)
    ),
    (.box(width: 20, height: 20), .box(width: 50, height: 8, radius: 2, center: Vector(2, 1))),
    (.box(width: 20, height: 20), .polygon([Vector(-9, -9), Vector(30, -9), Vector(0, 20)])),
    (
      .polygon([Vector(-9, -9), Vector(30, -9), Vector(0, 20)]),
      .polygon((0..<12).map { Vector(20 * cosine($0), 20 * cosine($0 + 9)) }, radius: 1)
    ),
    (
      .polygon((0..<12).map { Vector(20 * cosine($0), 20 * cosine($0 + 9)) }),
      .box(width: 9, height: 60)
    ),
  ]

  @Test("act as if the shape had been created with them", arguments: BodyType.allCases, pairs)
  func sameAsNew(type: BodyType, pair: (Geometry, Geometry)) throws {
    func run(changing: Bool) throws -> [BodyState] {
      let space = try spaceWithFloor()
      let body = try Body(mass: 10, moment: 3000)
      try body.set(\.position, to: Vector(10, 60))
      try body.set(\.angle, to: 0.3)
      let shape = try body.addShape(changing ? pair.0 : pair.1, friction: 0.5)
      try body.setType(type)
      try space.add(body)
      if changing { try shape.setGeometry(pair.1) }
      #expect(shape.geometry == pair.1)
      let ball = try addBall(at: Vector(15, 150), to: space)
      let crate = try addCrate(at: Vector(12, 250), to: space)
      return try (0..<300).flatMap { _ in
        try space.step()
        return [body.state, ball.state, crate.state]
      }
    }
    #expect(try run(changing: true) == run(changing: false))
  }

  @Test("are visible to queries at once", arguments: BodyType.allCases)
  func queries(type: BodyType) throws {
    let space = try Space()
    let body = try Body(mass: 1, moment: 1)
    let shape = try body.addShape(.circle(radius: 1))
    try body.setType(type)
    try space.add(body)
    try space.step()
    #expect(try space.pointQuery(Vector(40, 0)).isEmpty)
    try shape.setGeometry(.circle(radius: 50))
    #expect(try space.pointQuery(Vector(40, 0)).count == 1)
    try shape.setGeometry(.circle(radius: 1, center: Vector(0, 90)))
    #expect(try space.pointQuery(Vector(40, 0)).isEmpty)
    #expect(try space.pointQuery(Vector(0, 90)).count == 1)
  }

  @Test("wake what sleeps on them, and what they grow into")
  func waking() throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let near = try addCrate(at: Vector(0, 15.95), to: space)
    let far = try addCrate(at: Vector(0, 300), to: space)
    let bump = try space.ground.addShape(.circle(radius: 1, center: Vector(0, -50)))
    try far.sleep()
    try space.steps(60)
    #expect(near.isSleeping && far.isSleeping)
    try bump.setGeometry(.circle(radius: 60, center: Vector(0, -50)))
    #expect(!near.isSleeping && far.isSleeping)
    try space.steps(10)
    #expect(near.position.y > 17)
    try near.shapes[0].setGeometry(.box(width: 10, height: 10))
    #expect(!near.isSleeping)
  }

  @Test("keep a shape's mass, and change the body's moment with it")
  func mass() throws {
    let body = Body.dynamic()
    let shape = try body.addShape(.circle(radius: 10), mass: 4)
    #expect(body.moment == 200)
    try shape.setGeometry(.circle(radius: 20, center: Vector(6, 0)))
    #expect(body.mass == 4)
    #expect(body.moment == 800)
    #expect(body.centerOfGravity == Vector(6, 0))
    let own = try Body(mass: 4, moment: 200)
    try own.addShape(.circle(radius: 10)).setGeometry(.circle(radius: 20))
    #expect(own.moment == 200)
  }

  @Test("have their own density from within a step too")
  func density() throws {
    let (space, body) = (try Space(), Body.dynamic())
    let shape = try body.addShape(.circle(radius: 10), mass: 4)
    try space.add(body)
    body.velocityFunction = { [unowned shape] _ in
      do {
        try shape.setGeometry(.circle(radius: 20))
        shape.density = 1
      } catch { Issue.record(error) }
    }
    try space.step()
    #expect(shape.area == 400 * Double.pi && body.mass == shape.area && shape.density == 1)
    #expect(body.moment == body.mass * 200)
  }

  @Test("keep their kind, and stay within the range")
  func refusals() throws {
    let body = Body.static()
    let circle = try body.addShape(.circle(radius: 10))
    let box = try body.addShape(.box(width: 10, height: 10))
    let line = Geometry.segment(from: .zero, to: Vector(1, 0))
    for (shape, form) in [(circle, line), (box, line), (circle, box.geometry)] {
      #expect { try shape.setGeometry(form) } throws: {
        ($0 as? PhysicsError)?.code == .wrongGeometry
      }
    }
    for radius in [0, -1, Double.nan, .infinity] {
      #expect { try circle.setGeometry(.circle(radius: radius)) } throws: {
        ($0 as? PhysicsError)?.code == .outOfRange
      }
    }
    #expect { try box.setGeometry(.polygon([.zero, Vector(1, 1), Vector(2, 2)])) } throws: {
      ($0 as? PhysicsError)?.code == .outOfRange
    }
    #expect(circle.geometry == .circle(radius: 10))
    try body.removeShape(circle)
    #expect { try circle.setGeometry(.circle(radius: 1)) } throws: {
      ($0 as? PhysicsError)?.code == .detached
    }
  }

  private static func cosine(_ twelfth: Int) -> Double {
    let half = 3.0.squareRoot() / 2
    return [1, half, 0.5, 0, -0.5, -half, -1, -half, -0.5, 0, 0.5, half][twelfth % 12]
  }
}
