import Chipmunk
import Testing

/// Queries that the C library answers with NaN or with wrong results.
@Suite("Hazards of queries")
struct QueryHazardTests {
  static let questions: [Hazard] =
    Hazard.each("a point", [.nan, .infinity, 1e200]) {
      _ = try $0.space.pointQuery(Vector($1, 0), within: 10)
    }
    + Hazard.each("a point's distance", [.nan]) {
      _ = try $0.space.pointQueryNearest(.zero, within: $1)
    }
    + Hazard.each("a point's distance", [-5, .infinity, 10, 1e9], nil) {
      let hit = try $0.space.pointQueryNearest(Vector(0, 20), within: $1)
      #expect((hit?.shape === $0.shape))
    }
    + Hazard.each("a line's end", [.nan, .infinity, 1e12]) {
      _ = try $0.space.segmentQuery(from: .zero, to: Vector($1, 20))
    }
    + Hazard.each("a line's radius", [.nan, -1]) {
      _ = try $0.space.segmentQuery(from: .zero, to: Vector(9, 20), radius: $1)
    }
    + Hazard.each("a line of a length", [0, 1e9], nil) {
      let hits = try $0.space.segmentQuery(from: Vector(0, 20), to: Vector($1, 20))
      #expect(hits.first?.shape === $0.shape)
      #expect(hits.allSatisfy { $0.point.isFinite && $0.normal.isFinite })
    }
    + Hazard.each("a box's corner", [.nan, .infinity]) {
      _ = try $0.space.boundingBoxQuery(BoundingBox(low: .zero, high: Vector($1, 1)))
    }
    + Hazard.refused("a box turned over", .outOfRange) {
      _ = try $0.space.boundingBoxQuery(BoundingBox(low: Vector(9, 9), high: .zero))
    }
    + Hazard.refused("a shape that is in no space", .notInSpace) {
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.position, to: Vector(0, 20))
      _ = try $0.space.shapeQuery(body.addShape(.circle(radius: 5)))
    }
    + Hazard.taken("a form that was never in a space") {
      let hits = try $0.space.geometryQuery(.circle(radius: 5), at: Vector(0, 20))
      #expect(hits.count == 1)
    }

  @Test("with invalid numbers", arguments: questions)
  func question(hazard: Hazard) throws { try hazard.check() }

  @Test("find the solid shape, though a sensor comes last")
  func sensorLast() throws {
    let world = try HazardWorld()
    for isSensor in [true, false, true] {
      let body = Body.static()
      try body.set(\.position, to: Vector(0, 20))
      try body.addShape(.circle(radius: 3)).set(\.isSensor, to: isSensor)
      try world.space.add(body)
    }
    let hits = try world.space.shapeQuery(world.shape)
    #expect(hits.filter { !$0.shape.isSensor }.count == 1)
    #expect(hits.count == 3)
  }

  @Test("report the start of a line that begins inside a shape")
  func startsInside() throws {
    let world = try HazardWorld()
    let hit = try #require(
      try world.space.segmentQueryFirst(from: Vector(0, 20), to: Vector(50, 20))
    )
    #expect(hit.shape === world.shape && hit.alpha == 0)
    #expect(hit.point == Vector(0, 20))
  }

  @Test("handle a point on an edge, at a centre or on a line")
  func onAnEdge() throws {
    let world = try HazardWorld()
    for point in [Vector(5, 20), Vector(-5, 25), Vector(0, 25), Vector(0, 0), Vector(17, 1)] {
      let hit = try #require(try world.space.pointQueryNearest(point))
      #expect(hit.point.isFinite && hit.distance.isFinite)
      #expect(abs(hit.gradient.length - 1) < 1e-9)
      #expect(abs((hit.point - point).length - abs(hit.distance)) < 1e-9)
    }
  }

  @Test("return values, so that the space may change during an iteration")
  func changesBetween() throws {
    let world = try HazardWorld()
    let everywhere = BoundingBox(low: Vector(-999, -999), high: Vector(999, 999))
    for shape in try world.space.boundingBoxQuery(everywhere) { try shape.body?.removeShape(shape) }
    #expect(try world.space.boundingBoxQuery(everywhere).isEmpty)
    for body in world.space.bodies { try world.space.remove(body) }
    #expect(world.space.bodies.isEmpty)
    try world.space.step()
  }
}
