import Chipmunk
import Testing

/// Two discs of radius 10, at x = 0 and x = 19.
@Suite("Facts: a query")
struct QueryFactTests {
  private let space: Space
  private let right: Shape
  private let left: Shape

  init() throws {
    space = try Space()
    var discs: [Shape] = []
    for x in [19.0, 0] {
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.position, to: Vector(x, 0))
      discs.append(try body.addShape(.circle(radius: 10)))
      try space.add(body)
    }
    (right, left) = (discs[0], discs[1])
  }

  @Test("for a point finds shapes around it, and shapes within a distance")
  func point() throws {
    try right.set(\.filter, to: ShapeFilter(categories: 0b10, mask: 0b01))
    let filter = ShapeFilter(categories: 0b01, mask: 0b10)
    let inside = try space.pointQuery(Vector(23, 0), filter: filter)
    #expect(inside.count == 1)
    #expect(inside[0].shape === right)
    #expect(inside[0].point == Vector(29, 0))
    #expect(inside[0].distance == -6)
    #expect(inside[0].gradient == Vector(1, 0))
    #expect(try space.pointQuery(Vector(30, 0)).isEmpty)
    let outside = try space.pointQuery(Vector(30, 0), within: 30)
    #expect(outside.map(\.distance) == [1, 20])
    #expect(outside[0].shape === right && outside[1].shape === left)
    #expect(outside.map(\.point) == [Vector(29, 0), Vector(10, 0)])
    #expect(outside.map(\.gradient) == [Vector(1, 0), Vector(1, 0)])
  }

  @Test("for the nearest shape finds it within a distance")
  func nearest() throws {
    let inside = try space.pointQueryNearest(Vector(23, 0), within: 0)
    #expect(inside?.shape === right)
    #expect(inside?.distance == -6)
    #expect(try space.pointQueryNearest(Vector(30, 0), within: 0) == nil)
    let outside = try space.pointQueryNearest(Vector(30, 0), within: 10)
    #expect(outside?.shape === right)
    #expect(outside?.point == Vector(29, 0))
    #expect(outside?.distance == 1)
    #expect(outside?.gradient == Vector(1, 0))
  }

  @Test("along a segment hits shapes in order, with the fraction of the way")
  func segment() throws {
    let (start, end) = (Vector(-13, 0), Vector(131, 0))
    let hits = try space.segmentQuery(from: start, to: end)
    #expect(hits.count == 2)
    #expect(hits[0].shape === left && hits[1].shape === right)
    #expect(hits.map(\.point) == [Vector(-10, 0), Vector(9, 0)])
    #expect(hits.map(\.normal) == [Vector(-1, 0), Vector(-1, 0)])
    #expect(near(hits[0].alpha, 3 / 144.0, within: 1e-15))
    #expect(near(hits[1].alpha, 22 / 144.0, within: 1e-15))
    #expect(try space.segmentQueryFirst(from: start, to: end)?.shape === left)
    let (above, beyond) = (Vector(-13, 50), Vector(131, 50))
    #expect(try space.segmentQuery(from: above, to: beyond).isEmpty)
    #expect(try space.segmentQueryFirst(from: above, to: beyond) == nil)
  }

  @Test("for a box finds the shapes whose bounding boxes overlap it")
  func box() throws {
    let box = BoundingBox(low: Vector(-7, -7), high: Vector(7, 7))
    let hits = try space.boundingBoxQuery(box)
    #expect(hits.count == 1)
    #expect(hits[0] === left)
  }

  @Test("for a geometry finds what it would overlap")
  func form() throws {
    let hits = try space.geometryQuery(.circle(radius: 2), at: Vector(20, 1))
    #expect(hits.count == 1)
    #expect(hits[0].shape === right)
  }

  @Test("finds sensors, except where one shape is asked for")
  func sensors() throws {
    try left.set(\.isSensor, to: true)
    let all = BoundingBox(low: .zero, high: Vector(30, 10))
    #expect(try space.boundingBoxQuery(all).count == 2)
    #expect(try space.pointQuery(.zero, within: 100).count == 2)
    #expect(try space.geometryQuery(.circle(radius: 200), at: .zero).count == 2)
    #expect(try space.segmentQuery(from: .zero, to: Vector(50, 0), radius: 1).count == 2)
    #expect(try space.pointQueryNearest(.zero)?.shape === right)
    let first = try space.segmentQueryFirst(from: Vector(-20, 0), to: Vector(50, 0), radius: 1)
    #expect(first?.shape === right)
  }

  @Test("finds a body where it was put, whatever its type, without reindexing")
  func moved() throws {
    for type in BodyType.allCases {
      let body = try Body(mass: 1, moment: 1)
      try body.setType(type)
      let disc = try body.addShape(.circle(radius: 10))
      try space.add(body)
      try body.set(\.position, to: Vector(-50, -50))
      #expect(try space.pointQuery(Vector(-50, -55)).first?.shape === disc)
      let (start, end) = (Vector(-70, -50), Vector(-30, -50))
      #expect(try space.segmentQueryFirst(from: start, to: end)?.shape === disc)
      try space.remove(body)
      #expect(try space.pointQuery(Vector(-50, -55)).isEmpty)
    }
  }
}
