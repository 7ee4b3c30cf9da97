import Chipmunk
import Testing

@Suite("Facts: a shape")
struct ShapeFactTests {
  private let body: Body

  init() throws { body = try Body(mass: 10, moment: 10) }

  @Test("tells how far away a point is, even outside a space")
  func pointQuery() throws {
    let disc = try body.addShape(.circle(radius: 5))
    let outside = try disc.pointQuery(Vector(11, 0))
    #expect(outside.shape === disc)
    #expect(outside.point == Vector(5, 0))
    #expect(outside.distance == 6)
    #expect(outside.gradient == Vector(1, 0))
    let center = try disc.pointQuery(.zero)
    #expect(center.distance == -5)
    #expect(center.gradient == Vector(0, 1))
    // A point of the surface, as from anywhere else.
    #expect(center.point == Vector(0, 5))
    try body.set(\.position, to: Vector(11, 0))
    #expect(try disc.pointQuery(Vector(11, 0)).distance == -5)
  }

  @Test("tells where a ray meets it")
  func segmentQuery() throws {
    let disc = try body.addShape(.circle(radius: 5))
    let (start, end) = (Vector(10, -50), Vector(10, 50))
    #expect(try disc.segmentQuery(from: start, to: end) == nil)
    #expect(try disc.segmentQuery(from: start, to: end, radius: 6)?.shape === disc)
    let hit = try #require(try disc.segmentQuery(from: Vector(0, -50), to: Vector(0, 50)))
    #expect(near(hit.point, Vector(0, -5)))
    #expect(near(hit.normal, Vector(0, -1)))
    #expect(hit.alpha == 0.45)
  }

  @Test("overlaps another one at their bodies' current positions, whatever their filters are")
  func overlap() throws {
    let one = try body.addShape(.circle(radius: 10))
    let second = try Body(mass: 1, moment: 1)
    let other = try second.addShape(.circle(radius: 10))
    for shape in [one, other] { try shape.set(\.filter, to: .none) }
    try second.set(\.position, to: Vector(30, 30))
    #expect(try one.overlap(with: other) == nil)
    try second.set(\.position, to: Vector(15, 0))
    let hit = try #require(try one.overlap(with: other))
    #expect(hit.shape === other)
    #expect(hit.normal == Vector(1, 0))
    #expect(hit.points.map(\.onA) == [Vector(10, 0)])
    #expect(hit.points.map(\.onB) == [Vector(5, 0)])
    #expect(hit.points.map(\.depth) == [5])
    #expect(try other.overlap(with: one)?.normal == Vector(-1, 0))
    #expect(throws: PhysicsError.self) { try one.pointQuery(Vector(.nan, 0)) }
    try body.removeShape(one)
    #expect { try other.overlap(with: one) } throws: { code(of: $0) == .detached }
  }

  @Test("of a disc has the mass, area and moment of a disc")
  func disc() throws {
    let body = Body.dynamic()
    let disc = try body.addShape(.circle(radius: 5, center: Vector(10, 5)))
    #expect(disc.mass == 0)
    #expect(disc.density == 0)
    #expect(disc.moment == 0)
    #expect(near(disc.area, 78.539_816_339_744_83))
    #expect(disc.centerOfGravity == Vector(10, 5))
    try disc.set(\.density, to: 2)
    #expect(near(disc.moment, 1963.495_408_493_620_7))
    try disc.set(\.mass, to: 2)
    #expect(near(disc.moment, 25))
    #expect(near(disc.density, 2 / 78.539_816_339_744_83))
  }

  @Test("is in the space of its body until it is removed")
  func membership() throws {
    let disc = try body.addShape(.circle(radius: 1))
    let line = try body.addShape(.segment(from: .zero, to: Vector(1, 2), radius: 1))
    #expect(disc.space == nil)
    let space = try Space()
    try space.add(body)
    #expect(disc.space === space)
    #expect(body.shapes.map(ObjectIdentifier.init) == [disc, line].map(ObjectIdentifier.init))
    try body.removeShape(disc)
    #expect(disc.body == nil)
    #expect(disc.space == nil)
    #expect(body.shapes.count == 1)
  }

  @Test("has the bounding box of its geometry")
  func boundingBoxes() throws {
    let forms: [(Geometry, BoundingBox)] = [
      (.circle(radius: 5), BoundingBox(low: Vector(-5, -5), high: Vector(5, 5))),
      (
        .segment(from: Vector(2, 2), to: Vector(2, 3), radius: 2),
        BoundingBox(low: .zero, high: Vector(4, 5))
      ),
      (
        .polygon([Vector(2, 2), Vector(4, 3), Vector(3, 5)]),
        BoundingBox(low: Vector(2, 2), high: Vector(4, 5))
      ),
    ]
    for (form, box) in forms {
      let body = try Body(mass: 1, moment: 1)
      let shape = try body.addShape(form)
      try Space().add(body)
      #expect(shape.boundingBox == box)
    }
  }

  @Test("of a polygon is its hull, counterclockwise")
  func hull() throws {
    let corners = [Vector(0, 0), Vector(10, 10), Vector(20, 0), Vector(-10, 10)]
    let hull = [Vector(-10, 10), Vector(0, 0), Vector(20, 0), Vector(10, 10)]
    #expect(try Geometry.convexHull(of: corners) == hull)
  }

  @Test("that is a line touches another one that it crosses")
  func crossing() throws {
    let space = try Space(timeStep: 0.1)
    for height in [1.0, -1] {
      let body = try Body(mass: 10, moment: 10)
      let line = Geometry.segment(from: Vector(-1, -height), to: Vector(1, height), radius: 1)
      try body.addShape(line)
      try space.add(body)
    }
    var begins = 0
    space.addHandler(for: .all).begin = { _ in
      begins += 1
      return true
    }
    try space.step()
    #expect(begins == 1)
  }

  @Test(
    "collides by its categories and mask, whichever of the two is asked",
    arguments: [
      (0b00, 0b00, 0b00, 0b00, false), (0b01, 0b01, 0b01, 0b01, true),
      (0b10, 0b01, 0b01, 0b10, true), (0b01, 0b01, 0b11, 0b11, true),
      (0b11, 0b00, 0b11, 0b00, false), (0b00, 0b11, 0b00, 0b11, false),
      (0b01, 0b10, 0b10, 0b00, false), (0b01, 0b10, 0b10, 0b10, false),
      (0b01, 0b10, 0b10, 0b01, true), (0b01, 0b11, 0b00, 0b10, false),
    ] as [(Categories, Categories, Categories, Categories, Bool)]
  )
  func filters(
    _ a: Categories,
    _ maskA: Categories,
    _ b: Categories,
    _ maskB: Categories,
    meet: Bool
  ) throws {
    let space = try Space()
    try space.add(body)
    let own = ShapeFilter(categories: a, mask: maskA)
    try body.addShape(.circle(radius: 10)).set(\.filter, to: own)
    let asked = ShapeFilter(categories: b, mask: maskB)
    #expect((try space.pointQueryNearest(.zero, within: 0, filter: asked) != nil) == meet)
    // Contacts behave like queries.
    let other = try Body(mass: 1, moment: 1)
    try other.addShape(.circle(radius: 10)).set(\.filter, to: asked)
    try space.add(other)
    try space.step()
    #expect((space.contactCount == 1) == meet)
  }
}
