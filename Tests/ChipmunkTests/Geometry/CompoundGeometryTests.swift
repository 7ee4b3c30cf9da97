import Chipmunk
import Testing

@Suite("Concave polygons and chains")
struct CompoundGeometryTests {
  private static let cup = [
    (0, 0), (40, 0), (40, 30), (35, 30), (35, 5), (5, 5), (5, 30), (0, 30),
  ].map { Vector($0, $1) }

  @Test(
    "a cup, either way round, holds a ball that its hull would carry",
    arguments: [true, false]
  )
  func cup(isReversed: Bool) throws {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    let outline = Geometry.polygon(isReversed ? Self.cup.reversed() : Self.cup)
    let parts = try space.ground.addShapes(outline, friction: 0.5)
    #expect(parts.count == 3)
    let ball = try Body(mass: 1, shape: .circle(radius: 8), friction: 0.5)
    ball.position = Vector(21, 60)
    try space.add(ball)
    for _ in 0..<600 { try space.step() }
    #expect(abs(ball.position.y - 13) < 0.1)
    #expect(try space.geometryQuery(outline, at: Vector(0, 29)).count > 1)
    #expect(try space.geometryQuery(.circle(radius: 3), at: Vector(30, 20)).isEmpty)
  }

  @Test("the area, moment and centroid are those of the outline")
  func massProperties() throws {
    // An L of three squares of 10 units.
    let corners = [(0, 0), (20, 0), (20, 10), (10, 10), (10, 20), (0, 20)].map { Vector($0, $1) }
    let form = Geometry.polygon(corners)
    #expect(try form.area() == 300)
    #expect(try (form.centroid() - Vector(25.0 / 3, 25.0 / 3)).length < 1e-12)
    // Squares about their centres, which are at distances of 50, 250 and 250 units².
    let exact = 3.0 * (100.0 / 6 + (50 + 250 + 250) / 3)
    #expect(try abs(form.moment(mass: 3) - exact) < 1e-9)
    #expect(try form.thickness() == 10)
    // A chain is as long as its segments: two of 10 units, of which each has a third of its square about its end.
    let chain = Geometry.chain([Vector(-10, 0), .zero, Vector(0, 10)])
    #expect(try abs(chain.moment(mass: 6) - 6.0 * 100 / 3) < 1e-9)
    #expect(try (chain.centroid() - Vector(-2.5, 2.5)).length < 1e-12)
    #expect(
      try abs(Geometry.chain([.zero, Vector(10, 0)], radius: 2).area() - (40 + .pi * 4)) < 1e-9
    )
  }

  @Test("a concave outline whose parts are all too thin to collide is rejected")
  func needles() throws {
    let cross = Geometry.polygon([
      Vector(6e-9, 4e-9), Vector(1.6e-8, 0), Vector(1.6e-8, -1.3e-8), Vector(-1e9, -1.8e-8),
      Vector(-1.9e-8, -1.4e-8), Vector(3e-9, -1.3e-8), Vector(1.3e-8, 1.5e-8),
      Vector(-3e-9, -597_719_856.032539),
    ])
    let corner = Geometry.polygon([
      Vector(1.1e-8, -1e9), Vector(-1.5e-8, -5e-10), Vector(-1e9, 8e-18), Vector(1.6e-8, 1.3e-8),
    ])
    let uses: [() throws -> Void] = [
      { _ = try cross.parts() }, { _ = try cross.thickness() }, { _ = try corner.centroid() },
    ]
    for use in uses {
      #expect { try use() } throws: { code(of: $0) == .outOfRange }
    }
    #expect { try Body.static().addShapes(cross) } throws: { code(of: $0) == .outOfRange }
  }

  @Test("an outline that crosses itself is rejected with the crossing")
  func crossing() throws {
    let hourglass = [Vector(0, 0), Vector(10, 10), Vector(10, 0), Vector(0, 10)]
    let error = #expect(throws: PhysicsError.self) {
      try Body.static().addShapes(.polygon(hourglass))
    }
    #expect(error?.subject == "edges 0 and 2 of the outline meet at (5, 5)")
  }

  @Test("a body slides over 100 seams of a chain as over one segment", arguments: [0, 0.02, 0.3])
  func seams(friction: Double) throws {
    func speed(_ count: Int, _ geometry: Geometry, _ radius: Double) throws -> (Double, Double) {
      let space = try Space()
      space.gravity = Vector(0, -1000)
      let points = (0...count).map { Vector(-105 + 1200 * Double($0) / Double(count), 0) }
      try space.ground.addShapes(.chain(points, radius: radius), friction: friction)
      let body = try Body(mass: 1, shape: geometry, friction: friction)
      body.position = Vector(0, 12 + radius)
      try space.add(body)
      for _ in 0..<120 { try space.step() }
      let (start, height) = (body.position.x, body.position.y)
      body.velocity = Vector(900, 0)
      var lift = 0.0
      while body.position.x < start + 1000, body.velocity.x > 1, space.tick < 900 {
        try space.step()
        lift = max(lift, abs(body.position.y - height))
      }
      return (body.velocity.x, lift)
    }
    for geometry in [Geometry.box(width: 24, height: 24), .circle(radius: 12)] {
      for radius in [0.0, 2] {
        let (smooth, seamed) = try (speed(1, geometry, radius), speed(120, geometry, radius))
        #expect(abs(seamed.0 - smooth.0) < 1e-4)
        #expect(seamed.1 < 1e-3)
      }
    }
  }

  @Test("a crate slides over tiles as over one box", arguments: [100.0, 333, 900], [0, 0.3])
  func tiles(speed: Double, friction: Double) throws {
    func slide(over width: Double) throws -> Vector {
      let space = try Space()
      space.gravity = Vector(0, -1000)
      for left in stride(from: 0, to: 1920, by: width) {
        let tile = Geometry.box(width: width, height: 32, center: Vector(left + width / 2, -16))
        try space.ground.addShape(tile, friction: friction)
      }
      let crate = try Body(mass: 1, shape: .box(width: 32, height: 32), friction: friction)
      crate.position = Vector(40, 16)
      crate.velocity = Vector(speed, 0)
      try space.add(crate)
      for _ in 0..<240 { try space.step() }
      return crate.position
    }
    #expect(try slide(over: 32).distance(to: slide(over: 1920)) < 0.02)
  }

  @Test("a chain of hills keeps the energy of a disc that rolls down it")
  func hills() throws {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    func height(_ x: Double) -> Double { -0.3 * x + 5 * Vector.unit(angle: x / 60).y }
    let points = (0...320).map { Vector(6.25 * Double($0), height(6.25 * Double($0))) }
    try space.ground.addShapes(.chain(points), friction: 1)
    let disc = try Body(mass: 1, shape: .circle(radius: 15), friction: 1)
    disc.position = Vector(100, height(100) + 15.8)
    try space.add(disc)
    let start = disc.position.y
    while disc.position.x < 1900, space.tick < 1000 { try space.step() }
    // ½ m v² + ½ I ω² = ¾ m v² for a disc that rolls.
    let energy = 0.75 * disc.velocity.dot(disc.velocity)
    #expect(abs(energy / (1000 * (start - disc.position.y)) - 1) < 0.005)
  }

  @Test("a closed chain keeps what is inside, and a checkpoint its neighbours")
  func closed() throws {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    let ring = (0..<40).map { Vector.unit(angle: Double($0) * .pi / 20) * 100 }
    let shapes = try space.ground.addShapes(.chain(ring, isClosed: true), elasticity: 1)
    #expect(shapes.count == 40)
    #expect(shapes.allSatisfy { $0.neighbors.before != nil && $0.neighbors.after != nil })
    let ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 1)
    ball.velocity = Vector(700, 300)
    try space.add(ball)
    for _ in 0..<300 { try space.step() }
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    for _ in 0..<300 {
      try space.step()
      try twin.step()
      #expect(ball.position.length < 91)
    }
    #expect(twin.bodies[0].position == ball.position)
  }

  @Test(
    "a single shape cannot be a chain or a concave polygon, and nothing is added if a part is wrong"
  )
  func single() throws {
    let body = Body.static()
    expect(.outOfRange, "addShapes") { try body.addShape(.chain([.zero, Vector(1, 0)])) }
    expect(.outOfRange, "addShapes") { try body.addShape(.polygon(Self.cup)) }
    expect(.outOfRange, "points 1 and 2 of the chain") {
      try body.addShapes(.chain([.zero, Vector(1, 0), Vector(1, 0)]))
    }
    expect(.outOfRange, "points of a closed chain") {
      try body.addShapes(.chain([.zero, Vector(1, 0)], isClosed: true))
    }
    #expect(body.shapes.isEmpty)
  }
}
