import Chipmunk
import TestSupport
import Testing

@Suite("Continuous collision")
struct ContinuousCollisionTests {
  /// A ball of radius 5 that flies to the right from x = 50, and a wall of radius 0.5 at x = 200.
  private struct Range {
    let space: Space
    let ball: Body
    let wall: Shape

    init(
      speed: Double,
      elasticity: Double = 1,
      spin: Double = 0,
      engine: Engine = .tiltbox
    ) throws {
      space = try Space(engine: engine)
      ball = try Body(mass: 1, moment: Geometry.circle(radius: 5).moment(mass: 1))
      try ball.addShape(.circle(radius: 5), elasticity: elasticity)
      try ball.set(\.position, to: Vector(50, 50))
      try ball.set(\.velocity, to: Vector(speed, 0))
      try ball.set(\.angularVelocity, to: spin)
      try space.add(ball)
      wall = try space.ground.addShape(
        .segment(from: Vector(200, 0), to: Vector(200, 100), radius: 0.5),
        elasticity: 1
      )
    }

    /// Adds a kinematic box, 40 units high, at x = 20.
    func addPaddle(width: Double = 2, velocity: Double) throws -> Body {
      let paddle = Body.kinematic()
      try paddle.addShape(.box(width: width, height: 40))
      try paddle.set(\.position, to: Vector(20, 50))
      try paddle.set(\.velocity, to: Vector(velocity, 0))
      try space.add(paddle)
      return paddle
    }

    /// Steps until something begins to touch.
    func stepToContact(atMost ticks: Int) throws {
      while space.contactEvents.isEmpty && space.tick < ticks { try space.step() }
    }
  }

  @Test(
    "a ball touches a thin wall in the step in which it arrives, and rebounds with elasticity e",
    arguments: [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6],
    [0.3, 1]
  )
  func bounce(speed: Double, elasticity: Double) throws {
    let range = try Range(speed: speed, elasticity: elasticity)
    let due = 144.5 / speed * 120
    try range.stepToContact(atMost: Int(due) + 10)
    #expect(abs(Double(range.space.tick) - due) <= 2)
    let event = try #require(range.space.contactEvents.first)
    #expect(event.kind == .begin && abs(event.point.x - 199.5) < 1 + speed / 120 / 1000)
    #expect(abs(event.impulse.length / ((1 + elasticity) * speed) - 1) < 0.01)
    #expect(abs(range.ball.velocity.x / (-elasticity * speed) - 1) < 0.01)
    for _ in 0..<10 { try range.space.step() }
    #expect(range.ball.position.x < 195)
  }

  @Test("with the C library's step the same ball flies through")
  func unswept() throws {
    let range = try Range(speed: 1e4, engine: .chipmunk)
    for _ in 0..<10 { try range.space.step() }
    #expect(range.ball.position.x > 200)
  }

  @Test("a ball between two walls keeps its energy over 10,000 impacts at 5,000 units/s")
  func energy() throws {
    let range = try Range(speed: 5000)
    try range.space.ground.addShape(
      .segment(from: Vector(0, 0), to: Vector(0, 100), radius: 0.5),
      elasticity: 1
    )
    var impacts = 0
    while impacts < 10_000 {
      try range.space.step()
      impacts += range.space.contactEvents.filter { $0.kind == .begin }.count
    }
    #expect(abs(range.ball.kineticEnergy / (0.5 * 5000 * 5000) - 1) < 0.001)
    #expect((0...200).contains(range.ball.position.x))
  }

  @Test("a free fall is exact at any speed, up to the floor")
  func fall() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1e5))
    let ball = try Body(mass: 1, moment: 1)
    try ball.addShape(.circle(radius: 1))
    try ball.set(\.position, to: Vector(0, 5000))
    try space.add(ball)
    try space.ground.addShape(.segment(from: Vector(-9, 0), to: Vector(9, 0), radius: 0.5))
    var tick = 0.0
    while space.contactEvents.isEmpty {
      try space.step()
      tick += 1
      guard space.contactEvents.isEmpty else { break }
      let height = 5000 - 1e5 / (120 * 120) * tick * tick / 2
      #expect(abs(ball.position.y - height) < 1e-12 * 5000)
    }
    #expect(tick == 38 && abs(ball.position.y - 1.5) < 0.2)
  }

  @Test("the tip of a spinning rod does not pass through a wall", arguments: [5.0, 60, 700])
  func rod(spin: Double) throws {
    let space = try Space()
    let rod = try Body(mass: 1, moment: 1000)
    try rod.addShape(.segment(from: Vector(-50, 0), to: Vector(50, 0), radius: 0.5))
    try rod.set(\.angularVelocity, to: spin)
    try space.add(rod)
    try space.ground.addShape(
      .segment(from: Vector(-100, -30), to: Vector(100, -30), radius: 0.5)
    )
    for _ in 0..<240 {
      try space.step()
      let tips = [Vector(-50, 0), Vector(50, 0)].map(rod.worldPoint(ofLocal:))
      #expect(tips.allSatisfy { $0.y > -30 })
    }
  }

  @Test("a sensor reports what flies through it, and stops nothing")
  func sensor() throws {
    let range = try Range(speed: 7200)
    try range.wall.set(\.isSensor, to: true)
    var kinds: [ContactEvent.Kind] = []
    for _ in 0..<10 {
      try range.space.step()
      kinds += range.space.contactEvents.map(\.kind)
    }
    #expect(kinds == [.begin, .separate])
    #expect(abs(range.ball.position.x - 650) < 1e-9)
  }

  @Test("stops only where a handler does not let the body pass", arguments: [true, false])
  func handlers(asksBegin: Bool) throws {
    let range = try Range(speed: 7200)
    let solid = try range.space.ground.addShape(
      .segment(from: Vector(400, 0), to: Vector(400, 100), radius: 0.5),
      elasticity: 1
    )
    solid.tag = 1
    let handler = range.space.addHandler(for: .all)
    var calls = 0
    if asksBegin {
      handler.begin = { contact in
        calls += 1
        return contact.a.tag == 1 || contact.b.tag == 1
      }
    } else {
      handler.preSolve = { contact in
        calls += 1
        return contact.a.tag == 1 || contact.b.tag == 1
      }
    }
    // 60 units a step: it passes 200 within the third step, and meets 400 in the sixth.
    for tick in 1...5 {
      try range.space.step()
      #expect(abs(range.ball.position.x - Double(50 + 60 * tick)) < 1e-9)
    }
    try range.space.step()
    #expect(abs(range.ball.position.x - 394.5) < 0.2)
    #expect(abs(range.ball.velocity.x + 7200) < 1e-6)
    #expect(calls >= 2)
  }

  @Test("bodies that a filter or a constraint keeps from colliding are not stopped")
  func apart() throws {
    let filtered = try Range(speed: 7200)
    try filtered.wall.set(\.filter, to: ShapeFilter(group: 1))
    try filtered.ball.shapes[0].set(\.filter, to: ShapeFilter(group: 1))
    let joined = try Range(speed: 7200)
    let joint = try SlideJoint(
      joined.ball,
      joined.space.ground,
      anchorA: .zero,
      anchorB: .zero,
      min: 0,
      max: 1e6
    )
    joint.collidesBodies = false
    try joined.space.add(joint)
    for range in [filtered, joined] {
      for _ in 0..<10 { try range.space.step() }
      #expect(abs(range.ball.position.x - 650) < 1e-6)
    }
  }

  @Test("a bullet hits a dynamic body, but other fast bodies do not", arguments: [true, false])
  func bullet(isBullet: Bool) throws {
    let range = try Range(speed: 12_000)
    let target = try Body(mass: 1, moment: .infinity)
    try target.addShape(.box(width: 2, height: 40), elasticity: 1)
    try target.set(\.position, to: Vector(110, 50))
    try range.space.add(target)
    range.ball.isBullet = isBullet
    try range.space.step()
    #expect(abs(target.velocity.x - (isBullet ? 12_000 : 0)) < 1e-6)
    #expect(abs(range.ball.velocity.x - (isBullet ? 0 : 12_000)) < 1e-6)
  }

  @Test(
    "a card lies on another one, though it falls by several thicknesses in a step",
    arguments: [0.012, 0.02, 0.028, 0.032]
  )
  func cards(height: Double) throws {
    let (space, cards) = try cards(at: [0.001, height])
    try space.steps(18)
    #expect(abs(cards[1].position.y - cards[0].position.y - 0.002) < 0.000_1)
  }

  @Test("cards that fall together land on one another", arguments: [0.03, 0.06, 0.1, 0.15])
  func deck(height: Double) throws {
    let (space, cards) = try cards(at: (0..<4).map { height + Double($0) * 0.006 })
    try space.steps(60)
    for (lower, upper) in zip(cards, cards.dropFirst()) {
      #expect(abs(upper.position.y - lower.position.y - 0.002) < 0.000_5)
    }
  }

  /// A floor, and cards of 2 mm above it.
  private func cards(at heights: [Double]) throws -> (Space, [Body]) {
    let space = try Space(timeStep: 1.0 / 60)
    space.gravity = Vector(0, -10)
    try space.ground.addShape(.box(width: 2, height: 1, center: Vector(0, -0.5)))
    let cards = try heights.map { y in
      let card = try Body(mass: 1, moment: 0.0134)
      try card.addShape(.box(width: 0.4, height: 0.002), friction: 0.5)
      try card.set(\.position, to: Vector(0, y))
      try space.add(card)
      return card
    }
    return (space, cards)
  }

  @Test("a fast paddle takes along what it meets, and does not pass through it")
  func paddle() throws {
    let range = try Range(speed: 0)
    let paddle = try range.addPaddle(velocity: 6000)
    try range.space.step()
    #expect(range.ball.position.x > paddle.position.x + 5)
    #expect(range.ball.velocity.x >= 5999)
  }

  @Test("a body that a paddle presses against a wall does not leave the box, and the paddle passes")
  func pressed() throws {
    let range = try Range(speed: 0)
    let paddle = try range.addPaddle(width: 20, velocity: 60)
    var deepest = -Double.infinity
    for _ in 0..<600 {
      try range.space.step()
      deepest = max(deepest, range.ball.position.x + 5 - 199.5)
    }
    #expect(deepest < 0.5 && paddle.position.x > 300)
  }

  @Test("a fast body that slept is swept in the step after it wakes")
  func woken() throws {
    let range = try Range(speed: 7200)
    range.space.sleepTimeThreshold = 1
    range.ball.position = Vector(180, 50)
    try range.ball.sleep()
    for _ in 0..<2 { try range.space.step() }
    range.ball.wake()
    try range.space.step()
    #expect(range.ball.position.x < 200 && range.ball.velocity.x < 0)
  }

  @Test(
    "a body that becomes fast between two steps is stopped, wherever its speed comes from",
    arguments: Acceleration.allCases
  )
  func accelerated(by acceleration: Acceleration) throws {
    let range = try Range(speed: 0)
    for _ in 0..<2 { try range.space.step() }
    let velocity = Vector(30_000, 0)
    var state = range.ball.state
    state.velocity = velocity
    switch acceleration {
    case .velocity: try range.ball.set(\.velocity, to: velocity)
    case .state: try range.ball.setState(state)
    case .states: try range.space.writeStates([state])
    case .statesByID: try range.space.writeStates([state], ids: [range.ball.id])
    case .kick: range.space.kick(by: velocity)
    case .return:
      try range.space.remove(range.ball)
      try range.ball.set(\.velocity, to: velocity)
      try range.space.add(range.ball)
    }
    try range.space.step()
    #expect(range.ball.position.x < 200 && range.ball.velocity.x < 0)
  }

  enum Acceleration: CaseIterable {
    case velocity, state, states, statesByID, kick, `return`
  }

  @Test("a fast paddle meets a body that was put in front of it after the last step")
  func putBefore() throws {
    let range = try Range(speed: 0)
    let paddle = try range.addPaddle(velocity: 0)
    range.ball.position = Vector(50, 5000)
    try range.space.step()
    range.ball.position = Vector(50, 50)
    paddle.velocity = Vector(6000, 0)
    try range.space.step()
    #expect(range.ball.position.x > paddle.position.x + 5 && range.ball.velocity.x >= 5999)
  }

  @Test("a run with fast bodies, restored from a checkpoint, continues bit for bit")
  func checkpoint() throws {
    let shots = try Shots(seed: 7, count: 30)
    for _ in 0..<30 { try shots.space.step() }
    let twin = try Space(restoring: shots.space.checkpoint())
    for _ in 0..<60 {
      try shots.space.step()
      try twin.step()
    }
    #expect(zip(shots.space.bodies, twin.bodies).allSatisfy { $0.state == $1.state })
  }

  @Test("a run with fast bodies, restored from a snapshot, continues bit for bit")
  func snapshot() throws {
    let space = try Shots(seed: 8, count: 30).space
    for _ in 0..<10 { try space.step() }
    let snapshot = try space.snapshot()
    for _ in 0..<60 { try space.step() }
    let future = space.states
    try space.restore(snapshot)
    for _ in 0..<60 { try space.step() }
    #expect(space.states == future)
  }

  @Test("no shot at a wall gets through, at up to a million units/s")
  func shots() throws {
    let tally = try Shots.fire(6000, from: 1)
    let unswept = try Shots.fire(600, from: 1, engine: .chipmunk)
    #expect(tally.escaped == 0, "seeds \(tally.seeds)")
    #expect(tally.shots >= 6000)
    // Otherwise the shots would prove nothing.
    #expect(unswept.escaped > 100)
  }
}
