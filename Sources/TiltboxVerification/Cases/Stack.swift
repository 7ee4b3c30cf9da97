import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Crates stacked on top of each other, at rest.
  ///
  /// In theory they touch. The solver tolerates an overlap up to the collision slop, 0.1 units, so that contacts
  /// persist; the top of n crates may sink by n times as much, and no crate moves sideways.
  ///
  /// Each solver iteration transfers a weight by about one crate. With the default of ten iterations, three crates
  /// stand still; ten crates sway: forever at steps of 1/100 s and below, and until they topple within ten seconds at
  /// 1/60 s. With 100 iterations, ten crates stand at every step and lean by less than a tenth of their side.
  static let stack = VerificationCase(
    "stack",
    "how far three crates (10 iterations) and ten (100 iterations) sink and lean in 10 s"
  ) { setup in
    try stack(of: 3, iterations: 10, setup) + stack(of: 10, iterations: 100, setup)
  }

  private static func stack(
    of count: Int,
    iterations: Int,
    _ setup: CaseSetup
  ) throws -> [Measurement] {
    let surface = Surface(friction: 0.7)
    let slop = 0.1
    let pitch = 32 - slop / 2
    let crates = (0..<count).map { index in
      BodyDescription.crate(
        "crate-\(index + 1)",
        at: Vector(0, pitch * Double(index) + pitch - 16),
        surface: surface
      )
    }
    let system = try setup.system(
      [.floor(surface)] + crates,
      world: Scenario.World(iterations: iterations)
    )
    try system.advance(setup.ticks(10))
    let states = system.states.dropFirst()
    return [
      .bound(
        "sinking of \(count)",
        "units",
        32 * Double(count) - 16 - (states.last?.position.y ?? .nan),
        continuous: 0,
        scale: 1,
        within: Double(count) * slop,
        because: "the solver leaves an overlap of 0.1 units alone in each contact"
      ),
      .bound(
        "leaning of \(count)",
        "units",
        states.map { abs($0.position.x) }.max() ?? .nan,
        continuous: 0,
        scale: 32,
        within: 0.1,
        because: "what the solver leaves over turns into swaying; measured to be less"
      ),
    ]
  }
}
