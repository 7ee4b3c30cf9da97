import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Five equal bricks, each as far beyond the one below as balance allows.
  ///
  /// The top one reaches out by half a brick times the harmonic number 1 + ½ + ⅓ + ¼ + ⅕. (J. F. Hall, "Fun with
  /// stacking blocks", American Journal of Physics 73, 2005.) The case scales this overhang until the pile falls.
  static let overhang = VerificationCase(
    "overhang",
    "the greatest overhang of five bricks that stand, in bricks",
    engines: [.tiltbox]
  ) { setup in
    let harmonic = (1...5).map { 1 / Double($0) }.reduce(0, +)
    let share = try bisection(from: 0.8, to: 1.2, within: 0.01) { try falls(share: $0, setup) }
    return [
      .bound(
        "overhang",
        "bricks",
        share * harmonic / 2,
        continuous: harmonic / 2,
        within: 0.06,
        because: "edges yield under the bricks above; measured to be less"
      )
    ]
  }

  private static func falls(share: Double, _ setup: CaseSetup) throws -> Bool {
    let surface = Surface(friction: 0.8)
    var (x, places) = (0.0, [Double]())
    // From the top down.
    for above in 1...5 {
      places.append(x)
      x -= share * 32 / Double(above)
    }
    let bricks = places.reversed().enumerated().map { (index: Int, x: Double) -> BodyDescription in
      BodyDescription.box(
        "brick-\(index + 1)",
        width: 64,
        height: 16,
        at: Vector(x, 8 + 16 * Double(index)),
        surface: surface
      )
    }
    // The lowest brick may overhang the floor's end.
    let end = x + 32
    let floor = BodyDescription.line(
      "floor",
      from: Vector(end - 300, 0),
      to: Vector(end, 0),
      surface: surface
    )
    let system = try setup.system([floor] + bricks)
    let top = system.bodies[5]
    let start = top.position
    for _ in 0..<setup.ticks(4) where (top.position - start).length < 8 { try system.advance() }
    return (top.position - start).length >= 8
  }
}
