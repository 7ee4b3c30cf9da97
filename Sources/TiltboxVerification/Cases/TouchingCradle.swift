import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Newton's cradle of five discs, four of which touch.
  ///
  /// The last disc leaves with the whole speed, and the others rest, as if small gaps parted them: the impacts follow
  /// each other. (F. Herrmann and P. Schmälzle, "Simple explanation of a well-known collision experiment", American
  /// Journal of Physics 49, 1981.) A solver that treats all contacts at once finds another solution of momentum and
  /// energy: the striker returns.
  static let touchingCradle = VerificationCase(
    "touching-cradle",
    "a disc of 400 units/s strikes a row of four that touch"
  ) { setup in
    let surface = Surface(elasticity: 1)
    let speed = 400.0
    let discs = (0..<5).map { index in
      BodyDescription.disc(
        "disc-\(index + 1)",
        radius: 20,
        at: Vector(40 * Double(index) - (index == 0 ? 30 : 0), 0),
        velocity: Vector(index == 0 ? speed : 0, 0),
        surface: surface
      )
    }
    let system = try setup.system(discs, tilt: .weightless)
    try system.advance(setup.ticks(0.3))
    let speeds = system.bodies.map(\.velocity.length)
    return [
      .law("last", "units/s", speeds[4], discrete: speed, continuous: speed, allowed: 1e-9),
      .law(
        "fastest of the others",
        "units/s",
        speeds.dropLast().max() ?? .nan,
        discrete: 0,
        continuous: 0,
        scale: speed,
        allowed: 1e-9
      ),
    ]
  }
}
