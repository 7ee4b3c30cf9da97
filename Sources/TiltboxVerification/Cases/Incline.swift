import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A block that friction holds on an incline.
  ///
  /// It rests while μ ≥ tan θ, where μ is the product of both surfaces' frictions. The contact applies enough friction
  /// to cancel the step's acceleration, so the discrete block rests as well.
  static let stick = VerificationCase(
    "incline-stick",
    "a block stays for 5 s on an incline of 0.35 rad at a friction of 0.37"
  ) { setup in
    let system = try setup.block(on: 0.35, friction: 0.37)
    try system.advance(setup.ticks(5))
    return [Measurement("slid", "units", system.states[1].position.x).exact(0)]
  }

  /// A block that slides down an incline because friction is too low.
  ///
  /// Continuous: a = g(sin θ − μ·cos θ), x = a·t²/2. Discrete: v = a·n·h and x = a·h²·n(n−1)/2, as for any constant
  /// acceleration.
  static let slide = VerificationCase(
    "incline-slide",
    "a block slides for 1 s down an incline of 0.35 rad at a friction of 0.25"
  ) { setup in
    let (angle, friction) = (0.35, 0.25)
    let system = try setup.block(on: angle, friction: friction)
    let (n, h) = (setup.ticks(1), setup.step)
    try system.advance(n)
    let t = Double(n) * h
    let a = CaseSetup.gravity * (sine(angle) - friction * cosine(angle))
    let state = system.states[1]
    return [
      Measurement("speed", "units/s", state.velocity.x).exact(a * t, allowed: 1e-11),
      Measurement("slid", "units", state.position.x)
        .exact(discrete: a * h * h * Double(n * (n - 1)) / 2, continuous: a * t * t / 2, order: 1)
        .orSoft(in: setup, within: 0.3 * h, order: 1),
    ]
  }

  /// The friction at which a block starts to slide: μ = tan θ, whatever the step.
  static let threshold = VerificationCase(
    "incline-threshold",
    "the friction below which a block slides on an incline of 0.35 rad"
  ) { setup in
    let angle = 0.35
    let found = try bisection(from: 0.3, to: 0.45, within: 1e-7) { friction in
      let system = try setup.block(on: angle, friction: friction)
      try system.advance(setup.ticks(0.5))
      return !(system.states[1].velocity.x > 1e-6)
    }
    return [
      Measurement("friction", "", found)
        .near(tangent(angle), within: 1e-6)
        .because("halved until 1e-7 is left")
    ]
  }

  /// The map of sticking and slipping over angle and friction.
  ///
  /// A block sticks if μ > tan θ and slips otherwise (Coulomb 1785). The case counts the points of the map that
  /// deviate.
  static let slipStickMap = VerificationCase(
    "slip-stick-map",
    "whether a block slips within 0.25 s, for six inclines and eight frictions"
  ) { setup in
    var wrong = 0
    for angle in stride(from: 0.1, to: 0.65, by: 0.1) {
      for friction in stride(from: 0.05, to: 0.8, by: 0.1) {
        let system = try setup.block(on: angle, friction: friction)
        try system.advance(setup.ticks(0.25))
        if (system.states[1].velocity.x > 1e-6) != (friction < tangent(angle)) { wrong += 1 }
      }
    }
    return [Measurement("wrong places of 48", "", Double(wrong)).exact(0)]
  }

  /// A block that slides over a level floor until it stops.
  ///
  /// Continuous: it slides a distance of v²/(2·μ·g). Discrete: it loses μ·g·h in each step, stops at N = ⌈v/(μ·g·h)⌉,
  /// and has covered N·v·h − μ·g·h²·N(N−1)/2.
  static let slidingStop = VerificationCase(
    "sliding-stop",
    "how far a block at 300 units/s slides on a level floor at a friction of 0.5"
  ) { setup in
    let (v, friction) = (300.0, 0.5)
    let system = try setup.block(on: 0, friction: friction, velocity: v)
    try system.advance(setup.ticks(2))
    let (h, a) = (setup.step, friction * CaseSetup.gravity)
    let n = (v / (a * h)).rounded(.up)
    let way = n * v * h - a * h * h * n * (n - 1) / 2
    let state = system.states[1]
    return [
      Measurement("slid", "units", state.position.x)
        .exact(discrete: way, continuous: v * v / (2 * a), order: 1)
        .orSoft(in: setup, within: 0.6 * h, order: 1),
      Measurement("speed at the end", "units/s", state.velocity.x).exact(0, scale: v),
    ]
  }

  /// A disc that rolls down an incline without slipping.
  ///
  /// Its moment ½·m·r² takes a third of the acceleration: a = ⅔·g·sin θ, and the speed of the rim equals that of the
  /// disc. Discrete: v = a·n·h and x = a·h²·n(n−1)/2.
  static let rolling = VerificationCase(
    "rolling-disc",
    "a disc rolls for 1 s down an incline of 0.2 rad"
  ) { setup in
    let angle = 0.2
    let system = try setup.system(
      [.floor(), .disc(at: Vector(0, 10 - setup.overlap(halfThickness: 10)))],
      surface: Surface(friction: 1),
      tilt: { _ in .inclined(angle) }
    )
    let (n, h) = (setup.ticks(1), setup.step)
    try system.advance(n)
    let t = Double(n) * h
    let a = 2.0 / 3 * CaseSetup.gravity * sine(angle)
    let state = system.states[1]
    return [
      Measurement("speed", "units/s", state.velocity.x).exact(a * t),
      Measurement("speed of the rim", "units/s", -state.angularVelocity * 10).exact(a * t),
      Measurement("rolled", "units", state.position.x)
        .exact(discrete: a * h * h * Double(n * (n - 1)) / 2, continuous: a * t * t / 2, order: 1)
        .orSoft(in: setup, within: 0.3 * h, order: 1),
    ]
  }

  /// A disc that starts to slide over a level floor until friction makes it roll.
  ///
  /// Friction acts at the point of contact, so the angular momentum about that point is conserved: a disc with the
  /// moment ½·m·r² keeps ⅔ of the speed v, whatever the friction. Continuous: it slides for v/(3·μ·g). Discrete:
  /// vₙ = v − μ·g·h·n while that is above ⅔·v, and x = h·(v₀ + … + vₙ₋₁). (For balls: G. Coriolis, Théorie mathématique
  /// des effets du jeu de billard, 1835.)
  static let slidingToRolling = VerificationCase(
    "sliding-to-rolling",
    "a disc thrown along a floor at 300 units/s with a friction of 0.3, after 1 s"
  ) { setup in
    let (v, friction, h, n) = (300.0, 0.3, setup.step, setup.ticks(1))
    let disc = BodyDescription.disc(at: Vector(0, 10 - setup.overlap(halfThickness: 10))).moving(v)
    let surface = Surface(friction: friction.squareRoot())
    let system = try setup.system([.floor(), disc], surface: surface)
    try system.advance(n)
    let (loss, rolls, state) = (friction * CaseSetup.gravity, 2 * v / 3, system.states[1])
    let slides = v / 3 / loss
    let discrete = h * (0..<n).reduce(0) { $0 + max(v - loss * h * Double($1), rolls) }
    let continuous = (v + rolls) / 2 * slides + rolls * (Double(n) * h - slides)
    return [
      Measurement("speed", "units/s", state.velocity.x).exact(rolls),
      Measurement("speed of the rim", "units/s", -state.angularVelocity * 10).exact(rolls),
      Measurement("way", "units", state.position.x)
        .exact(discrete: discrete, continuous: continuous, order: 1)
        .orSoft(in: setup, within: 0.1 * h),
    ]
  }

  /// A disc that slides without friction from a cusp of a cycloid to its lowest point.
  ///
  /// It takes π·√(r/g), less than on any other way (Johann Bernoulli, Acta Eruditorum, 1696), and as long from any other
  /// start (C. Huygens, "Horologium oscillatorium", 1673). The straight way takes √(π² + 4)·√(r/g).
  ///
  /// The cycloid has 40 chords. At each corner, the disc loses the part of its velocity that is normal to the next
  /// chord. Each chord reaches far beyond its corners, behind the others: the end of a segment would brake the disc.
  static let brachistochrone = VerificationCase(
    "brachistochrone",
    "the time of a slide along a cycloid, from two starts, and along the straight line",
    engines: [.tiltbox]
  ) { setup in
    let unit = (roll / CaseSetup.gravity).squareRoot()
    func point(_ t: Double) -> (Vector, Vector) {
      let normal = Vector(-cosine(t / 2), -sine(t / 2))
      return (Vector(roll * (t - sine(t)), -roll * (1 - cosine(t))), normal)
    }
    let cycloid = (0...40).map { (index: Int) -> Vector in
      let (center, normal) = point(Double.pi * Double(index) / 40)
      return center + normal * 10
    }
    let end = Vector(roll * Double.pi, -2 * roll)
    let normal = Vector(-2, -Double.pi) * (10 / (Double.pi * Double.pi + 4).squareRoot())
    let reason = "corners of the polygon take speed; measured to be less"
    let ways: [(String, [Vector], Vector, Double)] = [
      ("cycloid", cycloid, Vector.zero, Double.pi),
      ("cycloid, from 1 rad", cycloid, point(1).0, Double.pi),
      ("straight", [normal, end + normal], .zero, (Double.pi * Double.pi + 4).squareRoot()),
    ]
    return try ways.map { quantity, way, start, theory in
      Measurement(quantity, "s", try setup.slide(along: way, from: start))
        .near(theory * unit, within: 0.007 + 0.12 * setup.step)
        .because(reason)
    }
  }

}

/// The radius of the circle whose rolling gives the cycloid.
private let roll = 100.0

extension CaseSetup {
  /// Makes a block on an inclined floor, in a frame aligned with the floor: the floor is level and gravity is tilted.
  /// The block cannot topple, so that an impulse at its first corner supports the second as well.
  fileprivate func block(
    on angle: Double,
    friction: Double,
    velocity: Double = 0
  ) throws -> any MeasuredSystem {
    let surface = Surface(friction: friction.squareRoot())
    let start = Vector(0, 16 - overlap(halfThickness: 16))
    let block = BodyDescription.crate(moment: .infinity, at: start).moving(velocity)
    return try system([.floor(), block], surface: surface) { _ in .inclined(angle) }
  }

  fileprivate func slide(along way: [Vector], from start: Vector) throws -> Double {
    let chords = zip(way, way.dropFirst()).enumerated().map { index, ends in
      let beyond = (ends.1 - ends.0) * (300 / (ends.1 - ends.0).length)
      return BodyDescription.line("chord-\(index + 1)", from: ends.0 - beyond, to: ends.1 + beyond)
    }
    let system = try system([.disc(at: start)] + chords)
    let disc = system.bodies[0]
    let end = roll * Double.pi
    for tick in 0..<ticks(5) {
      let before = disc.position.x
      try system.advance()
      let after = disc.position.x
      if after >= end { return (Double(tick) + (end - before) / (after - before)) * step }
    }
    return .nan
  }
}
