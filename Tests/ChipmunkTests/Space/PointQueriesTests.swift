import Chipmunk
import Testing

@Suite("Point queries")
struct PointQueriesTests {
  @Test("find the nearest point of each kind of shape, from outside and inside")
  func kinds() throws {
    let forms: [(Geometry, Vector, Vector, Double)] = [
      (.circle(radius: 10), Vector(13, 0), Vector(10, 0), 3),
      (.circle(radius: 10), Vector(4, 0), Vector(10, 0), -6),
      (.segment(from: Vector(-9, 0), to: Vector(9, 0), radius: 2), Vector(1, 7), Vector(1, 2), 5),
      (.segment(from: Vector(-9, 0), to: Vector(9, 0), radius: 2), Vector(1, 1), Vector(1, 2), -1),
      (.segment(from: Vector(-9, 0), to: Vector(9, 0), radius: 2), Vector(13, 0), Vector(11, 0), 2),
      (.box(width: 20, height: 10), Vector(0, 8), Vector(0, 5), 3),
      (.box(width: 20, height: 10), Vector(0, 4), Vector(0, 5), -1),
      (.box(width: 20, height: 10, radius: 1), Vector(0, 8), Vector(0, 6), 2),
    ]
    for (form, point, nearest, distance) in forms {
      let space = try Space()
      let body = Body.static()
      let shape = try body.addShape(form)
      try space.add(body)
      let hit = try #require(try space.pointQuery(point, within: 10).first)
      #expect(hit.shape === shape)
      #expect((hit.point - nearest).length < 1e-9)
      #expect(abs(hit.distance - distance) < 1e-9)
      #expect((hit.gradient.length - 1).magnitude < 1e-9)
      #expect((hit.point + hit.gradient * distance - point).length < 1e-9)
      #expect(try space.pointQuery(point).isEmpty == (distance > 0))
      #expect(try space.pointQuery(point, within: -0.5).isEmpty == (distance > -0.5))
    }
  }

  @Test("handle a point on an edge, a corner, a line or a centre")
  func degenerate() throws {
    let box = Geometry.box(width: 20, height: 10)
    let round = Geometry.box(width: 20, height: 10, radius: 2)
    let line = Geometry.segment(from: Vector(-9, 0), to: Vector(9, 0), radius: 2)
    let thin = Geometry.segment(from: Vector(-9, 0), to: Vector(9, 0))
    let cases: [(Geometry, Vector, Double)] = [
      (box, Vector(10, 0), 0), (box, Vector(3, 5), 0), (box, Vector(10, 5), 0),
      (round, Vector(10, 1), -2), (round, Vector(10, 5), -2),
      (line, Vector(0, 0), -2), (line, Vector(9, 0), -2), (thin, Vector(4, 0), 0),
      (.circle(radius: 7), .zero, -7), (.circle(radius: 7), Vector(0, 7), 0),
    ]
    for (form, point, distance) in cases {
      for angle in [0, 0.5, 2] {
        let space = try Space()
        let body = Body.static()
        try body.addShape(form)
        try body.set(\.angle, to: angle)
        try body.set(\.position, to: Vector(100, 50))
        try space.add(body)
        let place = body.worldPoint(ofLocal: point)
        // After the rotation, the point is on the edge only approximately.
        let hit = try #require(try space.pointQuery(place, within: 1e-9).first)
        #expect(abs(hit.distance - distance) < 1e-9)
        #expect(hit.point.isFinite)
        #expect(abs(hit.gradient.length - 1) < 1e-9)
        #expect((hit.point + hit.gradient * hit.distance - place).length < 1e-9)
        // The gradient points outwards: a step along it increases the distance by the same amount.
        let out = try #require(
          try space.pointQuery(place + hit.gradient * (1 - distance), within: 2).first
        )
        #expect(abs(out.distance - 1) < 1e-6)
        #expect(try space.pointQueryNearest(place)?.point == hit.point)
      }
    }
  }

  @Test("lead away from a thin line and from a tiny shape on the side of the point")
  func tiny() throws {
    let line = Geometry.segment(from: Vector(-9, 0), to: Vector(9, 0))
    let corners = [Vector(-1e-6, -1e-6), Vector(1e-6, -1e-6), Vector(0, 1e-6)]
    let cases: [(Geometry, Vector, Vector)] = [
      (line, Vector(1, 1e-6), Vector(0, 1)), (line, Vector(1, -1e-6), Vector(0, -1)),
      (.circle(radius: 1e-6), Vector(5e-6, 0), Vector(1, 0)),
      (.polygon(corners), Vector(0, -4e-6), Vector(0, -1)),
      (.polygon(corners, radius: 1e-6), Vector(0, 4e-6), Vector(0, 1)),
    ]
    for (form, point, direction) in cases {
      let body = Body.static()
      let hit = try body.addShape(form).pointQuery(point)
      #expect((hit.gradient - direction).length < 1e-6)
      #expect((hit.point + direction * hit.distance - point).length < 1e-12)
    }
  }

  @Test("list the nearest first; only the query for the nearest skips sensors")
  func order() throws {
    let space = try Space()
    var shapes: [Shape] = []
    for x in [30.0, 10, 20, 10] {
      let ball = try addBall(at: Vector(x, 0), to: space)
      shapes.append(ball.shapes[0])
    }
    try shapes[1].set(\.isSensor, to: true)
    let hits = try space.pointQuery(Vector(-10, 0), within: .infinity)
    #expect(hits.map(\.shape.id) == [1, 3, 2, 0].map { shapes[$0].id })
    #expect(hits.map(\.distance) == [10, 10, 20, 30])
    #expect(try space.pointQueryNearest(Vector(-10, 0))?.shape === shapes[3])
    #expect(try space.pointQueryNearest(Vector(-10, 0), within: 9)?.distance == nil)
    #expect(try space.pointQueryNearest(Vector(-10, 0), within: 10)?.shape === shapes[3])
  }
}
