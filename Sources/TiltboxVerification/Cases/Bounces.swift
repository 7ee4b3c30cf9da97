import Chipmunk
import Tiltbox

/// The difference equation of a point that falls onto a floor at y = 0 and bounces.
///
/// A step of h seconds first moves the point. If the point is then in the floor, the contact adds a push to the next
/// step: the share β = 1 − b^h of the depth beyond s, where b and s are the space's collision bias and slop. If the
/// point was moving down with v, the contact changes its velocity to −e·v. Otherwise, gravity accelerates it by g·h.
private struct BouncingPoint {
  let elasticity: Double
  let setup: CaseSetup
  var height: Double
  var velocity = 0.0
  var push = 0.0

  /// Advances by one step; returns whether the point has bounced.
  private mutating func advance() -> Bool {
    height += velocity * setup.step + push
    let isDeep = height <= 0
    // The space's default slop, which the C library computes in single precision.
    push = isDeep ? setup.correctedShare * max(0, -height - Double(0.1 as Float)) : 0
    if isDeep, velocity < 0 {
      velocity *= -elasticity
      return true
    }
    velocity -= CaseSetup.gravity * setup.step
    return false
  }

  /// Returns the greatest height after some bounces.
  mutating func peak(after bounces: Int) -> Double {
    for _ in 0..<bounces { while !advance() {} }
    var peak = height
    while velocity >= 0 {
      _ = advance()
      peak = max(peak, height)
    }
    return peak
  }
}

extension VerificationCase {
  /// A disc dropped from 200 units onto a floor, for several elasticities.
  ///
  /// Continuous: it rebounds with e times the speed of its impact, √(2·g·d), and reaches a height of e²·d.
  /// `Engine.tiltbox` has the same, at the time of the impact within the step. Discrete, with the C library: the bounce
  /// uses the velocity of the step before contact at tick n, so the disc rebounds with exactly e·g·(n − 1)·h; the
  /// height is that of the difference equation of a bouncing point.
  static let bounces = VerificationCase(
    "bounce",
    "how fast and how high a disc bounces, for elasticities 0.5, 0.8 and 1"
  ) { setup in
    try [0.5, 0.8, 1.0].flatMap { try setup.bounce(elasticity: $0) }
  }

  /// A disc that bounces ten times without loss.
  ///
  /// Continuous: it returns to its initial height each time, also with `Engine.tiltbox`. Discrete, with the C library:
  /// see ``bounces``; each contact begins up to one step late, which shifts the height.
  static let tenBounces = VerificationCase(
    "ten-bounces",
    "the height of the tenth bounce without loss"
  ) { setup in
    guard setup.canBounce else { return [] }
    let drop = 200.0
    let system = try setup.drop(from: drop, elasticity: 1)
    for _ in 0..<10 { _ = try system.advanceToContact(atMost: setup.ticks(3)) }
    let height = try system.peak(of: 1, within: setup.ticks(3)) - 10
    let theory = setup.peak(after: 10, of: drop, elasticity: 1)
    // An impact may fall on the boundary of two substeps.
    let allowed = setup.engine == .tiltbox ? 1e-6 : 1e-12
    return [
      Measurement("height", "units", height)
        .exact(discrete: theory, continuous: drop, allowed: allowed).orSwept(in: setup)
    ]
  }
}

extension Measurement {
  /// Returns the measurement with a bound instead of the exact solution if the disc moves so far in a step that
  /// `Engine.tiltbox` sweeps it: after its impact, it has the gravity of the rest of the step, or none.
  fileprivate func orSwept(in setup: CaseSetup) -> Measurement {
    guard setup.engine == .tiltbox, setup.isCoarse else { return self }
    let rest = abs((discrete ?? 0) - (continuous ?? 0)) / scale
    return near(continuous, within: 0.006 + rest)
      .because("a swept disc moves along a line within a step; measured to be less")
  }
}

extension MeasuredSystem {
  /// Returns the greatest height of a rising body before it falls.
  fileprivate func peak(of body: Int, within ticks: Int) throws -> Double {
    var peak = states[body].position.y
    for _ in 0..<ticks where states[body].velocity.y >= 0 {
      try advance()
      peak = max(peak, states[body].position.y)
    }
    return peak
  }
}

extension VerificationCase {
  /// A disc dropped from 200 units that bounces ten times, with elasticity 1 and 0.8.
  ///
  /// It returns to e²ⁿ of its height. An impact that is found up to a step late, or whose step has gravity that the
  /// bounce ignores, changes each height a little: ten bounces add that up.
  static let bounceSeries = VerificationCase(
    "bounce-series",
    "the height of the tenth bounce over theory, for elasticities 0.8 and 1",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s the tenth bounce with elasticity 0.8 is too slow to be a bounce.
    try (setup.isCoarse ? [1] : [0.8, 1]).map { (e: Double) -> Measurement in
      let system = try setup.drop(from: 200, elasticity: e)
      let disc = system.bodies[1]
      var (apex, theory) = (0.0, 200.0)
      for _ in 1...10 {
        try system.advance()
        _ = try system.advance(atMost: setup.ticks(2) - 1) { disc.velocity.y >= 0 }
        // From the energy after the bounce.
        apex = disc.position.y - 10 + disc.velocity.y * disc.velocity.y / (2 * CaseSetup.gravity)
        theory *= e * e
        try system.advance()
        _ = try system.advance(atMost: setup.ticks(2) - 1) { disc.velocity.y < 0 }
      }
      return Measurement("tenth height over theory, e = \(e)", "", apex / theory)
        .near(1, within: 0.005)
        .because("impacts happen at their time within the step; measured to be less")
    }
  }

  /// A disc that hits a thin wall, at low speeds and at speeds that would pass the wall within one step.
  ///
  /// It reaches the wall after a time of distance over speed, in the step that contains that time, and rebounds with
  /// its speed times the elasticity. Between two walls, it keeps its energy over 10,000 impacts.
  static let fastImpacts = VerificationCase(
    "fast-impacts",
    "a disc against a thin wall at 1 to 100,000 units/s, and 10,000 times between two of them",
    engines: [.tiltbox]
  ) { setup in
    try [1, 10, 100, 1e3, 1e4, 1e5].flatMap { try setup.impact(speed: $0) } + [try setup.energy()]
  }
}

extension CaseSetup {
  /// Whether the disc does not fly through the floor within a step, as with the C library at 1/30 s.
  fileprivate var canBounce: Bool { engine == .tiltbox || !isCoarse }

  fileprivate func bounce(elasticity e: Double) throws -> [Measurement] {
    guard canBounce else { return [] }
    let (height, h, g) = (200.0, step, Self.gravity)
    let system = try drop(from: height, elasticity: e)
    let tick = try system.advanceToContact(atMost: ticks(2)) ?? 0
    let speed = system.states[1].velocity.y
    let (impact, time) = ((2 * g * height).squareRoot(), (2 * height / g).squareRoot())
    let theory =
      engine == .tiltbox
      ? e * impact - g * (Double(tick) * h - time) : e * g * Double(tick - 1) * h
    let rebound = try system.peak(of: 1, within: ticks(2)) - 10
    let peak = peak(after: 1, of: height, elasticity: e)
    return [
      Measurement("speed, e = \(e)", "units/s", speed)
        .exact(discrete: theory, continuous: e * impact).orSwept(in: self),
      Measurement("height, e = \(e)", "units", rebound)
        .exact(discrete: peak, continuous: e * e * height).orSwept(in: self),
    ]
  }

  /// Returns the greatest height at a tick after some bounces, in theory for the engine.
  fileprivate func peak(after bounces: Int, of drop: Double, elasticity e: Double) -> Double {
    guard engine == .tiltbox else {
      var point = BouncingPoint(elasticity: e, setup: self, height: drop)
      return point.peak(after: bounces)
    }
    // A bounce with a speed of v lasts 2·v/g, and is highest after v/g.
    var (rise, time) = ((2 * drop / Self.gravity).squareRoot(), 0.0)
    for _ in 0..<bounces {
      time += rise
      rise *= e
      time += rise
    }
    let off = (time / step).rounded() * step - time
    return Self.gravity * (rise * rise - off * off) / 2
  }

  fileprivate func drop(from height: Double, elasticity: Double) throws -> any MeasuredSystem {
    // The elasticity of a contact is the product of both shapes' elasticities.
    let surface = Surface(elasticity: elasticity.squareRoot())
    return try system([.floor(), .disc(at: Vector(0, 10 + height))], surface: surface)
  }

  fileprivate func impact(speed: Double) throws -> [Measurement] {
    // About a second of flight, not a whole number of steps; shorter for speeds that are too high for that.
    let way = min(0.7 * 2.0.squareRoot() * speed, 239)
    let system = try box(width: 300, from: 299 - 10 - way, speed, elasticity: 0.5)
    let due = way / speed
    let ticks = try system.advanceToContact(atMost: ticks(due) + 10) ?? 0
    let label = "v = \(Int(speed))"
    return [
      Measurement("first contact, \(label)", "s", Double(ticks) * step)
        .near(due, within: 1 + 1e-9, scale: step)
        .because("a contact is found in its step; one at the end of a step perhaps in the next"),
      Measurement("rebound, \(label)", "units/s", system.states[0].velocity.x)
        .near(-speed / 2, within: 1e-9)
        .because("the contact has the whole speed"),
    ]
  }

  fileprivate func energy() throws -> Measurement {
    let system = try box(width: 60, from: 30, 5000, elasticity: 1)
    for _ in 0..<10_000 { _ = try system.advanceToContact(atMost: 100) }
    let speed = system.states[0].velocity.length
    return Measurement("energy after 10,000 impacts", "", speed * speed / (5000 * 5000))
      .near(1, within: 1e-9)
      .because("an elastic impact turns the velocity around")
  }

  /// Makes a box in which a disc moves to the right.
  private func box(
    width: Double,
    from start: Double,
    _ speed: Double,
    elasticity: Double
  ) throws -> any MeasuredSystem {
    let disc = BodyDescription.disc(at: Vector(start, 150)).moving(speed)
    let surface = Surface(elasticity: elasticity)
    let walls = Scenario.Walls(width: width, height: 300, surface: Surface(elasticity: 1))
    return try system([disc], surface: surface, walls: walls) { _ in .weightless }
  }
}
