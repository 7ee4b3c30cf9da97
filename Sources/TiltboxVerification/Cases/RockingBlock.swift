import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A block of 40 by 160 units that rocks from one lower corner to the other.
  ///
  /// From an angle θ, with α = atan(w/h) and p² = 3g/4R for the half diagonal R, it falls upright in
  /// arcosh(1/(1 − θ/α))/p, and keeps the share 1 − ³⁄₂·sin²α of its angular velocity, since the angular momentum about
  /// the new corner is conserved. (G. W. Housner, "The behavior of inverted pendulum structures during earthquakes",
  /// Bulletin of the Seismological Society of America 53, 1963.) The share follows from the highest angle on the other
  /// side.
  ///
  /// The impact begins before the face lies on the floor, which takes more of the speed, in proportion to the length of
  /// a substep.
  static let rockingBlock = VerificationCase(
    "rocking-block",
    "the quarter period of a rocking block, and the angular velocity that an impact leaves",
    engines: [.tiltbox]
  ) { setup in
    let slenderness = arcTangent(40, over: 160)
    let share = 1 - 1.5 * sine(slenderness) * sine(slenderness)
    let radius = hypotenuse(40, 160) / 2
    let rate = (3 * CaseSetup.gravity / (4 * radius)).squareRoot()
    let coarse = try rock(substeps: 0, setup)
    let fine = try rock(substeps: 64, setup)
    return [
      .bound(
        "quarter period",
        "s",
        coarse.quarter,
        // arcosh 2 = ln(2 + √3)
        continuous: logarithm(2 + 3.0.squareRoot()) / rate,
        within: 0.004,
        because: "Housner's formula is for small angles, and has 0.43669 for 0.43746 s"
      ),
      .bound(
        "share kept",
        "",
        coarse.share,
        continuous: share,
        within: 5.4 * setup.step,
        because: "contact begins up to a step ahead; measured to be less",
        order: 1
      ),
      .bound(
        "share kept, 64 substeps",
        "",
        fine.share,
        continuous: share,
        within: 1.5 * setup.step,
        because: "contact begins up to a step ahead; measured to be less",
        order: 1
      ),
    ]
  }

  private static func rock(
    substeps: Int,
    _ setup: CaseSetup
  ) throws -> (quarter: Double, share: Double) {
    let surface = Surface(friction: 10)
    let slenderness = arcTangent(40, over: 160)
    let radius = hypotenuse(40, 160) / 2
    let start = slenderness / 2
    let diagonal = arcTangent(160, over: 40) + start
    let block = BodyDescription.box(
      "block",
      width: 40,
      height: 160,
      at: Vector(radius * cosine(diagonal), radius * sine(diagonal)),
      angle: start,
      surface: surface
    )
    let system = try setup.system(
      [.floor(surface), block],
      world: Scenario.World(substeps: substeps)
    )
    let body = system.bodies[1]
    var (before, quarter, lowest) = (start, Double.nan, 0.0)
    for tick in 0..<setup.ticks(1.2) {
      try system.advance()
      let angle = body.angle
      if quarter.isNaN, angle <= 0 {
        quarter = (Double(tick) + before / (before - angle)) * setup.step
      }
      if !quarter.isNaN, angle > lowest { break }
      (before, lowest) = (angle, min(lowest, angle))
    }
    // The height of the centre over the upright block's.
    func rise(_ angle: Double) -> Double { cosine(slenderness - angle) - cosine(slenderness) }
    return (quarter, (rise(-lowest) / rise(start)).squareRoot())
  }
}
