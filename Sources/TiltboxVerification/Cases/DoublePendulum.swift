import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Two bobs on two rods, let go level: a chaotic motion whose energy is constant.
  ///
  /// A joint that only projects velocities onto its tangent takes (ωh)²/2 of the velocity in each step. The share lost
  /// is of the range of energies, 3·m·g·L.
  static let doublePendulum = VerificationCase(
    "double-pendulum",
    "the energy of two bobs on rods of 100 units, let go level, after 30 s",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s it loses a quarter.
    guard setup.step < 0.02 else { return [] }
    let surface = Surface(filter: ShapeFilter(group: 1))
    let system = try setup.system([
      .anchor(), .disc("upper", at: Vector(100, 0), surface: surface),
      .disc("lower", at: Vector(200, 0), surface: surface),
    ])
    for (a, b) in zip(system.bodies, system.bodies.dropFirst()) { try system.add(PinJoint(a, b)) }
    let before = system.energy
    var (least, most) = (before, before)
    for _ in 0..<setup.ticks(30) {
      try system.advance()
      (least, most) = (min(least, system.energy), max(most, system.energy))
    }
    let range = 3 * CaseSetup.gravity * 100
    return [
      .bound(
        "energy lost",
        "",
        (before - least) / range,
        continuous: 0,
        scale: 1,
        within: 6 * setup.step,
        because: "joints turn within a step; measured to be less"
      ),
      .bound(
        "energy gained",
        "",
        (most - before) / range,
        continuous: 0,
        scale: 1,
        within: 0.005,
        because: "joints turn within a step; measured to be less"
      ),
    ]
  }
}
