import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A stack of 50 crates, each a little beside the one below.
  ///
  /// In theory it stands: each crate's weight passes through the face of the crate below. A contact that yields under
  /// the weight of 49 crates lets them sink, and an error in it lets them lean.
  static let tower = VerificationCase(
    "tower",
    "how far the top of a stack of 50 crates moves in 10 s",
    engines: [.tiltbox]
  ) { setup in
    // At 1/30 s the greatest number of substeps is too small: it leans by 12 units.
    guard setup.step < 0.02 else { return [] }
    let surface = Surface(friction: 0.7)
    let crates = (0..<50).map { (index: Int) -> BodyDescription in
      let aside = Double(index * 7 % 5 - 2) * 0.16
      return BodyDescription.crate(
        "crate-\(index + 1)",
        at: Vector(aside, 16 + 32 * Double(index)),
        surface: surface
      )
    }
    let system = try setup.system([.floor(surface)] + crates)
    let top = system.bodies[50]
    let start = top.position
    var farthest = 0.0
    for _ in 0..<setup.ticks(10) {
      try system.advance()
      farthest = max(farthest, (top.position - start).length)
    }
    return [
      .bound(
        "way of the top",
        "units",
        farthest,
        continuous: 0,
        scale: 32,
        within: (setup.step > 0.0105 ? 1.25 : 1) / 32,
        because: "contacts yield under the weight; measured to be less"
      )
    ]
  }
}
