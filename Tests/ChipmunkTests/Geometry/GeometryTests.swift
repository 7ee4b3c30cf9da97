import Chipmunk
import Foundation
import Testing

@Suite("Geometry")
struct GeometryTests {
  static let triangle = [Vector(0, 0), Vector(10, 0), Vector(0, 10)]

  static let badPolygons: [[Vector]] = [
    [],
    [Vector(1, 1)],
    [Vector(0, 0), Vector(1, 1)],
    [Vector(0, 0), Vector(1, 1), Vector(2, 2)],
    [Vector(0, 0), Vector(5, 0), Vector(9, 0), Vector(2, 0), Vector(7, 0)],
    Array(repeating: Vector(3, 4), count: 5),
    [Vector(0, 0), Vector(1, 0), Vector(0, 0), Vector(1, 0)],
    triangle + [Vector(.nan, 0)],
    triangle + [Vector(0, .infinity)],
    triangle + [Vector(2e9, 0)],
    [Vector(0, 0), Vector(1e-10, 0), Vector(0, 1e-10)],
    [Vector(1e9, 1e9), Vector(1e9.nextDown, 1e9), Vector(1e9, 1e9.nextDown)],
    // Collinear except for the rounding of numbers of this size.
    [
      Vector(818801.8361415814, 30796406.90726531), Vector(20181682.858852215, -6875549.4876115415),
      Vector(39544563.88156285, -44547505.88248839),
    ],
    // A needle with its tip at the origin, where its area is exact; about its own centre the area is zero.
    [Vector(-1e-16, 0), Vector(0, -1e-12), Vector(48, 1e6)],
    // Its area is exact until it rotates.
    [.zero, Vector(1e9, 0), Vector(0, 1e-9)],
    round(1001),
  ]

  @Test(
    "rejects a polygon that encloses nothing, is too large or has too few vertices",
    arguments: badPolygons
  )
  func badPolygon(vertices: [Vector]) throws {
    let form = Geometry.polygon(vertices)
    let body = try Body(mass: 1, moment: 1)
    let calls: [() throws -> Void] = [
      { try form.validate() }, { _ = try form.area() }, { _ = try form.moment(mass: 1) },
      { _ = try form.thickness() }, { try body.addShape(form) },
    ]
    for call in calls {
      #expect { try call() } throws: { ($0 as? PhysicsError)?.code == .outOfRange }
    }
    #expect(body.shapes.isEmpty)
  }

  @Test(
    "the moment of a capsule exceeds theory as documented",
    arguments: [(1e-3, 0.333), (2, 0.185), (10, 0.07), (100, 0.0084)]
  )
  func capsuleMoment(length: Double, excess: Double) throws {
    // A rectangle and two half discs, each with its centroid at 4·r/(3π) from its straight side.
    let (disc, centroid) = (Double.pi, 4 / (3 * Double.pi))
    let arm = length / 2 + centroid
    let ends = disc * (0.5 - centroid * centroid + arm * arm)
    let theory = (length * (length * length + 4) / 6 + ends) / (2 * length + disc)
    let end = Vector(length / 2, 0)
    let moment = try Geometry.segment(from: -end, to: end, radius: 1).moment(mass: 1)
    #expect(abs(moment / theory - 1 - excess) < 1e-3)
  }

  @Test(
    "the moment of a rounded square falls short of theory as documented",
    arguments: [(0.03, 0.11), (0.1, 0.3), (0.25, 0.54)]
  )
  func roundedMoment(radius: Double, lack: Double) throws {
    // The square, a rectangle on each side, a quarter disc at each corner.
    let (disc, centroid) = (Double.pi * radius * radius, 4 * radius / (3 * Double.pi))
    let side = (1 + radius * radius) / 12 + (0.5 + radius / 2) * (0.5 + radius / 2)
    let corner = radius * radius / 2 + 2 * centroid + 0.5
    let theory = (1.0 / 6 + 4 * radius * side + disc * corner) / (1 + 4 * radius + disc)
    let moment = try Geometry.box(width: 1, height: 1, radius: radius).moment(mass: 1)
    #expect(abs(1 - moment / theory - lack) < 5e-3)
  }

  @Test(
    "accepts corners either way round, with duplicates and corners on an edge",
    arguments: [
      [Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10)],
      [Vector(0, 10), Vector(10, 10), Vector(10, 0), Vector(0, 0)],
      [Vector(0, 0), Vector(0, 0), Vector(10, 0), Vector(10, 10), Vector(10, 10), Vector(0, 10)],
      [Vector(0, 0), Vector(5, 0), Vector(10, 0), Vector(10, 10), Vector(0, 10), Vector(0, 5)],
      // Rounding bends an edge of tenths inwards, by far less than a billionth.
      [Vector(0, 0), Vector(0.1 + 0.2, -0.0), Vector(10, 0), Vector(10, 10), Vector(0, 10)]
        + [Vector(1e-15, 7)],
    ]
  )
  func square(vertices: [Vector]) throws {
    let form = Geometry.polygon(vertices)
    #expect(try abs(form.area() - 100) < 1e-12)
    let rounded = try Geometry.polygon(vertices, radius: 3).area()
    #expect(abs(rounded - (100 + 3 * 40 + .pi * 9)) < 1e-9)
    // A square about its corner: m·(w² + h²)/3.
    #expect(try abs(form.moment(mass: 6) - 6 * 200 / 3) < 1e-10)
    #expect(try abs(form.thickness() - 10) < 1e-12)
    // A ball lands on its upper edge.
    let space = try Space()
    try space.setGravity(Vector(0, -100))
    try space.ground.addShape(form)
    let ball = try Body(mass: 1, moment: .infinity)
    try ball.addShape(.circle(radius: 2))
    try ball.set(\.position, to: Vector(5, 20))
    try space.add(ball)
    for _ in 1...600 { try space.step() }
    #expect(abs(ball.position.y - 12) < 0.2 && abs(ball.position.x - 5) < 1e-9)
  }

  @Test(
    "rejects a concave polygon as a single shape and names its first concave corner",
    arguments: [
      // A cup, either way round.
      (
        [(0, 0), (40, 0), (40, 30), (35, 30), (35, 5), (5, 5), (5, 30), (0, 30)],
        "the polygon is concave at its corner (35, 5)"
      ),
      (
        [(0, 30), (5, 30), (5, 5), (35, 5), (35, 30), (40, 30), (40, 0), (0, 0)],
        "the polygon is concave at its corner (5, 5)"
      ),
      // A dent of a thousandth in an edge, and a spike without an area.
      (
        [(0, 0), (5, 1e-3), (10, 0), (10, 10), (0, 10)],
        "the polygon is concave at its corner (5, 0.001)"
      ),
      (
        [(0, 0), (10, 0), (10, 5), (20, 5), (10, 5), (10, 10), (0, 10)],
        "edges 1 and 3 of the outline meet at (10, 5)"
      ),
      (
        [(0, 0), (10, 10), (10, 0), (0, 10)], "edges 0 and 2 of the outline meet at (5, 5)"
      ),
      (
        [(0, 10), (4, -10), (-10, 2), (10, 2), (-4, -10)],
        "edges 0 and 2 of the outline meet at (1.6, 2)"
      ),
    ] as [([(Double, Double)], String)]
  )
  func concave(corners: [(Double, Double)], words: String) throws {
    let vertices = corners.map { Vector($0, $1) }
    let body = try Body(mass: 1, moment: 1)
    let error = #expect(throws: PhysicsError.self) { try body.addShape(.polygon(vertices)) }
    #expect(error?.code == .outOfRange && error?.subject == words)
    #expect(body.shapes.isEmpty)
    // Its hull is there for those who ask for it.
    try body.addShape(.polygon(Geometry.convexHull(of: vertices)))
  }

  @Test("accepts 3 and 1000 vertices", arguments: [3, 4, 7, 100, 1000])
  func manyVertices(count: Int) throws {
    let form = Geometry.polygon(Self.round(count))
    try form.validate()
    let exact = 0.5 * Double(count) * 100 * 100 * sin(2 * .pi / Double(count))
    #expect(try abs(form.area() - exact) < 1e-9 * exact)
    let space = try Space()
    try space.ground.addShape(form)
    let ball = try Body(mass: 1, moment: 1)
    try ball.addShape(form)
    try space.add(ball)
    try space.step()
    #expect(!space.contactEvents.isEmpty)
  }

  @Test("has the textbook's areas and moments")
  func textbook() throws {
    #expect(try abs(Geometry.circle(radius: 2).area() - 4 * .pi) < 1e-12)
    #expect(try Geometry.circle(radius: 2).moment(mass: 3) == 6)
    #expect(try Geometry.circle(radius: 2, center: Vector(3, 4)).moment(mass: 3) == 6 + 75)
    #expect(try Geometry.box(width: 3, height: 4).area() == 12)
    #expect(try Geometry.box(width: 3, height: 4).moment(mass: 12) == 25)
    #expect(
      try abs(Geometry.box(width: 3, height: 4, center: Vector(3, 4)).moment(mass: 12) - 325) < 1e-9
    )
    #expect(try Geometry.segment(from: .zero, to: Vector(6, 0)).moment(mass: 2) == 24)
    #expect(
      try abs(Geometry.segment(from: .zero, to: Vector(6, 0), radius: 1).area() - (.pi + 12))
        < 1e-12
    )
    #expect(try Geometry.polygon(Self.triangle).area() == 50)
  }

  @Test("computes its smallest extent")
  func thickness() throws {
    #expect(try Geometry.circle(radius: 2).thickness() == 4)
    #expect(try Geometry.segment(from: .zero, to: Vector(9, 0), radius: 1).thickness() == 2)
    #expect(try Geometry.box(width: 3, height: 4, radius: 0.5).thickness() == 4)
    #expect(try abs(Geometry.polygon(Self.triangle).thickness() - 50.0.squareRoot()) < 1e-12)
    #expect(
      try abs(Geometry.polygon(Self.triangle, radius: 1).thickness() - 50.0.squareRoot() - 2)
        < 1e-12
    )
  }

  @Test("rejects a segment without length")
  func zeroSegment() {
    let form = Geometry.segment(from: Vector(1, 1), to: Vector(1, 1), radius: 3)
    let error = #expect(throws: PhysicsError.self) { try form.validate() }
    #expect(error?.subject == "segment length")
  }

  @Test("rejects a box so far from its body's origin that its corners coincide")
  func farBox() throws {
    let body = Body.dynamic()
    for far in [Vector(1e9, 0), Vector(0, -9e7), Vector(1e9, 1e9)] {
      let form = Geometry.box(width: 3e-8, height: 1e-8, center: far)
      let error = #expect(throws: PhysicsError.self) { try form.validate() }
      #expect(error?.code == .outOfRange)
      #expect(throws: PhysicsError.self) { try body.addShape(form, mass: 1) }
    }
    #expect(body.shapes.isEmpty)
    try Geometry.polygon([.zero, Vector(1e9, 0), Vector(0, 1e-3)]).validate()
    try Geometry.box(width: 3e-6, height: 1e-6, center: Vector(1, 1)).validate()
    try Geometry.box(width: 30, height: 10, center: Vector(1e6, 0)).validate()
    try Geometry.box(width: 1e-9, height: 1e-9).validate()
    try Geometry.box(width: 1e9, height: 1e-4).validate()
    #expect(throws: PhysicsError.self) {
      try Geometry.box(width: 1e9, height: 1e-9).validate()
    }
  }

  static func round(_ count: Int) -> [Vector] {
    (0..<count).map { index in
      let angle = 2 * .pi * Double(index) / Double(count)
      return Vector(100 * cos(angle), 100 * sin(angle))
    }
  }
}
