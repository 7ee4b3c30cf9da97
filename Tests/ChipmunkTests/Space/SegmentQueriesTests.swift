import Chipmunk
import Testing

@Suite("Segment queries")
struct SegmentQueriesTests {
  @Test("hit shapes in order, with the point and the normal")
  func order() throws {
    let space = try Space()
    let balls = try [300.0, 100, 200].map { try addBall(at: Vector($0, 0), to: space) }
    try balls[1].shapes[0].set(\.isSensor, to: true)
    let hits = try space.segmentQuery(from: .zero, to: Vector(400, 0))
    #expect(hits.map(\.shape.id) == [1, 2, 0].map { balls[$0].shapes[0].id })
    for (hit, x) in zip(hits, [90.0, 190, 290]) {
      #expect((hit.point - Vector(x, 0)).length < 1e-9)
      #expect((hit.normal - Vector(-1, 0)).length < 1e-9)
      #expect(abs(hit.alpha - x / 400) < 1e-12)
    }
    let first = try #require(try space.segmentQueryFirst(from: .zero, to: Vector(400, 0)))
    #expect(first.shape === balls[2].shapes[0])
    #expect(try space.segmentQuery(from: .zero, to: Vector(0, 400)).isEmpty)
  }

  @Test("that start in a shape hit it there")
  func inside() throws {
    let forms: [Geometry] = [
      .circle(radius: 10), .box(width: 20, height: 20), .box(width: 16, height: 16, radius: 2),
      .segment(from: Vector(-20, 0), to: Vector(20, 0), radius: 10),
    ]
    for form in forms {
      let space = try Space()
      let body = Body.static()
      try body.addShape(form)
      try space.add(body)
      for start in [Vector(0, 0), Vector(1, 7), Vector(0, 10)] {
        for radius in [0, 0.5] {
          let hit = try #require(
            try space.segmentQueryFirst(from: start, to: Vector(50, 300), radius: radius)
          )
          #expect(hit.alpha == 0)
          #expect((hit.point - start).length < 1e-9)
          #expect(abs(hit.normal.length - 1) < 1e-9)
          if start.y > 0 { #expect((hit.normal - Vector(0, 1)).length < 1e-6 || form.isRound) }
        }
      }
    }
  }

  @Test("of no length are points")
  func point() throws {
    let space = try Space()
    try addBall(at: .zero, to: space)
    #expect(try space.segmentQuery(from: Vector(3, 3), to: Vector(3, 3)).count == 1)
    #expect(try space.segmentQuery(from: Vector(30, 3), to: Vector(30, 3)).isEmpty)
    #expect(try space.segmentQuery(from: Vector(13, 0), to: Vector(13, 0), radius: 4).count == 1)
  }

  @Test("with a thickness hit what only their edge touches")
  func thick() throws {
    let space = try Space()
    // Two shapes, so that the index has a tree to descend.
    let (near, far) = (
      try addBall(at: Vector(100, 14), to: space), try addBall(at: Vector(200, -300), to: space)
    )
    #expect(try space.segmentQuery(from: .zero, to: Vector(300, 0)).isEmpty)
    let hits = try space.segmentQuery(from: .zero, to: Vector(300, 0), radius: 5)
    #expect(hits.map(\.shape.id) == [near.shapes[0].id])
    let hit = try #require(hits.first)
    // The point is on the ball, where the ray's edge meets it.
    #expect(abs((hit.point - Vector(100, 14)).length - 10) < 1e-9)
    #expect((hit.point + hit.normal * 5).y.magnitude < 1e-9)
    #expect(far.shapes.count == 1)
  }

  @Test("that start beside the end of a thick segment hit this end", arguments: [0, 0.5])
  func end(radius: Double) throws {
    let body = Body.static()
    let line = try body.addShape(
      .segment(from: .zero, to: Vector(20, 0), radius: 2 - radius)
    )
    let start = Vector(-10, 1)
    for end in [Vector(10, 1.8), Vector(10, -4), Vector(-1.5, 1)] {
      let hit = try #require(try line.segmentQuery(from: start, to: end, radius: radius))
      let center = start + (end - start) * hit.alpha
      #expect(abs(center.length - 2) < 1e-9)
      #expect((hit.normal - center.normalized).length < 1e-9)
      #expect((hit.point - center * ((2 - radius) / 2)).length < 1e-9)
    }
    for end in [Vector(-3, 1), Vector(10, 4), Vector(10, -8), Vector(-20, 1), start] {
      #expect(try line.segmentQuery(from: start, to: end, radius: radius) == nil)
    }
  }

  @Test("from far away hit as exactly as from nearby", arguments: [1e6, 1e7, 1e8])
  func farStart(distance: Double) throws {
    let space = try Space()
    let forms: [Geometry] = [
      .circle(radius: 10), .box(width: 16, height: 16, radius: 2),
      .segment(from: Vector(-10, -10), to: Vector(10, 10), radius: 2),
    ]
    for (index, form) in forms.enumerated() {
      let body = Body.static()
      try body.addShape(form)
      (body.position.y, body.angle) = (100 * Double(index), 0.7)
      try space.add(body)
      for radius in [0, 0.5] {
        let end = body.position + Vector(50, 1)
        let far = try space.segmentQueryFirst(
          from: end - Vector(distance, distance / 1000),
          to: end,
          radius: radius
        )
        let near = try space.segmentQueryFirst(
          from: end - Vector(1000, 1),
          to: end,
          radius: radius
        )
        let (a, b) = (try #require(far), try #require(near))
        #expect((a.point - b.point).length < 1e-6)
        #expect((a.normal - b.normal).length < 1e-6)
        #expect(abs((1 - a.alpha) * distance - (1 - b.alpha) * 1000) < 1e-6)
      }
    }
  }

  @Test("can start within their own thickness of a shape")
  func touchingStart() throws {
    let space = try Space()
    try addBall(at: Vector(0, 14), to: space)
    let hit = try #require(
      try space.segmentQueryFirst(from: .zero, to: Vector(100, -100), radius: 5)
    )
    #expect(hit.alpha == 0)
    #expect((hit.point - Vector(0, 4)).length < 1e-9)
    #expect((hit.normal - Vector(0, -1)).length < 1e-9)
  }
}

extension Geometry {
  fileprivate var isRound: Bool { if case .circle = self { true } else { false } }
}
