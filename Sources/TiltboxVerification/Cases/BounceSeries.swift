import Chipmunk
import Tiltbox

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
    try (setup.step < 0.02 ? [0.8, 1] : [1]).map { (e: Double) -> Measurement in
      let surface = Surface(elasticity: e.squareRoot())
      let start = BodyDescription.disc(at: Vector(0, 210), surface: surface)
      let system = try setup.system([.floor(surface), start])
      let disc = system.bodies[1]
      var apex = 0.0
      var theory = 200.0
      for _ in 1...10 {
        for _ in 0..<setup.ticks(2) {
          try system.advance()
          if disc.velocity.y >= 0 { break }
        }
        // From the energy after the bounce.
        apex = disc.position.y - 10 + disc.velocity.y * disc.velocity.y / (2 * CaseSetup.gravity)
        theory *= e * e
        for _ in 0..<setup.ticks(2) {
          try system.advance()
          if disc.velocity.y < 0 { break }
        }
      }
      return .bound(
        "tenth height over theory, e = \(e)",
        "",
        apex / theory,
        continuous: 1,
        within: 0.005,
        because: "impacts happen at their time within the step; measured to be less"
      )
    }
  }
}
