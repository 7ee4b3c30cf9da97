import Chipmunk
import Testing
import Tiltbox

@Suite("A body's centre of gravity")
struct CenterOfGravityTests {
  private func body(_ shapes: [Geometry], at position: Vector = .zero) -> BodyDescription {
    BodyDescription(
      id: "it",
      shapes: shapes.map { ShapeDescription($0) },
      position: position,
      mass: 3
    )
  }

  private func simulation(
    _ body: BodyDescription,
    gravity: Double = 1000,
    _ constraints: [ConstraintDescription] = []
  ) throws -> Simulation {
    var scenario = Scenario(bodies: [body], tilt: TiltDescription(.constant(.upright)))
    scenario.world.gravity = gravity
    scenario.constraints = constraints
    return try Simulation(scenario)
  }

  @Test("is that of its shapes, about which it has its moment")
  func ofShapes() throws {
    let beside = try simulation(body([.box(width: 30, height: 20, center: Vector(100, -50))]))
    #expect(beside.bodies[0].centerOfGravity == Vector(100, -50))
    #expect(abs(beside.bodies[0].moment - 3 * (900 + 400) / 12) < 1e-9)
    let triangle = try simulation(body([.polygon([Vector(0, 0), Vector(90, 0), Vector(0, 60)])]))
    #expect((triangle.bodies[0].centerOfGravity - Vector(30, 20)).length < 1e-9)
    // Two thirds of the area are on the right.
    let two = [
      Geometry.box(width: 10, height: 10, center: Vector(-15, 0)),
      .box(width: 20, height: 10, center: Vector(15, 0)),
    ]
    #expect((try simulation(body(two)).bodies[0].centerOfGravity - Vector(5, 0)).length < 1e-9)
  }

  @Test("is exactly at the origin if the shapes are around it, up to rounding")
  func atOrigin() throws {
    let hexagon = (0..<6).map { Vector.unit(angle: Double($0) * .pi / 3) * 20 }
    #expect(try simulation(body([.polygon(hexagon)])).bodies[0].centerOfGravity == .zero)
  }

  @Test("leaves out sensors, and may be given")
  func given() throws {
    var box = body([.box(width: 30, height: 20), .circle(radius: 50, center: Vector(80, 0))])
    box.shapes[1].surface.isSensor = true
    #expect(try simulation(box).bodies[0].centerOfGravity == .zero)
    #expect(try simulation(box).bodies[0].moment == 3 * (900 + 400) / 12)
    box.centerOfGravity = Vector(0, -8)
    #expect(try simulation(box).bodies[0].centerOfGravity == Vector(0, -8))
  }

  @Test("if given elsewhere, has the moment of the shapes about it")
  func momentAboutGiven() throws {
    var ball = body([.circle(radius: 10)])
    ball.centerOfGravity = Vector(0, -8)
    #expect(try simulation(ball).bodies[0].moment == 3 * (50 + 64))
    var rod = body([.box(width: 100, height: 10, center: Vector(50, 0))])
    rod.centerOfGravity = .zero
    let expected = 3.0 * ((10000 + 100) / 12 + 2500)
    #expect(abs(try simulation(rod).bodies[0].moment - expected) < 1e-6)
  }

  @Test("does not move a turned body's origin from where it is placed")
  func turned() throws {
    var rod = body([.box(width: 100, height: 10, center: Vector(50, 0))], at: Vector(200, 100))
    rod.angle = .pi / 2
    let placed = try simulation(rod).bodies[0]
    #expect((placed.position - Vector(200, 100)).length < 1e-9)
    #expect((placed.centerOfGravityInWorld - Vector(200, 150)).length < 1e-9)
  }

  @Test("lets a rod that is drawn from its end swing like one that is drawn around its middle")
  func rod() throws {
    func angles(_ rod: BodyDescription, anchor: Vector) throws -> [Double] {
      let pivot = ConstraintDescription(
        id: "pivot",
        .pivot(anchorA: Vector(200, 200), anchorB: anchor),
        "ground",
        "it"
      )
      let simulation = try simulation(rod, [pivot])
      return try (0..<240).map { _ in
        try simulation.advance()
        return simulation.bodies[0].angle
      }
    }
    let fromEnd = body([.box(width: 100, height: 10, center: Vector(50, 0))], at: Vector(200, 200))
    let around = body([.box(width: 100, height: 10)], at: Vector(250, 200))
    let expected = try angles(around, anchor: Vector(-50, 0))
    #expect(try zip(angles(fromEnd, anchor: .zero), expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(expected.contains { $0 < -1 })
  }

  @Test("moves straight on while the body spins")
  func spin() throws {
    var lopsided = body([.box(width: 30, height: 20, center: Vector(40, 0))])
    (lopsided.velocity, lopsided.angularVelocity) = (Vector(10, 0), 5)
    let simulation = try simulation(lopsided, gravity: 0)
    for _ in 0..<120 { try simulation.advance() }
    #expect((simulation.bodies[0].centerOfGravityInWorld - Vector(50, 0)).length < 1e-6)
    #expect(abs(simulation.bodies[0].angularVelocity - 5) < 1e-9)
  }

  @Test("tips a triangle that stands on less than its middle")
  func triangle() throws {
    let post = BodyDescription(
      id: "post",
      type: .static,
      shapes: [ShapeDescription(.box(width: 10, height: 40), surface: Surface(friction: 0.5))],
      position: Vector(100, 20)
    )
    var triangle = body(
      [.polygon([Vector(0, 0), Vector(100, 0), Vector(0, 10)])],
      at: Vector(100, 40)
    )
    triangle.shapes[0].surface.friction = 0.5
    let simulation = try Simulation(
      Scenario(bodies: [post, triangle], tilt: TiltDescription(.constant(.upright)))
    )
    for _ in 0..<120 { try simulation.advance() }
    #expect(simulation.bodies[1].position.y < 0)
  }
}
