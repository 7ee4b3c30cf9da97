import Chipmunk
import Testing

/// Calls with sleeping bodies that break the C library.
@Suite("Hazards of sleep")
struct SleepHazardTests {
  static let refused: [Hazard] =
    Hazard.refused("where none may sleep", .sleepingDisabled) { try $0.crate.sleep() }
    + Hazard.refused("the ground", .wrongBodyType) { try $0.space.ground.sleep() }
    + Hazard.refused("a kinematic body", .wrongBodyType) {
      _ = $0
      try Body.kinematic().sleep()
    }
    + Hazard.refused("a body in no space", .notInSpace) {
      _ = $0
      try Body(mass: 1, moment: 1).sleep()
    }
    + Hazard.refused("with a body of another space", .notInSpace) {
      let other = try HazardWorld()
      try other.space.set(\.sleepTimeThreshold, to: 1)
      try other.crate.sleep(with: $0.crate)
    }

  @Test("that is impossible", arguments: refused)
  func refusal(hazard: Hazard) throws { try hazard.check() }

  @Test("twice, with others, and in other groups, does no harm")
  func again() throws {
    let world = try HazardWorld()
    try world.settle()
    try world.space.set(\.sleepTimeThreshold, to: 100)
    try world.crate.sleep(with: world.other)
    #expect(world.crate.sleepingGroup.count == 2)
    try world.crate.sleep()
    try world.crate.sleep(with: world.other)
    try world.other.sleep()
    #expect(world.crate.isSleeping && world.other.isSleeping)
    try world.space.steps(30)
    world.other.wake()
    #expect(!world.crate.isSleeping)
    try world.space.steps(30)
  }

  @Test("of sixteen groups ends for all, by gravity, by hand, or one by one", arguments: 0..<4)
  func wakeAll(way: Int) throws {
    let space = try spaceWithFloor(sleepAfter: 0.2)
    let crates = try (0..<16).map { try addCrate(at: Vector(Double($0) * 50, 16), to: space) }
    try space.steps(120)
    try #require(crates.allSatisfy { $0.isSleeping })
    switch way {
    case 0: try space.setGravity(Vector(0, 1000))
    case 1: space.wakeAll()
    case 2: for body in space.bodies { body.wake() }
    default: try space.set(\.sleepTimeThreshold, to: nil)
    }
    #expect(!crates.contains { $0.isSleeping })
    try space.steps(60)
    if way == 0 { #expect(crates.allSatisfy { $0.position.y > 50 }) }
  }

  @Test("lasts while only settings change that do not move a body")
  func settings() throws {
    let world = try HazardWorld()
    try world.settle(sleepAfter: 0.2)
    try world.space.set(\.sleepTimeThreshold, to: 5)
    try world.space.set(\.damping, to: 0.5)
    try world.space.set(\.iterations, to: 3)
    world.crate.velocityFunction = { $0.velocity = Vector(0, 99) }
    try world.space.steps(30)
    #expect(world.crate.isSleeping)
  }

  @Test("ends with whatever acts on a sleeper")
  func wakes() throws {
    let acts: [(HazardWorld) throws -> Void] = [
      { try $0.crate.attemptForce(Vector(1, 0), at: .zero) },
      { try $0.crate.attemptImpulse(Vector(1, 0), at: .zero) },
      { try $0.crate.set(\.force, to: Vector(1, 0)) }, { try $0.crate.set(\.angle, to: 0.1) },
      { try $0.crate.set(\.velocity, to: Vector(0, 9)) }, { try $0.crate.set(\.mass, to: 2) },
      { try $0.space.add(PivotJoint($0.crate, $0.space.ground, at: $0.crate.position)) },
      { try $0.crate.addShape(.circle(radius: 2)) },
    ]
    for act in acts {
      let world = try HazardWorld()
      try world.settle(sleepAfter: 0.2)
      try act(world)
      #expect(!world.crate.isSleeping)
      try world.space.steps(10)
    }
  }

  @Test("ends where a kinematic body pushes in")
  func pushed() throws {
    let world = try HazardWorld()
    try world.settle(sleepAfter: 0.2)
    let pusher = Body.kinematic()
    try pusher.addShape(.box(width: 10, height: 10))
    try pusher.set(\.position, to: Vector(-30, 7))
    try pusher.set(\.velocity, to: Vector(30, 0))
    try world.space.add(pusher)
    try world.space.steps(90)
    #expect(world.crate.position.x > 15)
  }

  @Test("of joined bodies: the constraint stays listed, and its removal wakes them")
  func joined() throws {
    let world = try HazardWorld()
    let ball = try addBall(at: Vector(30, 11), to: world.space)
    try world.settle()
    let joint = try PinJoint(world.crate, ball)
    try world.space.add(joint)
    try world.space.set(\.sleepTimeThreshold, to: 0.1)
    try world.space.steps(60)
    #expect(world.crate.isSleeping && ball.isSleeping)
    #expect(world.space.constraints.count == 1)
    try world.space.remove(joint)
    #expect(!world.crate.isSleeping && !ball.isSleeping)
    try world.space.steps(60)
  }

  @Test("of a stack whose lowest body is removed, with its shape or without")
  func stack() throws {
    for withShape in [false, true] {
      let world = try HazardWorld()
      let upper = try addBall(at: Vector(0, 40), to: world.space)
      try world.settle(sleepAfter: 0.2)
      try #require(upper.isSleeping)
      if withShape { try world.crate.removeShape(world.shape) }
      try world.space.remove(world.crate)
      try world.space.steps(120)
      #expect(abs(upper.position.y - 11) < 0.5)
    }
  }

  @Test("without gravity comes to bodies that do not move at all", arguments: [0, 1e-9, 1])
  func weightless(speed: Double) throws {
    let space = try Space()
    try space.set(\.sleepTimeThreshold, to: 0.1)
    let ball = try addBall(at: .zero, to: space)
    try ball.set(\.velocity, to: Vector(speed, 0))
    ball.wake()
    try space.steps(60)
    #expect(ball.isSleeping == (speed == 0))
  }
}
