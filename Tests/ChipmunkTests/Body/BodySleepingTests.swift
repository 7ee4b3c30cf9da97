import Chipmunk
import Testing

@Suite("Putting bodies to sleep")
struct BodySleepingTests {
  @Test("keeps a body in mid-air until something touches it")
  func midAir() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let crate = try addCrate(at: Vector(0, 300), to: space)
    try crate.set(\.velocity, to: Vector(7, 0))
    try crate.sleep()
    #expect(crate.isSleeping)
    try space.steps(100)
    #expect(crate.position == Vector(0, 300))
    let ball = try addBall(at: Vector(0, 400), to: space)
    try space.steps(100)
    #expect(!crate.isSleeping)
    #expect(crate.position.y < 300)
    #expect(ball.position.y < 400)
  }

  @Test("takes effect at the end of the step for a body that a callback has just added")
  func justAdded() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let crate = try addCrate(at: Vector(0, 300), to: space)
    var added: Body?
    crate.velocityFunction = { [unowned space] update in
      update.integrate()
      guard added == nil else { return }
      let ball = try addBall(at: Vector(0, 400), to: space)
      added = ball
      try ball.sleep()
    }
    try space.step()
    #expect(added?.isSleeping == true)
    #expect(!crate.isSleeping)
  }

  @Test("includes the bodies that it touches, so that nothing awake touches a sleeper")
  func pile() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let pile = try (0..<5).map { try addCrate(at: Vector(0, 16 + Double($0) * 31.9), to: space) }
    let apart = try addCrate(at: Vector(300, 15.95), to: space)
    for sleeper in 0..<5 {
      apart.wake()
      try space.steps(20)
      try pile[sleeper].sleep()
      #expect(pile.allSatisfy { $0.isSleeping })
      #expect(!apart.isSleeping)
      #expect(pile[0].sleepingGroup.count == 5)
      try space.steps(5)
      #expect(pile.allSatisfy { $0.isSleeping })
      pile[4 - sleeper].wake()
      #expect(pile.allSatisfy { !$0.isSleeping })
    }
  }

  @Test("makes groups that wake together, whether asleep before or not")
  func groups() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let crates = try (0..<4).map { try addCrate(at: Vector(Double($0) * 100, 300), to: space) }
    try crates[1].sleep(with: crates[0])
    try crates[2].sleep(with: crates[1])
    try crates[3].sleep()
    // Each sleeps in its own group.
    try crates[3].sleep(with: crates[0])
    #expect(crates.allSatisfy { $0.isSleeping })
    #expect(Set(crates[2].sleepingGroup.map(ObjectIdentifier.init)).count == 4)
    try space.steps(10)
    try crates[2].set(\.velocity, to: .zero)
    #expect(crates.allSatisfy { !$0.isSleeping })
    #expect(crates[0].sleepingGroup.isEmpty)
    try space.steps(10)
  }

  @Test("does no harm twice")
  func twice() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let crate = try addCrate(at: Vector(0, 300), to: space)
    for _ in 0..<3 {
      try crate.sleep()
      try crate.sleep(with: crate)
    }
    #expect(crate.sleepingGroup.count == 1)
    try space.steps(10)
  }

  @Test("leaves bodies that touch a kinematic body awake")
  func kinematic() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let lift = Body.kinematic()
    try lift.addShape(.box(width: 100, height: 10))
    try lift.set(\.position, to: Vector(0, 100))
    try space.add(lift)
    let crate = try addCrate(at: Vector(0, 120.95), to: space)
    try space.steps(10)
    try crate.sleep()
    #expect(!crate.isSleeping)
    try lift.set(\.velocity, to: Vector(0, -30))
    try space.steps(60)
    #expect(crate.position.y < 110)
  }

  @Test("is rejected where the library would abort or crash")
  func refusals() throws {
    func code(_ call: () throws -> Void) -> PhysicsError.Code? {
      do { try call() } catch { return (error as? PhysicsError)?.code }
      return nil
    }
    let space = try spaceWithFloor()
    let crate = try addCrate(at: Vector(0, 100), to: space)
    #expect(code { try crate.sleep() } == .sleepingDisabled)
    try space.set(\.sleepTimeThreshold, to: 0.5)
    let (lift, wall) = (Body.kinematic(), Body.static())
    try space.add(lift)
    try space.add(wall)
    #expect(code { try lift.sleep() } == .wrongBodyType)
    #expect(code { try wall.sleep() } == .wrongBodyType)
    #expect(code { try space.ground.sleep() } == .wrongBodyType)
    #expect(code { try crate.sleep(with: wall) } == .wrongBodyType)
    let loose = try Body(mass: 1, moment: 1)
    #expect(code { try loose.sleep() } == .notInSpace)
    #expect(code { try crate.sleep(with: loose) } == .notInSpace)
    let other = try spaceWithFloor(sleepAfter: 0.5)
    let stranger = try addCrate(at: .zero, to: other)
    #expect(code { try crate.sleep(with: stranger) } == .notInSpace)
    #expect(!crate.isSleeping && !stranger.isSleeping)
    try space.steps(5)
  }

  @Test("of a body that was moved by hand lets others touch it at its new place")
  func moved() throws {
    let space = try spaceWithFloor(sleepAfter: 0.5)
    let crate = try addCrate(at: Vector(0, 300), to: space)
    try space.step()
    try crate.set(\.position, to: Vector(400, 100))
    try crate.sleep()
    let ball = try addBall(at: Vector(400, 160), to: space)
    try ball.set(\.velocity, to: Vector(0, -100))
    try space.steps(60)
    #expect(!crate.isSleeping)
  }

  @Test("of many bodies that still collide does not abort")
  func stirred() throws {
    let space = try spaceWithFloor(sleepAfter: 0.3)
    let balls = try (0..<60).map {
      try addBall(at: Vector(Double($0 % 8) * 19, 12 + Double($0 / 8) * 19), to: space)
    }
    for tick in 0..<900 {
      let (one, other) = (balls[tick * 7 % 60], balls[tick * 13 % 60])
      if tick % 3 == 0 { try one.sleep() }
      if tick % 5 == 0 { try one.sleep(with: other) }
      if tick % 11 == 0 { try other.set(\.velocity, to: Vector(50, 200)) }
      if tick % 17 == 0 { try other.set(\.position, to: other.position + Vector(0, 40)) }
      if tick % 29 == 0 { try one.setType(one.type == .dynamic ? .kinematic : .dynamic) }
      if one.type != .dynamic { try one.setType(.dynamic) }
      try space.step()
    }
    for ball in balls { #expect(ball.position.y.isFinite) }
  }
}
