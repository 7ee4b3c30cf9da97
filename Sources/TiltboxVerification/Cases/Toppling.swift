import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A block on a floor without sliding, which is tilted within half a second.
  ///
  /// It topples when its centre of mass is beyond its lower edge: tan θ = w/h, whatever the step. Upright balance at
  /// that angle is unstable: deviations grow by a factor of e⁵·⁷ per second, so two seconds are enough to resolve 10⁻⁵
  /// rad.
  static let toppling = VerificationCase(
    "toppling",
    "the tilt at which a block of 24 by 40 units topples"
  ) { setup in
    let start = Vector(0, 20 - setup.overlap(halfThickness: 12))
    let block = BodyDescription.box("block", width: 24, height: 40, at: start)
    let bodies = [BodyDescription.floor(), block]
    let surface = Surface(friction: 10)
    let tilt = try bisection(from: 0.4, to: 0.7, within: 1e-5) { tilt in
      let system = try setup.system(bodies, surface: surface, inclinedTo: tilt, within: 0.5)
      return try system.advance(atMost: setup.ticks(2.5)) { abs(system.states[1].angle) >= 0.2 }
    }
    let late = setup.engine == .tiltbox ? 4 * setup.step * setup.step : 0.5 * setup.step
    return [
      Measurement("tilt", "rad", tilt)
        .near(arcTangent(24, over: 40), within: 0.001 + late)
        .because("it tilts a little in each step; measured to be less")
    ]
  }

  /// A train of sixteen dominoes, 100 units high and 10 thick: its speed for three gaps.
  ///
  /// Theory: each domino rotates about its lower edge, hits the next one without bouncing and leans on it without
  /// friction, so that the angle of the foremost one determines all others: h·sin(θ′ − θ) = (s + d)·cos θ − d for one
  /// at θ and the one behind it at θ′. Between two hits, energy is conserved; at a hit, the train's speed drops to the
  /// share W/(1 + W), where W is the sum of the squares of all angular velocities, divided by the square of the
  /// foremost one's. The speeds here, in √(g·h), were computed from this for the second half of the train, with the
  /// first domino pushed by 0.632·√(g/h). (J. M. J. van Leeuwen, "The domino effect", Am. J. Phys. 78, 721, 2010.)
  ///
  /// At a step of 1/30 s, a hit takes as long as a fall, so the case does not measure such steps.
  static let dominoes = VerificationCase(
    "dominoes",
    "the speed of a train of dominoes 100 units high and 10 thick, for gaps of 20, 40 and 60"
  ) { setup in
    guard !setup.isCoarse else { return [] }
    let unit = (CaseSetup.gravity * 100).squareRoot()
    return try [(20.0, 1.5781), (40, 1.7210), (60, 1.6583)].map { gap, speed in
      Measurement("speed, gap \(Int(gap))", "units/s", try setup.speedOfTrain(gap: gap))
        .near(speed * unit, within: 0.025 + 900 * setup.step * setup.step)
        .because("each hit takes up to a step longer; measured to be less")
    }
  }

  /// A block of 40 by 160 units that rocks from one lower corner to the other.
  ///
  /// From an angle θ, with α = atan(w/h) and p² = 3g/4R for the half diagonal R, it falls upright in
  /// arcosh(1/(1 − θ/α))/p, and keeps the share 1 − ³⁄₂·sin²α of its angular velocity, since the angular momentum about
  /// the new corner is conserved. (G. W. Housner, "The behavior of inverted pendulum structures during earthquakes",
  /// Bulletin of the Seismological Society of America 53, 1963.) The share follows from the highest angle on the other
  /// side.
  ///
  /// The impact begins before the face lies on the floor, which takes more of the speed, in proportion to the length of
  /// a substep. How much depends on the moment within a step too, so the share is the mean of sixteen such moments.
  static let rockingBlock = VerificationCase(
    "rocking-block",
    "the quarter period of a rocking block, and the angular velocity that an impact leaves",
    engines: [.tiltbox]
  ) { setup in
    let slenderness = arcTangent(40, over: 160)
    let share = 1 - 1.5 * sine(slenderness) * sine(slenderness)
    let radius = hypotenuse(40, 160) / 2
    let rate = (3 * CaseSetup.gravity / (4 * radius)).squareRoot()
    // A block that falls for a part of a step longer than from α/2.
    let starts = (0..<16).map { part in
      let growth = (2 + 3.0.squareRoot()) * exponential(rate * setup.step * Double(part) / 16)
      return slenderness * (1 - 2 / (growth + 1 / growth))
    }
    let coarse = try starts.map { try setup.rock(substeps: 0, start: $0) }
    let fine = try starts.map { try setup.rock(substeps: 64, start: $0) }
    func mean(_ runs: [(quarter: Double, share: Double)]) -> Double {
      runs.reduce(0) { $0 + $1.share } / Double(runs.count)
    }
    return [
      // arcosh 2 = ln(2 + √3)
      Measurement("quarter period", "s", coarse[0].quarter)
        .near(logarithm(2 + 3.0.squareRoot()) / rate, within: 0.004)
        .because("Housner's formula is for small angles, and has 0.43669 for 0.43746 s"),
      Measurement("share kept", "", mean(coarse))
        .near(share, within: 4.6 * setup.step, order: 1)
        .because("contact begins up to a step ahead; measured to be less"),
      Measurement("share kept, 64 substeps", "", mean(fine))
        .near(share, within: 1.4 * setup.step, order: 1)
        .because("contact begins up to a step ahead; measured to be less"),
    ]
  }

  /// A slender rod that slides on its tip over a floor with high friction.
  ///
  /// At a slope of tan θ = 2 and a friction above 4/3, rigid-body dynamics with Coulomb friction has no solution, or
  /// two: a contact force would press the tip into the floor. In theory, contact and friction only remove energy. (A.
  /// R. Champneys and P. L. Várkonyi, "The Painlevé paradox in contact mechanics", arXiv:1601.03545.)
  ///
  /// Chipmunk is wrong here: when the tip jams, the rod jumps off with up to 0.05 % more energy than it had. A shorter
  /// step does not help.
  static let painleveRod = VerificationCase(
    "painleve-rod",
    "the energy of a rod of 100 units that slides at 300 units/s on its tip, friction 2, for 3 s"
  ) { setup in
    [
      Measurement("energy gained, trailing", "", try setup.energyGained(speed: -300))
        .near(0, within: 1e-9)
        .because("contact and friction take energy"),
      Measurement(
        "energy gained, jamming (Chipmunk: 0.0005)",
        "",
        try setup.energyGained(speed: 300)
      )
      .near(0, within: 0.001)
      .because("Chipmunk is wrong here, and no worse than known"),
    ]
  }
}

extension CaseSetup {
  /// Returns the speed over the second half of the train.
  fileprivate func speedOfTrain(gap: Double) throws -> Double {
    let (count, pitch) = (16, gap + 10)
    // High friction with the floor, hardly any between dominoes: a contact uses the product.
    let slippery = Surface(friction: 0.001)
    let dominoes = (0..<count).map { index in
      let place = Vector(pitch * Double(index), 50 - overlap(halfThickness: 5))
      var domino = BodyDescription.box("domino-\(index + 1)", width: 10, height: 100, at: place)
      // The first domino starts to rotate about its lower edge.
      if index == 0 { (domino.velocity, domino.angularVelocity) = (Vector(100, 10), -2) }
      return domino.with(slippery)
    }
    let system = try system([.floor().with(Surface(friction: 10_000))] + dominoes)
    var hits: [Double] = []
    for tick in 0..<ticks(6) where hits.count < count - 1 {
      try system.advance()
      if system.states[hits.count + 2].angle < -0.001 { hits.append(Double(tick) * step) }
    }
    guard hits.count == count - 1 else { return .nan }
    return pitch * Double(count / 2 - 1) / (hits[count - 2] - hits[count / 2 - 1])
  }

  fileprivate func rock(substeps: Int, start: Double) throws -> (quarter: Double, share: Double) {
    let slenderness = arcTangent(40, over: 160)
    let radius = hypotenuse(40, 160) / 2
    let diagonal = arcTangent(160, over: 40) + start
    let height = radius * sine(diagonal) - overlap(halfThickness: 20)
    let place = Vector(radius * cosine(diagonal), height)
    let block = BodyDescription.box("block", width: 40, height: 160, at: place, angle: start)
    let world = Scenario.World(substeps: substeps)
    let system = try system([.floor(), block], surface: Surface(friction: 10), world: world)
    let body = system.bodies[1]
    var (before, quarter, lowest) = (start, Double.nan, 0.0)
    for tick in 0..<ticks(1.2) {
      try system.advance()
      let angle = body.angle
      if quarter.isNaN, angle <= 0 { quarter = (Double(tick) + before / (before - angle)) * step }
      if !quarter.isNaN, angle > lowest { break }
      (before, lowest) = (angle, min(lowest, angle))
    }
    // The height of the centre over the upright block's.
    func rise(_ angle: Double) -> Double { cosine(slenderness - angle) - cosine(slenderness) }
    return (quarter, (rise(-lowest) / rise(start)).squareRoot())
  }

  /// Returns the relative gain of the greatest energy over the initial energy, at least zero.
  fileprivate func energyGained(speed: Double) throws -> Double {
    let surface = Surface(friction: 2.0.squareRoot())
    let slope = arcTangent(2, over: 1)
    let height = 50 * sine(slope) + cosine(slope) - overlap(halfThickness: 1)
    let rod = BodyDescription.box("rod", width: 100, height: 2, at: Vector(0, height), angle: slope)
    let system = try system([.floor(), rod.moving(speed)], surface: surface)
    let moment = system.bodies[1].moment
    // With the library half a step ahead, where the energy of a body in flight is constant up to rounding.
    let lead = engine == .tiltbox ? 0 : step / 2
    func energy() -> Double {
      let state = system.states[1]
      let height = state.position.y + state.velocity.y * lead
      return state.velocity.dot(state.velocity) / 2
        + moment * state.angularVelocity * state.angularVelocity / 2 + Self.gravity * height
    }
    let before = energy()
    return try system.greatest(over: ticks(3)) { energy() / before - 1 }
  }
}
