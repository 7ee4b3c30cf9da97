import Chipmunk
import Tiltbox

extension VerificationCase {
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
    let surface = Surface(friction: friction.squareRoot())
    let system = try setup.system([
      .floor(surface),
      .disc(at: Vector(0, 10 - setup.overlap), velocity: Vector(v, 0), surface: surface),
    ])
    try system.advance(n)
    let (loss, rolls, state) = (friction * CaseSetup.gravity, 2 * v / 3, system.states[1])
    let slides = v / 3 / loss
    return [
      .law("speed", "units/s", state.velocity.x, discrete: rolls, continuous: rolls),
      .law(
        "speed of the rim",
        "units/s",
        -state.angularVelocity * 10,
        discrete: rolls,
        continuous: rolls
      ),
      setup.law(
        "way",
        "units",
        state.position.x,
        library: h * (0..<n).reduce(0) { $0 + max(v - loss * h * Double($1), rolls) },
        continuous: (v + rolls) / 2 * slides + rolls * (Double(n) * h - slides),
        order: 1,
        substeps: (within: 0.1 * h, order: nil)
      ),
    ]
  }
}
