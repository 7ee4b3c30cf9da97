import Chipmunk
import TestSupport
import Testing

@Suite("Sleeping")
struct SpaceSleepingTests {
  @Test("sixteen sleepers, each a group of its own, all wake when gravity turns")
  func allWake() throws {
    let (space, crates) = try sleepers(16)
    try space.setGravity(Vector(1000, 0))
    #expect(crates.filter(\.isSleeping).isEmpty)
    let before = crates.map(\.position.x)
    for _ in 1...30 { try space.step() }
    for (crate, x) in zip(crates, before) { #expect(crate.position.x > x + 1) }
  }

  @Test("sleepers that lie on each other all wake too")
  func stackWakes() throws {
    let space = try floor()
    let crates = try (0..<8).map { index in
      try crate(at: Vector(Double(index / 4) * 60, 16 + Double(index % 4) * 32), in: space)
    }
    try settle(space)
    #expect(crates.allSatisfy { $0.isSleeping })
    try space.setGravity(Vector(0, 1000))
    #expect(crates.filter(\.isSleeping).isEmpty)
    for _ in 1...60 { try space.step() }
    #expect(crates.allSatisfy { $0.position.y > 100 })
  }

  @Test("a steady 60 Hz stream of one tilt lets crates sleep, and keeps them asleep")
  func steadyStream() throws {
    let space = try floor()
    let crate = try crate(at: Vector(0, 16), in: space)
    for tick in 0..<600 {
      if tick.isMultiple(of: 2) { try space.setGravity(Vector(0, -1000)) }
      try space.step()
      if tick >= 200 { #expect(crate.isSleeping) }
    }
  }

  @Test("so does a stream that trembles by less than the dead-band")
  func tremblingStream() throws {
    var random = SplitMix64(seed: 1)
    let space = try floor()
    let crate = try crate(at: Vector(0, 16), in: space)
    for tick in 0..<600 {
      let noise = Vector(
        .random(in: -0.3...0.3, using: &random),
        .random(in: -0.3...0.3, using: &random)
      )
      try space.setGravity(Vector(0, -1000) + noise)
      // The exact value applies even if it wakes no body.
      #expect(space.gravity == Vector(0, -1000) + noise)
      try space.step()
      if tick >= 200 { #expect(crate.isSleeping) }
    }
  }

  @Test("a tilt that creeps by less than the dead-band at a time soon wakes them")
  func creepingTilt() throws {
    let (space, crates) = try sleepers(3)
    for tick in 1...20 {
      try space.setGravity(Vector(0.3 * Double(tick), -1000))
      if !crates[0].isSleeping { break }
    }
    #expect(!crates.contains { $0.isSleeping })
    #expect(space.gravity.x < 2)
  }

  @Test("the exact value of a gravity below the dead-band acts on what falls")
  func exactBelowDeadBand() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    try space.setGravity(Vector(0, -1000.5))
    let ball = try Body(mass: 1, moment: 1)
    try space.add(ball)
    try space.step()
    #expect(ball.velocity.y == -1000.5 * (1.0 / 120))
  }

  @Test("a dead-band of 0 wakes on any change, one of 1 on none but a reversal")
  func deadBand() throws {
    let (space, crates) = try sleepers(2)
    try space.set(\.gravityDeadBand, to: 1)
    try space.setGravity(Vector(0, -1999))
    #expect(crates.allSatisfy { $0.isSleeping })
    try space.set(\.gravityDeadBand, to: 0)
    try space.setGravity(Vector(0, (-1000.0).nextUp))
    #expect(!crates.contains { $0.isSleeping })
  }

  @Test("a body touched by one that is awake wakes")
  func wokenByTouch() throws {
    let (space, crates) = try sleepers(2)
    let ball = try Body(mass: 10, moment: 100)
    try ball.set(\.position, to: crates[1].position + Vector(0, 60))
    try ball.addShape(.circle(radius: 5))
    try space.add(ball)
    while crates[1].isSleeping, space.tick < 1000 { try space.step() }
    #expect(space.tick < 1000)
    #expect(crates[0].isSleeping)
  }

  @Test("any change of a sleeping body wakes it")
  func wokenByChange() throws {
    let changes: [(String, (Body) throws -> Void)] = [
      ("position", { try $0.set(\.position, to: $0.position) }),
      ("angle", { try $0.set(\.angle, to: 0) }),
      ("velocity", { try $0.set(\.velocity, to: .zero) }),
      ("angular velocity", { try $0.set(\.angularVelocity, to: 0) }),
      ("force", { try $0.set(\.force, to: .zero) }),
      ("torque", { try $0.set(\.torque, to: 0) }),
      ("apply force", { try $0.attemptForce(.zero, at: .zero) }),
      ("apply impulse", { try $0.attemptImpulse(.zero, at: .zero) }),
      ("mass", { try $0.set(\.mass, to: 5) }),
      ("moment", { try $0.set(\.moment, to: 500) }),
      ("wake", { $0.wake() }),
      ("friction", { try $0.shapes[0].set(\.friction, to: 1) }),
      ("elasticity", { try $0.shapes[0].set(\.elasticity, to: 1) }),
      ("surface", { try $0.shapes[0].set(\.surfaceVelocity, to: Vector(1, 0)) }),
      ("sensor", { try $0.shapes[0].set(\.isSensor, to: true) }),
      ("filter", { try $0.shapes[0].set(\.filter, to: .none) }),
      ("type", { try $0.shapes[0].set(\.collisionType, to: 3) }),
      ("shape", { try $0.addShape(.circle(radius: 1)) }),
      ("no shape", { try $0.removeShape($0.shapes[0]) }),
    ]
    for (name, change) in changes {
      let (space, crates) = try sleepers(3)
      try change(crates[1])
      #expect(!crates[1].isSleeping, "\(name)")
      #expect(crates[0].isSleeping && crates[2].isSleeping, "\(name)")
      try space.step()
    }
  }

  @Test("what lies on the ground wakes when the ground is taken away, moved or changed")
  func wokenByGround() throws {
    let changes: [(String, (Space) throws -> Void)] = [
      ("removed", { try $0.ground.removeShape($0.ground.shapes[0]) }),
      ("moved", { try $0.ground.set(\.position, to: Vector(0, -50)) }),
      ("turned", { try $0.ground.set(\.angle, to: 0.1) }),
      ("sensor", { try $0.ground.shapes[0].set(\.isSensor, to: true) }),
      ("filter", { try $0.ground.shapes[0].set(\.filter, to: .none) }),
      ("friction", { try $0.ground.shapes[0].set(\.friction, to: 0) }),
      ("conveyor", { try $0.ground.shapes[0].set(\.surfaceVelocity, to: Vector(10, 0)) }),
    ]
    for (name, change) in changes {
      let (space, crates) = try sleepers(5)
      try change(space)
      #expect(!crates.contains { $0.isSleeping }, "\(name)")
    }
  }

  @Test("a body that sleeps where a wall is put wakes, and is pushed out of it")
  func wokenByNewWall() throws {
    let wall = Geometry.box(width: 8, height: 40)
    let ways: [(String, (Space, Body) throws -> Void)] = [
      (
        "a shape added",
        { space, crate in
          try space.ground.addShape(
            .box(width: 8, height: 40, center: crate.position + Vector(14, 0))
          )
        }
      ),
      (
        "a body added",
        { space, crate in
          let body = Body.static()
          try body.addShape(wall)
          try body.set(\.position, to: crate.position + Vector(14, 0))
          try space.add(body)
        }
      ),
      (
        "a body moved",
        { space, crate in
          let body = Body.static()
          try body.addShape(wall)
          try body.set(\.position, to: Vector(0, 9000))
          try space.add(body)
          try space.step()
          try body.set(\.position, to: crate.position + Vector(14, 0))
        }
      ),
      (
        "a sensor made solid",
        { space, crate in
          let shape = try space.ground.addShape(
            .box(width: 8, height: 40, center: crate.position + Vector(14, 0))
          )
          try shape.set(\.isSensor, to: true)
          for _ in 1...300 { try space.step() }
          #expect(crate.isSleeping)
          try shape.set(\.isSensor, to: false)
        }
      ),
    ]
    for (name, put) in ways {
      let (space, crates) = try sleepers(2)
      let x = crates[1].position.x
      try put(space, crates[1])
      #expect(!crates[1].isSleeping, "\(name)")
      for _ in 1...120 { try space.step() }
      #expect(crates[1].position.x < x - 3, "\(name)")
    }
  }

  @Test("turning sleep off wakes all bodies, and none sleeps again")
  func off() throws {
    let (space, crates) = try sleepers(6)
    try space.set(\.sleepTimeThreshold, to: nil)
    #expect(space.sleepTimeThreshold == nil)
    for _ in 1...200 {
      try space.step()
      #expect(!crates.contains { $0.isSleeping })
    }
  }

  @Test("no body sleeps in a new space")
  func neverAtFirst() throws {
    let space = try Space()
    #expect(space.sleepTimeThreshold == nil)
    let body = try Body(mass: 1, moment: 1)
    try space.add(body)
    for _ in 1...500 { try space.step() }
    #expect(!body.isSleeping)
  }

  @Test("a body that moves more slowly than the idle speed sleeps")
  func idleSpeed() throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.1)
    try space.set(\.idleSpeedThreshold, to: 5)
    #expect(space.idleSpeedThreshold == 5)
    let bodies = try [4.0, 6].map { speed in
      let body = try Body(mass: 1, moment: 1)
      try body.set(\.velocity, to: Vector(speed, 0))
      try space.add(body)
      return body
    }
    for _ in 1...60 { try space.step() }
    #expect(bodies.map(\.isSleeping) == [true, false])
  }

  private func floor() throws -> Space {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    try space.set(\.sleepTimeThreshold, to: 0.2)
    let floor = Geometry.segment(from: Vector(-1e4, 0), to: Vector(1e4, 0))
    try space.ground.addShape(floor, friction: 0.5)
    return space
  }

  private func crate(at position: Vector, in space: Space) throws -> Body {
    let form = Geometry.box(width: 32, height: 32)
    let crate = try Body(mass: 10, moment: form.moment(mass: 10))
    try crate.set(\.position, to: position)
    try crate.addShape(form, friction: 0.5)
    try space.add(crate)
    return crate
  }

  private func settle(_ space: Space) throws {
    for _ in 1...600 { try space.step() }
  }

  private func sleepers(_ count: Int) throws -> (Space, [Body]) {
    let space = try floor()
    let crates = try (0..<count).map { try crate(at: Vector(Double($0) * 60, 16), in: space) }
    try settle(space)
    try #require(crates.allSatisfy { $0.isSleeping })
    return (space, crates)
  }
}
