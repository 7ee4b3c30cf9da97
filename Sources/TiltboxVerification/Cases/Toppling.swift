import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A block on a floor without sliding, which is tilted within half a second.
  ///
  /// It topples when its centre of mass is beyond its lower edge: tan θ = w/h, whatever the step. Upright balance at
  /// that angle is unstable: deviations grow by a factor of e⁵·⁷ per second, so two seconds are enough to resolve 10⁻⁵
  /// rad.
  static let toppling = VerificationCase(
    "toppling",
    "the tilt at which a block of 24 by 40 units topples"
  ) { setup in
    let tilt = try bisection(from: 0.4, to: 0.7, within: 1e-5) { try topples(at: $0, setup) }
    return [
      .bound(
        "tilt",
        "rad",
        tilt,
        continuous: arcTangent(24, over: 40),
        within: 0.001 + (setup.engine == .tiltbox ? 4 * setup.step * setup.step : 0.5 * setup.step),
        because: "it tilts a little in each step; measured to be less"
      )
    ]
  }

  private static func topples(at angle: Double, _ setup: CaseSetup) throws -> Bool {
    let surface = Surface(friction: 10)
    var block = BodyDescription.crate(at: Vector(0, 20 - setup.overlap), surface: surface)
    block.shapes = [ShapeDescription(.box(width: 24, height: 40), surface: surface)]
    let ticks = setup.ticks(0.5)
    let system = try setup.system(Scenario(bodies: [.floor(surface), block])) { tick in
      .inclined(angle * min(1, Double(tick) / Double(ticks)))
    }
    for _ in 0..<setup.ticks(2.5) where abs(system.states[1].angle) < 0.2 { try system.advance() }
    return abs(system.states[1].angle) >= 0.2
  }
}
