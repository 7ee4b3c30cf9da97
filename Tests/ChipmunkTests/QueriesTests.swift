import Chipmunk
import TestSupport
import Testing

@Suite("Queries")
struct QueriesTests {
  @Test("change no bit of a run, though bodies are moved by hand in between")
  func sameRun() throws {
    func run(asking: Bool, from callbacks: Bool) throws -> (Digest, [[UInt]]) {
      var digest = Digest()
      var events: [[UInt]] = []
      let space = try spaceWithFloor(sleepAfter: 0.4)
      for x in [-150.0, 150] {
        try space.ground.addShape(.segment(from: Vector(x, 0), to: Vector(x, 900), radius: 5))
      }
      let bodies = try (0..<40).map { index in
        let at = Vector(Double(index % 8) * 33 - 120, 20 + Double(index / 8) * 33)
        return try index % 2 == 0 ? addCrate(at: at, to: space) : addBall(at: at, to: space)
      }
      func ask() throws {
        guard asking else { return }
        for body in bodies.prefix(callbacks ? 3 : 40) {
          _ = try space.pointQuery(body.position)
          _ = try space.pointQueryNearest(body.position, within: 50)
          _ = try space.shapeQuery(body.shapes[0])
        }
        _ = try space.segmentQuery(from: Vector(-200, 30), to: Vector(200, 50), radius: 3)
        _ = try space.segmentQueryFirst(from: Vector(-200, 30), to: Vector(200, 50))
        let box = BoundingBox(low: Vector(-100, 0), high: Vector(100, 100))
        _ = try space.boundingBoxQuery(box)
        _ = try space.geometryQuery(.box(width: 99, height: 99), at: .zero, angle: 1)
      }
      let handler = space.addHandler(for: .all)
      // The closure holds the space that holds the handler.
      defer { handler.preSolve = nil }
      if callbacks {
        handler.preSolve = { _ in
          try ask()
          return true
        }
      }
      for tick in 0..<250 {
        let body = bodies[tick * 7 % 40]
        if tick % 5 == 0 { try body.setPosition(body.position + Vector(40, 60)) }
        if tick % 9 == 0 { try body.setAngle(Double(tick)) }
        if tick % 50 == 0 { try body.shapes[0].setGeometry(body.shapes[0].geometry) }
        if tick % 33 == 0 { try body.setType(body.type == .dynamic ? .static : .dynamic) }
        if tick % 41 == 0, body.type == .dynamic { try body.sleep() }
        if !callbacks || tick % 40 == 0 { try ask() }
        try space.step()
        if !callbacks { try ask() }
        digest.add(space.states)
        for event in space.contactEvents {
          events.append([UInt(event.kind.rawValue), event.a.id, event.b.id])
        }
      }
      return (digest, events)
    }
    let silent = try run(asking: false, from: false)
    let asked = try run(asking: true, from: false)
    let askedWithin = try run(asking: true, from: true)
    #expect(silent.0 == asked.0)
    #expect(silent.1 == asked.1)
    #expect(silent.0 == askedWithin.0)
  }

  @Test("find bodies where they were put by hand, and not where they were")
  func moved() throws {
    let space = try spaceWithFloor()
    let ball = try addBall(at: Vector(0, 500), to: space)
    let lift = Body.kinematic()
    try lift.addShape(.circle(radius: 10))
    try lift.setPosition(Vector(0, 500))
    try space.add(lift)
    let wall = Body.static()
    try wall.addShape(.circle(radius: 10))
    try wall.setPosition(Vector(0, 500))
    try space.add(wall)
    try space.step()
    for (index, body) in [ball, lift, wall].enumerated() {
      let place = Vector(Double(index) * 100 + 100, 300)
      try body.setPosition(place)
      #expect(try space.pointQuery(place).map(\.shape.id) == [body.shapes[0].id])
      #expect(try space.pointQueryNearest(place, within: 5)?.shape === body.shapes[0])
      #expect(try space.segmentQuery(from: place, to: place).count == 1)
      let ray = try space.segmentQueryFirst(from: place + Vector(0, 50), to: place)
      #expect(ray?.shape === body.shapes[0])
      #expect(abs((ray?.point.y ?? 0) - 310) < 1e-9)
      let box = BoundingBox(low: place - Vector(1, 1), high: place + Vector(1, 1))
      #expect(try space.boundingBoxQuery(box).first === body.shapes[0])
      #expect(try space.geometryQuery(.circle(radius: 1), at: place).count == 1)
      #expect(try space.pointQuery(Vector(0, 500)).count == 2 - index)
    }
    try ball.setPosition(Vector(200, 305))
    #expect(try space.shapeQuery(ball.shapes[0]).map(\.shape.id) == [lift.shapes[0].id])
    #expect(try space.shapeQuery(lift.shapes[0]).map(\.shape.id) == [ball.shapes[0].id])
    try space.remove(ball)
    #expect(try space.pointQuery(Vector(200, 305)).count == 1)
  }

  @Test("see what a filter lets them see")
  func filters() throws {
    let space = try Space()
    let balls = try (0..<3).map { _ in try addBall(at: .zero, to: space) }
    try balls[0].shapes[0].setFilter(ShapeFilter(categories: 1))
    try balls[1].shapes[0].setFilter(ShapeFilter(categories: 2))
    try balls[2].shapes[0].setFilter(ShapeFilter(group: 9, categories: 1))
    let filter = ShapeFilter(group: 9, mask: 1)
    let seen = [balls[0].shapes[0].id]
    try space.step()
    for _ in 0..<2 {
      #expect(try space.pointQuery(.zero, filter: filter).map(\.shape.id) == seen)
      #expect(try space.pointQueryNearest(.zero, filter: filter)?.shape.id == seen[0])
      let ray = (Vector(-50, 0), Vector(50, 0))
      #expect(
        try space.segmentQuery(from: ray.0, to: ray.1, filter: filter).map(\.shape.id) == seen
      )
      #expect(
        try space.segmentQuery(from: ray.0, to: ray.1, radius: 1, filter: filter).map(\.shape.id)
          == seen
      )
      let box = BoundingBox(low: .zero, high: .zero)
      #expect(try space.boundingBoxQuery(box, filter: filter).map(\.id) == seen)
      let circle = Geometry.circle(radius: 1)
      #expect(try space.geometryQuery(circle, at: .zero, filter: filter).map(\.shape.id) == seen)
      // The same for bodies that the index does not know well.
      for ball in balls { try ball.setPosition(Vector(1, 0)) }
    }
  }

  @Test("within a callback see no shape that a callback has taken out")
  func takenOut() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    var counts: [Int] = []
    space.addHandler(for: .all).begin = { [unowned space] _ in
      counts.append(try space.pointQuery(Vector(0, 20)).count)
      try space.remove(crate)
      counts.append(try space.pointQuery(Vector(0, 20)).count)
      return true
    }
    try space.step()
    #expect(counts == [1, 0])
  }

  @Test("refuse numbers that are none", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func hostile(number: Double) throws {
    let space = try Space()
    try addBall(at: .zero, to: space)
    let bad = Vector(number, 0)
    func isRefused(_ call: () throws -> Void) -> Bool {
      do { try call() } catch { return (error as? PhysicsError)?.code == .outOfRange }
      return false
    }
    #expect(isRefused { _ = try space.pointQuery(bad) })
    #expect(isRefused { _ = try space.pointQueryNearest(bad) })
    #expect(isRefused { _ = try space.segmentQuery(from: bad, to: .zero) })
    #expect(isRefused { _ = try space.segmentQueryFirst(from: .zero, to: bad) })
    #expect(isRefused { _ = try space.segmentQuery(from: .zero, to: .zero, radius: number) })
    #expect(isRefused { _ = try space.boundingBoxQuery(BoundingBox(low: bad, high: .zero)) })
    #expect(isRefused { _ = try space.boundingBoxQuery(BoundingBox(low: .zero, high: bad)) })
    #expect(isRefused { _ = try space.geometryQuery(.circle(radius: number), at: .zero) })
    #expect(isRefused { _ = try space.geometryQuery(.circle(radius: 1), at: bad) })
    #expect(isRefused { _ = try space.geometryQuery(.circle(radius: 1), at: .zero, angle: number) })
    if number != .infinity {
      #expect(isRefused { _ = try space.pointQuery(.zero, within: number) })
    }
    let upsideDown = BoundingBox(low: Vector(0, 1), high: Vector(1, 0))
    #expect(isRefused { _ = try space.boundingBoxQuery(upsideDown) })
    #expect(isRefused { _ = try space.segmentQuery(from: .zero, to: .zero, radius: -1) })
  }
}

@Suite("Point queries")
struct PointQueriesTests {
  @Test("tell the nearest point of each kind of shape, from outside and inside")
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

  @Test("know what to say of a point on an edge, a corner, a line, a centre")
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
        try body.setAngle(angle)
        try body.setPosition(Vector(100, 50))
        try space.add(body)
        let place = body.worldPoint(ofLocal: point)
        // Turned, the point is on the edge to some digits only.
        let hit = try #require(try space.pointQuery(place, within: 1e-9).first)
        #expect(abs(hit.distance - distance) < 1e-9)
        #expect(hit.point.isFinite)
        #expect(abs(hit.gradient.length - 1) < 1e-9)
        #expect((hit.point + hit.gradient * hit.distance - place).length < 1e-9)
        // That is the way out: a step along it is as far from the shape.
        let out = try #require(
          try space.pointQuery(place + hit.gradient * (1 - distance), within: 2).first
        )
        #expect(abs(out.distance - 1) < 1e-6)
        #expect(try space.pointQueryNearest(place)?.point == hit.point)
      }
    }
  }

  @Test("put the nearest first, and leave sensors out of the nearest alone")
  func order() throws {
    let space = try Space()
    var shapes: [Shape] = []
    for x in [30.0, 10, 20, 10] {
      let ball = try addBall(at: Vector(x, 0), to: space)
      shapes.append(ball.shapes[0])
    }
    try shapes[1].setSensor(true)
    let hits = try space.pointQuery(Vector(-10, 0), within: .infinity)
    #expect(hits.map(\.shape.id) == [1, 3, 2, 0].map { shapes[$0].id })
    #expect(hits.map(\.distance) == [10, 10, 20, 30])
    #expect(try space.pointQueryNearest(Vector(-10, 0))?.shape === shapes[3])
    #expect(try space.pointQueryNearest(Vector(-10, 0), within: 9)?.distance == nil)
    #expect(try space.pointQueryNearest(Vector(-10, 0), within: 10)?.shape === shapes[3])
  }
}

@Suite("Segment queries")
struct SegmentQueriesTests {
  @Test("meet shapes in order, with the place and the normal")
  func order() throws {
    let space = try Space()
    let balls = try [300.0, 100, 200].map { try addBall(at: Vector($0, 0), to: space) }
    try balls[1].shapes[0].setSensor(true)
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

  @Test("that start in a shape meet it there")
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

  @Test("with a thickness meet what only their edge touches")
  func thick() throws {
    let space = try Space()
    // Two shapes, so that the index has a tree to go down.
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

  @Test("start within their own thickness of a shape")
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

@Suite("Shape queries")
struct ShapeQueriesTests {
  @Test("find solid shapes and sensors, in whatever order they were made")
  func sensors() throws {
    for sensorLast in [true, false] {
      let space = try Space()
      let crate = try addCrate(at: .zero, to: space)
      let others = try (0..<2).map { _ in try addBall(at: Vector(20, 0), to: space) }
      try others[sensorLast ? 1 : 0].shapes[0].setSensor(true)
      let hits = try space.shapeQuery(crate.shapes[0])
      #expect(hits.map(\.shape.id) == others.map { $0.shapes[0].id })
      #expect(hits.contains { !$0.shape.isSensor })
      for hit in hits {
        #expect((hit.normal - Vector(1, 0)).length < 1e-9)
        let point = try #require(hit.points.first)
        #expect(abs(point.depth - 6) < 1e-9)
        #expect(abs(point.onA.x - 16) < 1e-9)
        #expect(abs(point.onB.x - 10) < 1e-9)
      }
    }
  }

  @Test("leave out what the shape may not touch, and its own body")
  func leftOut() throws {
    let space = try Space()
    let crate = try addCrate(at: .zero, to: space)
    try crate.addShape(.circle(radius: 20))
    let ball = try addBall(at: .zero, to: space)
    #expect(try space.shapeQuery(crate.shapes[0]).count == 1)
    try ball.shapes[0].setFilter(ShapeFilter(group: 4))
    try crate.shapes[0].setFilter(ShapeFilter(group: 4))
    #expect(try space.shapeQuery(crate.shapes[0]).isEmpty)
    #expect(try space.shapeQuery(crate.shapes[1]).count == 1)
  }

  @Test("are for shapes of the space")
  func strangers() throws {
    let (space, other) = (try Space(), try Space())
    let ball = try addBall(at: .zero, to: other)
    let loose = try Body(mass: 1, moment: 1).addShape(.circle(radius: 1))
    for shape in [ball.shapes[0], loose] {
      #expect { try space.shapeQuery(shape) } throws: {
        ($0 as? PhysicsError)?.code == .notInSpace
      }
    }
  }

  @Test("tell whether there is room for a form")
  func room() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 16), to: space)
    let form = Geometry.box(width: 32, height: 32)
    #expect(try space.geometryQuery(form, at: Vector(20, 40)).count == 1)
    #expect(try space.geometryQuery(form, at: Vector(33, 16.5)).isEmpty)
    #expect(try space.geometryQuery(form, at: Vector(37, 22.7), angle: .pi / 4).count == 1)
    #expect(try space.geometryQuery(form, at: Vector(0, 10)).count == 2)
  }
}
