import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A disc on the surface of a pile, in the hollow between two equal discs that hold.
  ///
  /// The pile's greatest slope is the one at which such a disc rolls out: when gravity points beyond the lower of the
  /// two, whose centre lies 30° beside that of the hollow. (R. Albert, I. Albert, D. Hornbaker, P. Schiffer, A.-L.
  /// Barabási, "Maximum angle of stability in wet and dry spherical granular media", Physical Review E 56, 1997; there for
  /// spheres.) The slope increases within a second.
  static let repose = VerificationCase(
    "repose",
    "the slope at which a disc rolls out of the hollow between two discs",
    engines: [.tiltbox]
  ) { setup in
    let slope = try bisection(from: 0.4, to: 0.7, within: 1e-4) { try rolls(at: $0, setup) }
    return [
      .bound(
        "slope",
        "rad",
        slope,
        continuous: Double.pi / 6,
        within: 0.001 + 0.1 * setup.step,
        because: "it tilts a little in each step; measured to be less"
      )
    ]
  }

  private static func rolls(at slope: Double, _ setup: CaseSetup) throws -> Bool {
    let surface = Surface(friction: 1)
    let row = (-2...3).map { (place: Int) -> ShapeDescription in
      let center = Vector(20 * Double(place) - 10, 0)
      return ShapeDescription(.circle(radius: 10, center: center), surface: surface)
    }
    let pile = BodyDescription(id: "pile", type: .static, shapes: row)
    let disc = BodyDescription.disc(at: Vector(0, 10 * 3.0.squareRoot()), surface: surface)
    let ticks = setup.ticks(1)
    let system = try setup.system(Scenario(bodies: [pile, disc])) { tick in
      .inclined(slope * min(1, Double(tick) / Double(ticks)))
    }
    for _ in 0..<setup.ticks(3) where system.bodies[1].position.x < 5 { try system.advance() }
    return system.bodies[1].position.x >= 5
  }
}
