import Chipmunk
import TestSupport
import Testing

// Crates of 32 units under 1000 units/s², 1/120 s; bodies sleep after half a second.

@Suite("Sleeping in the engine with substeps")
struct IslandSleepingTests {
  @Test("puts a loaded bridge to sleep within five seconds")
  func bridge() throws {
    let space = try Space.sleepy()
    let planks = try space.loadedBridge()
    try space.run(ticks: 600)
    #expect(space.bodies.allSatisfy { $0.isSleeping })
    let states = space.states
    try space.run(ticks: 600)
    #expect(space.states == states)
    #expect(planks[0].sleepingGroup.count == space.bodies.count)
  }

  @Test("puts a stack to sleep, whose first step after waking is the one that it slept through")
  func stack() throws {
    let (space, twin) = (try Space.sleepy(), try Space.sleepy(after: nil))
    let (crates, others) = (try space.stack(), try twin.stack())
    try space.runUntilAsleep(beside: twin)
    try space.run(ticks: 100)
    crates[4].wake()
    for _ in 1...30 {
      try space.step()
      #expect(zip(crates, others).allSatisfy { $0.position == $1.position && $0.angle == $1.angle })
      #expect(zip(crates, others).allSatisfy { $0.velocity == $1.velocity })
      try twin.step()
    }
  }

  @Test("wakes a loaded bridge with the impulses of its contacts and joints")
  func warmStart() throws {
    let (space, twin) = (try Space.sleepy(), try Space.sleepy(after: nil))
    let (planks, _) = (try space.loadedBridge(), try twin.loadedBridge())
    try space.runUntilAsleep(beside: twin)
    planks[0].wake()
    try space.step()
    // Joints wake in another order, in which the solver's rounding and convergence differ.
    for (body, other) in zip(space.bodies, twin.bodies) {
      #expect((body.position - other.position).length < 0.002)
      #expect((body.velocity - other.velocity).length < 0.2)
    }
    #expect(abs(space.carriedImpulse / twin.carriedImpulse - 1) < 0.01)
  }

  @Test("wakes a whole island when a body hits it, and no other island")
  func hit() throws {
    let space = try Space.sleepy()
    let crates = try space.stack()
    let far = try space.box(at: Vector(400, 16))
    try space.run(ticks: 200)
    #expect(space.bodies.allSatisfy { $0.isSleeping })
    let ball = try Body(mass: 1, shape: .circle(radius: 8))
    ball.position = Vector(-100, 100)
    ball.velocity = Vector(600, 0)
    try space.add(ball)
    var ticks = 0
    while crates[0].isSleeping, ticks < 60 {
      try space.step()
      ticks += 1
    }
    #expect(ticks > 0 && ticks < 60)
    #expect(!crates.contains { $0.isSleeping })
    #expect(far.isSleeping)
  }

  @Test("wakes what a bullet hits at the end of a step")
  func bullet() throws {
    let space = try Space.sleepy()
    let crates = try space.stack()
    try space.run(ticks: 100)
    #expect(crates.allSatisfy { $0.isSleeping })
    let bullet = try space.box(8, 8, at: Vector(-300, 80))
    bullet.isBullet = true
    bullet.velocity = Vector(20_000, 0)
    try space.run(ticks: 3)
    #expect(!crates.contains { $0.isSleeping })
    #expect(crates[2].velocity.x > 1000)
  }

  @Test(
    "keeps awake what a force acts on in each step, what a motor turns, and what a kinematic body touches"
  )
  func awake() throws {
    let space = try Space.sleepy()
    try space.floor()
    let pushed = try space.box(at: Vector(0, 16))
    let wheel = try Body(mass: 1, shape: .circle(radius: 16))
    wheel.position = Vector(100, 100)
    try space.add(wheel)
    try space.add(PivotJoint(space.ground, wheel, at: wheel.position))
    try space.add(SimpleMotor(space.ground, wheel, rate: 3))
    let table = Body.kinematic()
    try table.addShape(.box(width: 64, height: 8))
    table.position = Vector(200, 50)
    try space.add(table)
    let carried = try space.box(at: Vector(200, 70))
    let free = try space.box(at: Vector(400, 16))
    for _ in 0..<300 {
      pushed.force = Vector(0.001, 0)
      try space.step()
    }
    #expect(!pushed.isSleeping)
    #expect(!wheel.isSleeping)
    #expect(!carried.isSleeping)
    #expect(free.isSleeping)
    try space.run(ticks: 100)
    #expect(pushed.isSleeping)
  }

  @Test(
    "puts an island to sleep only when all its bodies are idle, whether contacts or springs join them"
  )
  func together() throws {
    let space = try Space.sleepy()
    try space.floor()
    let crate = try space.box(at: Vector(0, 16))
    let bob = try space.box(at: Vector(0, 200))
    try space.add(
      DampedSpring(
        crate,
        bob,
        anchorA: .zero,
        anchorB: .zero,
        restLength: 180,
        stiffness: 100,
        damping: 2
      )
    )
    try space.run(ticks: 240)
    #expect(!crate.isSleeping && !bob.isSleeping)
    try space.remove(bob)
    try space.run(ticks: 240)
    #expect(crate.isSleeping)
  }

  @Test("does not put to sleep what moves slowly", arguments: [1.0 / 30, 1.0 / 120, 1.0 / 480])
  func slow(step: Double) throws {
    let space = try Space.sleepy(timeStep: step)
    // A drop in a dense liquid, a disc on a slope of 1 in 60, and a crate on a slow belt.
    let drop = try space.box(at: Vector(0, 500))
    drop.gravityScale = 0.01
    try space.ground.addShape(.segment(from: Vector(1000, 0), to: Vector(1600, -10)), friction: 1)
    let disc = try Body(mass: 1, shape: .circle(radius: 10), friction: 1)
    disc.position = Vector(1100, 8.5)
    try space.add(disc)
    let belt = try space.ground.addShape(
      .segment(from: Vector(2000, 0), to: Vector(2400, 0)),
      friction: 1
    )
    belt.surfaceVelocity = Vector(6, 0)
    let crate = try space.box(at: Vector(2200, 16))
    let start = (disc.position.x, crate.position.x)
    try space.run(ticks: Int((5 / step).rounded()))
    #expect(abs(500 - drop.position.y - 125) < 5)
    #expect(disc.position.x - start.0 > 100)
    #expect(abs(abs(crate.position.x - start.1) - 30) < 1)
  }

  @Test("sleeps by the idle speed, if there is one")
  func idleSpeed() throws {
    let space = try Space.sleepy(gravity: 0)
    space.idleSpeedThreshold = 5
    let (slow, fast) = (try space.box(at: Vector(0, 0)), try space.box(at: Vector(0, 100)))
    (slow.velocity, fast.velocity) = (Vector(4.9, 0), Vector(5.1, 0))
    try space.run(ticks: 61)
    #expect(slow.isSleeping)
    #expect(!fast.isSleeping)
  }

  @Test("puts a long row of crates to sleep and wakes it on a stack of 64 KiB")
  func row() {
    let error = TestSupport.run(stack: 65_536) {
      let space = try Space.sleepy()
      try space.floor(halfWidth: 100_000)
      for place in 0..<4000 { _ = try space.box(at: Vector(32 * Double(place - 2000), 16)) }
      try space.run(ticks: 70)
      #expect(space.bodies[0].sleepingGroup.count == 4000)
      space.bodies[0].wake()
      try space.step()
      #expect(!space.bodies.contains { $0.isSleeping })
    }
    #expect(error == nil)
  }

  @Test("goes on from a checkpoint and from a snapshot to the bit, asleep and waking")
  func restoring() throws {
    let space = try Space.sleepy()
    let crates = try space.stack()
    _ = try space.loadedBridge(at: Vector(300, 0))
    try space.run(ticks: 200)
    #expect(crates[0].isSleeping)
    let ball = try Body(mass: 3, shape: .circle(radius: 8))
    ball.position = Vector(-60, 100)
    ball.velocity = Vector(200, 0)
    try space.add(ball)
    for _ in 0..<60 {
      let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
      let snapshot = try space.snapshot()
      try space.run(ticks: 20)
      let states = space.states
      try twin.run(ticks: 20)
      #expect(twin.states == states)
      try space.restore(snapshot)
      try space.run(ticks: 20)
      #expect(space.states == states)
      try space.restore(snapshot)
      try space.step()
    }
  }
}

extension Space {
  fileprivate static func sleepy(
    gravity: Double = 1000,
    after seconds: Double? = 0.5,
    timeStep: Double = 1.0 / 120
  ) throws -> Space {
    let space = try Space(timeStep: timeStep, engine: .tiltbox)
    space.gravity = Vector(0, -gravity)
    space.sleepTimeThreshold = seconds
    return space
  }

  fileprivate func floor(halfWidth: Double = 1000) throws {
    try ground.addShape(
      .segment(from: Vector(-halfWidth, 0), to: Vector(halfWidth, 0)),
      friction: 0.7
    )
  }

  fileprivate func stack() throws -> [Body] {
    try floor()
    return try (0..<10).map { place in
      let aside = Double(place * 7 % 5 - 2)
      return try box(at: Vector(0.16 * aside, 16 + 32 * Double(place)))
    }
  }

  /// Ten planks between two piers, with three crates on them.
  fileprivate func loadedBridge(at corner: Vector = .zero) throws -> [Body] {
    var planks: [Body] = []
    for place in 0..<10 {
      let x = 40 * Double(place)
      let plank = try box(40, 8, at: corner + Vector(x + 20, 200), group: 1)
      try add(PivotJoint(planks.last ?? ground, plank, at: corner + Vector(x, 200)))
      planks.append(plank)
    }
    try add(PivotJoint(planks[9], ground, at: corner + Vector(400, 200)))
    for place in 0..<3 { _ = try box(at: corner + Vector(150 + 40 * Double(place), 222), mass: 5) }
    return planks
  }

  fileprivate func box(
    _ width: Double = 32,
    _ height: Double = 32,
    at position: Vector,
    mass: Double = 1,
    group: UInt = 0
  ) throws -> Body {
    let body = try Body(mass: mass, shape: .box(width: width, height: height), friction: 0.7)
    body.position = position
    body.shapes[0].filter = ShapeFilter(group: group)
    try add(body)
    return body
  }

  /// The sum of the impulses that contacts carried in the last step.
  fileprivate var carriedImpulse: Double {
    var contacts: [ContactState] = []
    readContacts(into: &contacts)
    return contacts.reduce(0) { $0 + $1.impulse.length }
  }

  fileprivate func run(ticks: Int) throws {
    for _ in 0..<ticks { try step() }
  }

  /// Steps until all bodies sleep. The twin, which never sleeps, ends one step ahead: with the step in which they fell
  /// asleep.
  fileprivate func runUntilAsleep(beside twin: Space) throws {
    for _ in 0..<600 where !bodies[0].isSleeping {
      try step()
      try twin.step()
    }
    try #require(bodies.allSatisfy { $0.isSleeping })
  }
}
