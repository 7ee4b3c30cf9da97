import Chipmunk
import Testing

@Suite("Body types")
struct BodyTypeTests {
  @Test(
    "change from any to any, in a space and out of it, and the body stays where it is",
    arguments: BodyType.allCases,
    BodyType.allCases
  )
  func everyChange(from old: BodyType, to new: BodyType) throws {
    for isIn in [false, true] {
      let space = try spaceWithFloor(sleepAfter: 0.3)
      let body = try Body(mass: 10, moment: 1000)
      try body.addShape(.box(width: 32, height: 32), friction: 0.5)
      try body.set(\.position, to: Vector(0, 100))
      try body.set(\.angle, to: 0.2)
      try body.setType(old)
      if isIn { try space.add(body) }
      try body.setType(new)
      #expect(body.type == new)
      #expect(body.position == Vector(0, 100))
      #expect(body.angle == 0.2)
      #expect(body.mass == (new == .dynamic ? 10 : .infinity))
      #expect(body.moment == (new == .dynamic ? 1000 : .infinity))
      if !isIn { try space.add(body) }
      let ball = try addBall(at: Vector(0, 200), to: space)
      try space.steps(360)
      #expect((body.position.y < 40) == (new == .dynamic))
      // The ball lies on it or has rolled off; it has not fallen through.
      #expect(ball.position.y > 9)
      try space.remove(body)
      try space.steps(2)
    }
  }

  @Test("change while a whole pile sleeps, and the pile wakes", arguments: BodyType.allCases)
  func sleepingPile(new: BodyType) throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let pile = try (0..<3).map { try addCrate(at: Vector(0, 16 + Double($0) * 32), to: space) }
    try space.steps(360)
    try #require(pile.allSatisfy { $0.isSleeping })
    try pile[0].setType(new, mass: new == .dynamic ? 5 : nil)
    if new != .dynamic {
      for crate in pile { #expect(!crate.isSleeping) }
      try pile[0].set(\.position, to: Vector(500, 16))
      try space.steps(120)
      #expect(pile[1].position.y < 20)
    } else {
      #expect(pile[0].mass == 5)
    }
    try space.steps(300)
  }

  @Test("give a body its mass back, or a new one")
  func mass() throws {
    let body = try Body(mass: 3, moment: 7)
    try body.set(\.mass, to: 4)
    try body.setType(.kinematic)
    #expect(body.mass == .infinity)
    try body.setType(.dynamic)
    #expect(body.mass == 4 && body.moment == 7)
    try body.setType(.static)
    try body.setType(.dynamic, mass: 9, moment: .infinity)
    #expect(body.mass == 9 && body.moment == .infinity)
    try body.setType(.dynamic, moment: 2)
    #expect(body.mass == 9 && body.moment == 2)
  }

  @Test("need a mass for a body that never had one", arguments: [false, true])
  func noMass(isIn: Bool) throws {
    let space = try Space()
    for body in [Body.kinematic(), Body.static()] {
      if isIn { try space.add(body) }
      let type = body.type
      #expect { try body.setType(.dynamic) } throws: { ($0 as? PhysicsError)?.code == .noMass }
      #expect { try body.setType(.dynamic, mass: 1) } throws: {
        ($0 as? PhysicsError)?.code == .noMass
      }
      #expect(body.type == type)
      try body.setType(.dynamic, mass: 1, moment: 2)
      try space.step()
      #expect(body.mass == 1)
    }
  }

  @Test("reject invalid masses", arguments: [0, -1, Double.nan, 1e300, 1e-300])
  func hostileMass(number: Double) throws {
    let body = Body.kinematic()
    #expect { try body.setType(.dynamic, mass: number, moment: 1) } throws: {
      ($0 as? PhysicsError)?.code == .outOfRange
    }
    #expect { try body.setType(.dynamic, mass: 1, moment: number) } throws: {
      ($0 as? PhysicsError)?.code == .outOfRange
    }
    #expect { try body.setType(.static, mass: 1) } throws: {
      ($0 as? PhysicsError)?.code == .wrongBodyType
    }
    #expect(body.type == .kinematic)
  }

  @Test("of the ground stay static")
  func ground() throws {
    let space = try Space()
    #expect { try space.ground.setType(.dynamic, mass: 1, moment: 1) } throws: {
      ($0 as? PhysicsError)?.code == .ground
    }
  }

  @Test("leave no force, velocity or overlap that would act later")
  func leftovers() throws {
    let space = try Space()
    let body = try addBall(at: .zero, to: space)
    try body.set(\.force, to: Vector(1e5, 0))
    try body.set(\.torque, to: 1e5)
    try body.set(\.velocity, to: Vector(5, 5))
    try body.setType(.kinematic)
    #expect(body.velocity == .zero)
    try space.step()
    try body.setType(.dynamic)
    try space.step()
    #expect(body.state == BodyState())
  }

  @Test("that change twice within a callback end as the last one says")
  func twiceWithin() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 15.95), to: space)
    space.addHandler(for: .all).begin = { _ in
      try crate.setType(.static)
      #expect(crate.type == .static)
      #expect(throws: PhysicsError.self) { try crate.set(\.velocity, to: Vector(1, 0)) }
      try crate.setType(.kinematic)
      try crate.set(\.velocity, to: Vector(30, 0))
      return true
    }
    try space.steps(1)
    #expect(crate.type == .kinematic)
    #expect(crate.velocity == Vector(30, 0))
    try space.steps(60)
    #expect(abs(crate.position.x - 15) < 1e-9)
  }

  @Test("index a body that was moved by hand at its new place")
  func movedBefore() throws {
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 50), to: space)
    try space.step()
    try crate.set(\.position, to: Vector(300, 50))
    try crate.setType(.static)
    let (there, here) = (
      try addBall(at: Vector(300, 100), to: space), try addBall(at: Vector(0, 100), to: space)
    )
    try space.steps(240)
    #expect(abs(there.position.y - 76) < 0.3)
    #expect(abs(here.position.y - 10) < 0.3)
  }
}
