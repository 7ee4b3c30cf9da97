import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Ten planks between two fixed points, which have just enough room.
  ///
  /// In theory a taut chain of rigid planks hardly moves, and never has more energy than at first. A joint whose
  /// correction of positions adds velocity makes it vibrate for ever.
  ///
  /// The engine of Tiltbox adds no energy, but it takes little: the shorter the step, the longer the planks tremble,
  /// after 15 s at 0.9 units/s at 1/120 s, 1.3 at 1/240 s and 2 at 1/480 s.
  static let tautBridge = VerificationCase(
    "taut-bridge",
    "the speed and the energy of a taut bridge of ten planks of 40 units after 15 s",
    engines: [.tiltbox]
  ) { setup in
    let surface = Surface(filter: ShapeFilter(group: 1))
    let planks = (0..<10).map { (index: Int) -> BodyDescription in
      BodyDescription.box(
        "plank-\(index + 1)",
        width: 40,
        height: 8,
        at: Vector(20 + 40 * Double(index), 200),
        surface: surface
      )
    }
    let system = try setup.system([.anchor()] + planks)
    let bodies = system.bodies + [system.bodies[0]]
    for (index, (a, b)) in zip(bodies, bodies.dropFirst()).enumerated() {
      try system.add(PivotJoint(a, b, at: Vector(40 * Double(index), 200)))
    }
    let before = system.energy
    var (most, fastest) = (before, 0.0)
    for tick in 1...setup.ticks(18) {
      try system.advance()
      most = max(most, system.energy)
      if tick > setup.ticks(15) { fastest = max(fastest, system.greatestSpeed) }
    }
    return [
      .bound(
        "greatest speed",
        "units/s",
        fastest,
        continuous: 0,
        scale: 1,
        within: setup.step > 1.0 / 125 ? 1 : 2.2,
        because: "planks tremble; measured to be less"
      ),
      .bound(
        "energy gained",
        "",
        most / before - 1,
        continuous: 0,
        scale: 1,
        within: 1e-9,
        because: "joints add no energy"
      ),
    ]
  }
}
