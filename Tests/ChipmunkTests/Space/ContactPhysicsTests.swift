import Chipmunk
import Foundation
import Testing

@Suite("Contacts")
struct ContactPhysicsTests {
  @Test(
    "a ball leaves the floor at the time of its impact, to 1e-12",
    arguments: FreeFallTests.steps
  )
  func impactTime(dt: Double) throws {
    for (ballElasticity, floorElasticity) in [(1.0, 1.0), (0.5, 1), (0.8, 0.8), (0.9, 0.1)] {
      let (space, ball) = try bouncing(
        from: 200,
        ballElasticity,
        floorElasticity,
        timeStep: dt,
        engine: .tiltbox
      )
      while space.contactEvents.isEmpty { try space.step() }
      let (speed, time) = (400_000.0.squareRoot(), 0.4.squareRoot())
      let since = Double(space.tick) * dt - time
      let rebound = ballElasticity * floorElasticity * speed
      #expect(abs(ball.velocity.y - (rebound - 1000 * since)) <= 1e-12 * speed)
      let height = rebound * since - 500 * since * since
      #expect(abs(ball.position.y - (10 + height)) <= 1e-12 * 200)
    }
  }

  @Test(
    "the library's ball leaves the floor with the product of the elasticities of its speed, to 1e-12"
  )
  func restitution() throws {
    for (ballElasticity, floorElasticity) in [(1.0, 1.0), (0.5, 1), (0.8, 0.8), (0.9, 0.1)] {
      let (space, ball) = try bouncing(from: 200, ballElasticity, floorElasticity)
      var before = 0.0
      while ball.velocity.y <= 0 {
        before = -ball.velocity.y
        try space.step()
      }
      let expected = ballElasticity * floorElasticity * before
      #expect(abs(ball.velocity.y - expected) <= 1e-12 * expected)
    }
  }

  @Test(
    "with the library, a bounce at elasticity 0.5 reaches about a quarter of the height",
    arguments: zip(FreeFallTests.steps, [0.2376, 0.2422, 0.2449, 0.2503])
  )
  func bounceHeight(dt: Double, share: Double) throws {
    let (space, ball) = try bouncing(from: 200, 0.5, 1, timeStep: dt)
    while ball.velocity.y <= 0 { try space.step() }
    var peak = 0.0
    while ball.velocity.y > 0 {
      try space.step()
      peak = max(peak, ball.position.y - 10)
    }
    #expect(abs(peak / 200 - share) < 5e-5)
  }

  @Test(
    "the library's ball of elasticity 1 gains less than 2 % of its height in ten bounces at 60 Hz"
  )
  func tenBounces() throws {
    for (dt, expected) in zip(FreeFallTests.steps, [203.7, 201.3, 200.4, 200.0]) {
      let (space, ball) = try bouncing(from: 200, 1, 1, timeStep: dt)
      var (bounces, peak, last) = (0, 0.0, 0.0)
      while bounces < 10 || ball.velocity.y > 0 {
        try space.step()
        if last < 0, ball.velocity.y > 0 { (bounces, peak) = (bounces + 1, 0) }
        peak = max(peak, ball.position.y - 10)
        last = ball.velocity.y
      }
      #expect(abs(peak - expected) < 0.06, "dt \(dt)")
    }
  }

  @Test("a crate on an incline of 20° stays at a friction of 0.3641 and slides at 0.3639")
  func frictionThreshold() throws {
    #expect(abs(tan(20 * Double.pi / 180) - 0.36397) < 1e-5)
    #expect(try abs(speedOnIncline(degrees: 20, friction: 0.3641, after: 5)) < 1e-3)
    #expect(try speedOnIncline(degrees: 20, friction: 0.3639, after: 5) > 0.1)
  }

  @Test(
    "a crate slides down an incline with g·(sin - µ·cos)·t, to 0.1 %",
    arguments: [0, 0.1, 0.25],
    [20.0, 35, 60]
  )
  func slidingSpeed(friction: Double, degrees: Double) throws {
    let angle = degrees * .pi / 180
    let expected = 1000 * (sin(angle) - friction * cos(angle))
    let speed = try speedOnIncline(degrees: degrees, friction: friction, after: 1)
    #expect(abs(speed - expected) < 1e-3 * expected)
  }

  @Test("two discs share their momentum and energy like billiard balls", arguments: [1.0, 3, 100])
  func elasticCollision(ratio: Double) throws {
    let space = try Space()
    let discs = try [(1.0, 0.0), (ratio, 50.0)].map { mass, x in
      let disc = try Body(mass: mass, moment: .infinity)
      try disc.addShape(.circle(radius: 10), elasticity: 1)
      try disc.set(\.position, to: Vector(x, 0))
      try space.add(disc)
      return disc
    }
    try discs[0].set(\.velocity, to: Vector(100, 0))
    for _ in 1...240 { try space.step() }
    // m1 = 1 at u = 100 against m2 at rest.
    #expect(abs(discs[0].velocity.x - 100 * (1 - ratio) / (1 + ratio)) < 1e-10)
    #expect(abs(discs[1].velocity.x - 100 * 2 / (1 + ratio)) < 1e-10)
  }

  @Test(
    "a disc that meets a peg or a disc off its centre leaves as theory says, wherever in a step they meet",
    arguments: [1.0, 0.5, 0],
    [false, true]
  )
  func obliqueImpact(elasticity: Double, isFree: Bool) throws {
    // Discs of radius 10, whose centres are 12 units apart across the velocity: they meet at this normal.
    let normal = Vector(0.8, 0.6)
    for (speed, place) in [100.0, 300, 600].flatMap({ speed in (0..<8).map { (speed, $0) } }) {
      let space = try Space(timeStep: 1.0 / 120, engine: .tiltbox)
      let disc = try Body(mass: 1, moment: 50)
      let other = isFree ? try Body(mass: 1, moment: 50) : Body.static()
      for body in [disc, other] {
        try body.addShape(.circle(radius: 10), elasticity: body === disc ? elasticity : 1)
        try space.add(body)
      }
      try disc.set(\.position, to: Vector(26 + speed / 120 * Double(place) / 8, 12))
      try disc.set(\.velocity, to: Vector(-speed, 0))
      for _ in 1...60 { try space.step() }
      let along = (1 + elasticity) * -speed * normal.x
      let expected = Vector(-speed, 0) - (isFree ? 0.5 : 1) * along * normal
      #expect(disc.velocity.distance(to: expected) < 1e-6 * speed, "\(speed), \(place)")
    }
  }

  @Test(
    "one crate rests 0.01 units deep, and the top of ten lies 0.18 units low; the library's 0.07 and 0.47",
    arguments: [
      (Engine.tiltbox, 1, 0.01), (.tiltbox, 10, 0.18), (.chipmunk, 1, 0.07), (.chipmunk, 10, 0.47),
    ]
  )
  func restingDepth(engine: Engine, count: Int, expected: Double) throws {
    let space = try Space(engine: engine)
    try space.setGravity(Vector(0, -1000))
    try space.ground.addShape(.segment(from: Vector(-500, 0), to: Vector(500, 0)), friction: 1)
    let form = Geometry.box(width: 32, height: 32)
    let crates = try (0..<count).map { index in
      let crate = try Body(mass: 100, moment: form.moment(mass: 100))
      try crate.set(\.position, to: Vector(0, 16 + 32 * Double(index)))
      try crate.addShape(form, friction: 0.5)
      try space.add(crate)
      return crate
    }
    for _ in 1...1200 { try space.step() }
    let sunk = 16 + 32 * Double(count - 1) - crates[count - 1].position.y
    #expect(abs(sunk - expected) < 0.03, "\(count) crates: \(sunk)")
  }

  /// The speed of a crate on a floor, with gravity turned as if the floor were tilted.
  private func speedOnIncline(degrees: Double, friction: Double, after time: Double) throws
    -> Double
  {
    let angle = degrees * .pi / 180
    let space = try Space()
    try space.setGravity(Vector(1000 * sin(angle), -1000 * cos(angle)))
    try space.ground.addShape(.segment(from: Vector(-1e3, 0), to: Vector(1e5, 0)), friction: 1)
    let form = Geometry.box(width: 32, height: 16)
    let crate = try Body(mass: 100, moment: form.moment(mass: 100))
    // Place it at its resting depth, so that it neither lands nor is pushed out.
    try crate.set(\.position, to: Vector(0, 8 - space.collisionSlop))
    try crate.addShape(form, friction: friction)
    try space.add(crate)
    for _ in 1...Int(time * 120) { try space.step() }
    return crate.velocity.x
  }

  private func bouncing(
    from height: Double,
    _ ballElasticity: Double,
    _ floorElasticity: Double,
    timeStep: Double = 1.0 / 120,
    engine: Engine = .chipmunk
  ) throws -> (Space, Body) {
    let space = try Space(timeStep: timeStep, engine: engine)
    try space.setGravity(Vector(0, -1000))
    try space.ground.addShape(
      .segment(from: Vector(-100, 0), to: Vector(100, 0)),
      elasticity: floorElasticity
    )
    let ball = try Body(mass: 1, moment: 50)
    try ball.set(\.position, to: Vector(0, height + 10))
    try ball.addShape(.circle(radius: 10), elasticity: ballElasticity)
    try space.add(ball)
    return (space, ball)
  }
}
