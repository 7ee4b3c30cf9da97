import Chipmunk
import Tiltbox

extension VerificationCase {
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
    guard setup.step < 0.02 else { return [] }
    return try [(20.0, 1.5781), (40, 1.7210), (60, 1.6583)].map { gap, speed in
      .bound(
        "speed, gap \(Int(gap))",
        "units/s",
        try speedOfTrain(gap: gap, setup),
        continuous: speed * (CaseSetup.gravity * 100).squareRoot(),
        within: 0.025 + 900 * setup.step * setup.step,
        because: "each hit takes up to a step longer; measured to be less"
      )
    }
  }

  /// Returns the speed over the second half of the train.
  private static func speedOfTrain(gap: Double, _ setup: CaseSetup) throws -> Double {
    let (count, pitch) = (16, gap + 10)
    // High friction with the floor, hardly any between dominoes: a contact uses the product.
    let slippery = Surface(friction: 0.001)
    let dominoes = (0..<count).map { index in
      var domino = BodyDescription.crate(
        "domino-\(index + 1)",
        at: Vector(pitch * Double(index), 50 - setup.overlap)
      )
      domino.shapes = [ShapeDescription(.box(width: 10, height: 100), surface: slippery)]
      // The first domino starts to rotate about its lower edge.
      if index == 0 { (domino.velocity, domino.angularVelocity) = (Vector(100, 10), -2) }
      return domino
    }
    let system = try setup.system([.floor(Surface(friction: 10_000))] + dominoes)
    var hits: [Double] = []
    for tick in 0..<setup.ticks(6) where hits.count < count - 1 {
      try system.advance()
      if system.states[hits.count + 2].angle < -0.001 { hits.append(Double(tick) * setup.step) }
    }
    guard hits.count == count - 1 else { return .nan }
    return pitch * Double(count / 2 - 1) / (hits[count - 2] - hits[count / 2 - 1])
  }
}
