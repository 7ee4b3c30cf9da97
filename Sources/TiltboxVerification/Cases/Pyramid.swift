import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A pyramid of 20 rows of crates.
  ///
  /// In theory it stands still. A solver that does not converge lets its lowest row spread, and the rows above fall
  /// between its crates.
  static let pyramid = VerificationCase(
    "pyramid",
    "the crates of a pyramid of 210 that have fallen after 5 s, and their speed",
    engines: [.tiltbox]
  ) { setup in
    let surface = Surface(friction: 0.6)
    var places: [Vector] = []
    for row in 0..<20 {
      for place in 0..<20 - row {
        let x = Double(place) - Double(20 - row) / 2
        places.append(Vector(x * 32.96, 16 + 32 * Double(row)))
      }
    }
    let crates = places.enumerated().map { index, place in
      BodyDescription.crate("crate-\(index + 1)", at: place, surface: surface)
    }
    let system = try setup.system([.floor(surface)] + crates)
    try system.advance(setup.ticks(5))
    let bodies = system.movingBodies
    let fallen = zip(bodies, places).count { $0.position.y < $1.y - 16 }
    let square = bodies.map { $0.velocity.dot($0.velocity) }.reduce(0, +) / Double(bodies.count)
    return [
      .bound(
        "fallen crates",
        "",
        Double(fallen),
        continuous: 0,
        scale: 1,
        within: 0,
        because: "all stand"
      ),
      .bound(
        "root mean square of speeds",
        "units/s",
        square.squareRoot(),
        continuous: 0,
        scale: 1,
        within: 0.01,
        because: "contacts come to rest; measured to be less"
      ),
    ]
  }
}
