import Chipmunk
import Testing

@Suite("Contacts that a handler reshapes")
struct ContactShapingTests {
  @Test(
    "push along the normal that was set, whichever shape comes first",
    arguments: [true, false]
  )
  func normal(isFloorFirst: Bool) throws {
    let space = try spaceWithFloor()
    try space.setGravity(.zero)
    try space.ground.shapes[0].set(\.collisionType, to: 1)
    let ball = try addBall(at: Vector(0, 12), to: space, type: 2)
    try ball.shapes[0].set(\.friction, to: 0)
    try ball.set(\.moment, to: .infinity)
    try ball.set(\.velocity, to: Vector(0, -300))
    let away = Vector(3, 4)
    space.addHandler(for: isFloorFirst ? .pair(1, 2) : .pair(2, 1)).preSolve = { contact in
      try contact.space.attempt { _ in contact.normal = isFloorFirst ? away : -away }
      #expect((contact.normal - (isFloorFirst ? away : -away) * 0.2).length < 1e-12)
      try contact.space.attempt { _ in contact.restitution = 1 }
      return true
    }
    try space.steps(10)
    // The velocity's component along the normal, 0.8 of it, is reflected.
    let expected = Vector(0, -300) + Vector(0.6, 0.8) * (2 * 0.8 * 300)
    #expect((ball.velocity - expected).length < 1e-9 * 300)
  }

  @Test(
    "push nothing apart where the points that were set do not overlap",
    arguments: [true, false],
    Engine.allCases
  )
  func points(isFloorFirst: Bool, engine: Engine) throws {
    let space = try spaceWithFloor(engine: engine)
    try space.ground.shapes[0].set(\.collisionType, to: 1)
    let crate = try addCrate(at: Vector(0, 15), to: space, type: 2)
    space.addHandler(for: isFloorFirst ? .pair(1, 2) : .pair(2, 1)).preSolve = { contact in
      for (place, point) in contact.points.enumerated() {
        let (floor, box) = isFloorFirst ? (point.onA, point.onB) : (point.onB, point.onA)
        // The floor pretends to be five units lower than it is.
        let lower = floor - Vector(0, 5)
        try contact.setPoint(
          place,
          onA: isFloorFirst ? lower : box,
          onB: isFloorFirst ? box : lower
        )
        let now = contact.points[place]
        #expect(((isFloorFirst ? now.onA : now.onB) - lower).length < 1e-9)
        #expect(abs(now.depth - (point.depth - 5)) < 1e-9)
      }
      return true
    }
    try space.steps(600)
    // The library holds a crate wherever it has a contact; otherwise, it sinks to where the points meet.
    switch engine {
    case .tiltbox: #expect(abs(crate.position.y - 11) < 0.01)
    case .chipmunk: #expect(abs(crate.position.y - 15) < 1e-3)
    }
    #expect(abs(crate.velocity.y) < 0.01)
  }

  @Test(
    "reject invalid directions and points",
    arguments: [Double.nan, .infinity, -.infinity, 1e300]
  )
  func hostile(number: Double) throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 16), to: space)
    var codes: [PhysicsError.Code] = []
    space.addHandler(for: .all).preSolve = { contact in
      let (normal, points) = (contact.normal, contact.points)
      do throws(PhysicsError) {
        try contact.space.attempt { _ in contact.normal = Vector(number, 0) }
      } catch {
        codes.append(error.code)
      }
      do throws(PhysicsError) { try contact.space.attempt { _ in contact.normal = .zero } } catch {
        codes.append(error.code)
      }
      for (place, a, b) in [
        (0, Vector(number, 0), Vector.zero), (0, .zero, Vector(0, number)), (-1, .zero, .zero),
        (points.count, .zero, .zero), (.max, .zero, .zero), (.min, .zero, .zero),
      ] {
        do throws(PhysicsError) { try contact.setPoint(place, onA: a, onB: b) } catch {
          codes.append(error.code)
        }
      }
      #expect(contact.normal == normal && contact.points == points)
      return true
    }
    try space.steps(60)
    #expect(codes.count >= 8 * 50)
    #expect(codes.allSatisfy { $0 == .outOfRange })
    #expect(abs(crate.position.y - 16) < 0.2)
  }

  @Test("cannot be changed once they are solved")
  func tooLate() throws {
    let space = try spaceWithFloor()
    try addCrate(at: Vector(0, 16), to: space)
    var calls = 0
    space.addHandler(for: .all).postSolve = { contact in
      let (normal, points, energy) = (contact.normal, contact.points, contact.energy)
      try contact.space.attempt { _ in contact.normal = Vector(1, 0) }
      try contact.setPoint(0, onA: Vector(5, 5), onB: .zero)
      #expect(contact.normal == normal && contact.points == points && contact.energy == energy)
      calls += 1
    }
    try space.steps(60)
    #expect(calls > 50)
  }
}
