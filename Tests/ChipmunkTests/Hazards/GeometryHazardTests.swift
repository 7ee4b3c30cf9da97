import Chipmunk
import Foundation
import Testing

/// Shapes for which the C library lets bodies fall through each other, or overflows the stack.
@Suite("Hazards of geometry")
struct GeometryHazardTests {
  static let circles: [Hazard] =
    Hazard.each("radius", [0, -5, .nan, .infinity, 1e308, 1e-300]) {
      try $0.crate.addShape(.circle(radius: $1))
    }
    + Hazard.each("centre", [.nan, .infinity, 1e308]) {
      try $0.crate.addShape(.circle(radius: 5, center: Vector($1, 0)))
    }
    + Hazard.each("radius of a mass", [0, -5, .nan, .infinity]) {
      try $0.other.addShape(.circle(radius: $1), mass: 1)
    }

  static let boxes: [Hazard] =
    Hazard.each("width", [0, -10, .nan, .infinity, 1e308, 1e-200]) {
      try $0.crate.addShape(.box(width: $1, height: 10))
    }
    + Hazard.each("radius", [-1, -100, .nan, .infinity]) {
      try $0.crate.addShape(.box(width: 10, height: 10, radius: $1))
    }
    + Hazard.each("width of a mass", [0, -10, .nan, .infinity]) {
      try $0.other.addShape(.box(width: $1, height: 10), mass: 1)
    }

  static let masses: [Hazard] =
    Hazard.each("mass", [0, -1, .nan, .infinity, 1e308]) {
      try $0.other.shapes[0].set(\.mass, to: $1)
    }
    + Hazard.each("density", [0, -1, .nan, .infinity]) {
      try $0.other.shapes[0].set(\.density, to: $1)
    }
    + Hazard.each("moment of a mass", [0, -1, .nan, .infinity]) {
      _ = try Geometry.box(width: 1, height: 1).moment(mass: $1)
    }

  static let segments: [Hazard] =
    Hazard.each("radius of a point", [2, 0]) {
      try $0.crate.addShape(.segment(from: Vector(3, 3), to: Vector(3, 3), radius: $1))
    }
    + Hazard.each("radius", [-5, .nan]) {
      try $0.crate.addShape(.segment(from: .zero, to: Vector(10, 0), radius: $1))
    }
    + Hazard.each("end", [.nan, .infinity, 1e200]) {
      try $0.crate.addShape(.segment(from: .zero, to: Vector($1, 0)))
    }
    + Hazard.each("end", [1e9], nil) {
      try $0.space.ground.addShape(.segment(from: Vector(-$1, -5), to: Vector($1, -5), radius: 1))
    }

  /// Corners that go round a square of 10 units.
  static let square = [Vector(-5, -5), Vector(5, -5), Vector(5, 5), Vector(-5, 5)]

  static let badPolygons: [(String, [Vector])] = [
    ("no vertex", []), ("one vertex", [Vector(1, 1)]), ("two", [.zero, Vector(10, 0)]),
    ("three on a line", [.zero, Vector(5, 5), Vector(10, 10)]),
    ("all the same", [Vector](repeating: Vector(3, 3), count: 4)),
    ("one that is no number", square.dropLast() + [Vector(.nan, 5)]),
    ("none that is a number", [Vector](repeating: Vector(.nan, .nan), count: 4)),
    ("one that is infinite", square.dropLast() + [Vector(-.infinity, 5)]),
    ("crossing itself", [square[0], square[2], square[1], square[3]]),
    ("one far away", square.dropLast() + [Vector(-1e200, 5)]), ("10,000", ring(10_000)),
    ("40,000, more than 512 KB of stack hold", ring(40_000)),
    ("600,000, more than 8 MB of stack hold", ring(600_000)),
  ]

  static let polygons: [Hazard] = badPolygons.flatMap { name, vertices in
    Hazard.refused(name, .outOfRange) { try $0.crate.addShapes(.polygon(vertices)) }
      + Hazard.refused("area of \(name)", .outOfRange) { _ in
        _ = try Geometry.polygon(vertices).area()
      }
      + Hazard.refused("moment of \(name)", .outOfRange) { _ in
        _ = try Geometry.polygon(vertices).moment(mass: 1)
      }
  }

  private static func ring(_ count: Int) -> [Vector] {
    (0..<count).map {
      let angle = Double($0) / Double(count) * 2 * .pi
      return Vector(10 * cos(angle), 10 * sin(angle))
    }
  }

  @Test("of circles", arguments: circles)
  func circle(hazard: Hazard) throws { try hazard.check() }

  @Test("of boxes", arguments: boxes)
  func box(hazard: Hazard) throws { try hazard.check() }

  @Test("of a shape's mass", arguments: masses)
  func mass(hazard: Hazard) throws { try hazard.check() }

  @Test("of segments", arguments: segments)
  func segment(hazard: Hazard) throws { try hazard.check() }

  @Test("of polygons", arguments: polygons)
  func polygon(hazard: Hazard) throws { try hazard.check() }

  @Test("of a hull's tolerance", arguments: [Double.nan, -1, -100])
  func tolerance(tolerance: Double) throws {
    let error = #expect(throws: PhysicsError.self) {
      try Polyline(closing: Self.square).convexHull(tolerance: tolerance)
    }
    #expect(error?.code == .outOfRange)
  }

  @Test(
    "of corners either way round, and given twice: 100 square units",
    arguments: [
      square, square.reversed(), square + [square[0]],
      [square[0], square[1], square[1], square[2], square[3]],
    ]
  )
  func corners(vertices: [Vector]) throws {
    let form = Geometry.polygon(vertices)
    #expect(try abs(form.area() - 100) < 1e-9)
    #expect(try abs(form.moment(mass: 1) - 100.0 / 6) < 1e-9)
    let world = try HazardWorld()
    try world.shape.body?.removeShape(world.shape)
    try world.crate.addShape(form, friction: 0.7)
    try world.space.steps(240)
    #expect(abs(world.crate.position.y - 6) < 0.2)
  }

  @Test("of many corners, up to a thousand", arguments: [100, 255, 300, 1000])
  func manyCorners(count: Int) throws {
    let form = Geometry.polygon(Self.ring(count))
    #expect(try abs(form.area() / (100 * .pi) - 1) < 1e-3)
    let world = try HazardWorld()
    try world.crate.removeShape(world.shape)
    try world.crate.set(\.moment, to: form.moment(mass: 1))
    try world.crate.addShape(form, friction: 0.7)
    try world.space.steps(240)
    #expect(abs(world.crate.position.y - 11) < 0.3)
  }

  @Test("of a polygon whose corners change in its space: the moment follows")
  func otherCorners() throws {
    let world = try HazardWorld()
    let body = Body.dynamic()
    let shape = try body.addShape(.polygon(Self.square), mass: 1)
    try world.space.add(body)
    #expect(abs(body.moment - 100.0 / 6) < 1e-9)
    let other = Geometry.polygon(Self.square.map { $0 * 4 })
    try shape.setGeometry(other)
    #expect(try body.moment == other.moment(mass: 1))
    try world.space.steps(60)
  }

  @Test("of a ball on a rounded box, in which the C library lets it rest half a unit too deep")
  func rounded() throws {
    for radius in [0.0, 5] {
      let space = try spaceWithFloor()
      let table = Body.static()
      let side = 40 - 2 * radius
      try table.addShape(.box(width: side, height: side, radius: radius), friction: 1)
      try space.add(table)
      let ball = try addBall(at: Vector(0, 31), to: space)
      try space.steps(360)
      #expect((29.4...30).contains(ball.position.y))
    }
  }
}
