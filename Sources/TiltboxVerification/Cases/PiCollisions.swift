import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A heavy disc pushes a light one against a wall, all without loss.
  ///
  /// With masses in a ratio of 100ⁿ, the collisions until the discs part for good are as many as the first n + 1
  /// digits of π. (G. Galperin, "Playing pool with π", Regular and Chaotic Dynamics 8, 2003.) The case follows the
  /// sequence of velocities after each collision; a velocity that is none of them ends the count.
  ///
  /// With 10⁴ and 10⁶ masses, up to 4 and 60 collisions belong into one step. The engine handles one of each pair in a
  /// step, and lets the discs overlap meanwhile: the velocities are right, and the discs turn around later.
  static let piCollisions = VerificationCase(
    "pi-collisions",
    "the collisions of discs of mass ratios 1, 100, 10,000 and 1,000,000 with a wall and each other"
  ) { setup in
    let cases: [(Int, Double)] = [(3, 0.01), (31, 0.1), (314, 4), (3141, 60)]
    return try cases.enumerated().map { power, item in
      let (count, perStep) = item
      return .law(
        "collisions, M/m = 100^\(power)",
        "",
        Double(try collisions(power: power, perStep: perStep, upTo: count, setup)),
        discrete: Double(count),
        continuous: Double(count),
        allowed: 0
      )
    }
  }

  /// Returns the number of collisions with a mass ratio of 100 to a power, of `count` in theory. Where they are most
  /// frequent, `perStep` of them belong into a step.
  private static func collisions(
    power: Int,
    perStep: Double,
    upTo count: Int,
    _ setup: CaseSetup
  ) throws -> Int {
    var root = 1.0
    for _ in 0..<power { root *= 10 }
    let (mass, gap) = (root * root, 100.0)
    let speed = perStep / setup.step * arcTangent(1, over: root) * gap / root
    let surface = Surface(elasticity: 1)
    let system = try setup.system(
      [
        .disc("light", at: Vector(10 + gap, 0), surface: surface),
        .disc(
          "heavy",
          mass: mass,
          at: Vector(30 + 2 * gap, 0),
          velocity: Vector(-speed, 0),
          surface: surface
        ),
        .line("wall", from: Vector(0, -100), to: Vector(0, 100), surface: surface),
      ],
      tilt: .weightless
    )
    let (light, heavy) = (system.bodies[0], system.bodies[1])
    var (v, w) = (0.0, -speed)
    func isReached() -> Bool {
      abs(light.velocity.x - v) < 1e-6 * speed * root && abs(heavy.velocity.x - w) < 1e-6 * speed
    }
    var found = 0
    for _ in 0..<100_000 where found < count {
      try system.advance()
      while !isReached() {
        guard found <= count else { return found }
        // The discs collide, then the wall and the light disc.
        if found.isMultiple(of: 2) {
          let mean = (mass * w + v) / (mass + 1)
          (v, w) = (2 * mean - v, 2 * mean - w)
        } else {
          v = -v
        }
        found += 1
      }
    }
    // No further collision comes.
    try system.advance(100)
    return isReached() && v >= 0 && w >= v ? found : -1
  }
}
