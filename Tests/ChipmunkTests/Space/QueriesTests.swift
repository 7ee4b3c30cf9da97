import Chipmunk
import TestSupport
import Testing

@Suite("Queries")
struct QueriesTests {
  @Test("change no bit of a run, even if bodies are moved by hand in between")
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
      // The closure retains the space, which retains the handler.
      defer { handler.preSolve = nil }
      if callbacks {
        handler.preSolve = { _ in
          try ask()
          return true
        }
      }
      for tick in 0..<250 {
        let body = bodies[tick * 7 % 40]
        if tick % 5 == 0 { try body.set(\.position, to: body.position + Vector(40, 60)) }
        if tick % 9 == 0 { try body.set(\.angle, to: Double(tick)) }
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
    try lift.set(\.position, to: Vector(0, 500))
    try space.add(lift)
    let wall = Body.static()
    try wall.addShape(.circle(radius: 10))
    try wall.set(\.position, to: Vector(0, 500))
    try space.add(wall)
    try space.step()
    for (index, body) in [ball, lift, wall].enumerated() {
      let place = Vector(Double(index) * 100 + 100, 300)
      try body.set(\.position, to: place)
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
    try ball.set(\.position, to: Vector(200, 305))
    #expect(try space.shapeQuery(ball.shapes[0]).map(\.shape.id) == [lift.shapes[0].id])
    #expect(try space.shapeQuery(lift.shapes[0]).map(\.shape.id) == [ball.shapes[0].id])
    try space.remove(ball)
    #expect(try space.pointQuery(Vector(200, 305)).count == 1)
  }

  @Test("find a body that was moved by hand in another space", arguments: [false, true])
  func movedElsewhere(isGone: Bool) throws {
    var former: Space? = try Space()
    let ball = try addBall(at: .zero, to: #require(former))
    try ball.set(\.position, to: Vector(50, 0))
    if !isGone { try former?.remove(ball) }
    if isGone { former = nil }
    let space = try Space()
    try space.add(ball)
    #expect(try space.pointQuery(Vector(50, 0)).count == 1)
    try ball.set(\.position, to: Vector(90, 0))
    #expect(try space.pointQuery(Vector(90, 0)).count == 1)
    #expect(try space.pointQuery(Vector(50, 0)).isEmpty)
    try former?.step()
    #expect(try space.pointQuery(Vector(90, 0)).count == 1)
    try space.step()
    #expect(try space.pointQuery(Vector(90, 0)).count == 1)
  }

  @Test("find what a filter allows")
  func filters() throws {
    let space = try Space()
    let balls = try (0..<3).map { _ in try addBall(at: .zero, to: space) }
    try balls[0].shapes[0].set(\.filter, to: ShapeFilter(categories: 1))
    try balls[1].shapes[0].set(\.filter, to: ShapeFilter(categories: 2))
    try balls[2].shapes[0].set(\.filter, to: ShapeFilter(group: 9, categories: 1))
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
      // The same for bodies whose positions in the index are out of date.
      for ball in balls { try ball.set(\.position, to: Vector(1, 0)) }
    }
  }

  @Test("within a callback find no shape that a callback has removed")
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

  @Test(
    "reject numbers that are not finite",
    arguments: [Double.nan, .infinity, -.infinity, 1e300]
  )
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
