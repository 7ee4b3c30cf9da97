import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// Discs that run out of a silo through an opening in its bottom.
  ///
  /// In two dimensions, the rate grows with the power 3/2 of the opening less 1.4 diameters. (W. A. Beverloo, H. A.
  /// Leniger, J. van de Velde, "The flow of granular solids through orifices", Chemical Engineering Science 15, 1961.)
  /// A liquid's rate is proportional to the whole opening, which would be a power of 0.82 here.
  static let silo = VerificationCase(
    "silo",
    "how the discharge of 700 discs depends on the opening",
    engines: [.tiltbox]
  ) { setup in
    // A sample of discs: a shorter step would only give another one.
    guard setup.step > 0.005 else { return [] }
    let narrow = try discharge(opening: 60, setup)
    let wide = try discharge(opening: 100, setup)
    return [
      .bound(
        "exponent of the opening",
        "",
        logarithm(wide / narrow) / logarithm(8.6 / 4.6),
        continuous: 1.5,
        within: 0.15,
        because: "some hundred discs make a rate uncertain by a tenth"
      )
    ]
  }

  /// Returns the number of discs that leave from 0.3 to 1.2 s.
  private static func discharge(
    opening: Double,
    _ setup: CaseSetup
  ) throws -> Double {
    let surface = Surface(friction: 0.5)
    let (width, count) = (200.0, 700)
    func wall(_ from: Vector, _ to: Vector) -> ShapeDescription {
      ShapeDescription(.segment(from: from, to: to, radius: 5), surface: surface)
    }
    let walls = [-1.0, 1].flatMap { (side: Double) -> [ShapeDescription] in
      let corner = Vector(side * (width / 2 + 5), -5)
      return [
        wall(corner, Vector(corner.x, 2000)), wall(corner, Vector(side * (opening / 2 + 5), -5)),
      ]
    }
    var random = RandomNumbers(seed: 7)
    let discs = (0..<count).map { (index: Int) -> BodyDescription in
      let (row, column) = index.quotientAndRemainder(dividingBy: 17)
      let radius = 5 * (0.9 + 0.2 * random.next())
      let x = 8 - width / 2 + 11.5 * Double(column) + random.next()
      return BodyDescription.disc(
        "disc-\(index + 1)",
        radius: radius,
        mass: radius * radius / 25,
        at: Vector(x, 8 + 11.5 * Double(row)),
        surface: surface
      )
    }
    let silo = BodyDescription(id: "silo", type: .static, shapes: walls)
    let system = try setup.system([silo] + discs)
    func left() -> Int { system.movingBodies.count { $0.position.y < -5 } }
    try system.advance(setup.ticks(0.3))
    let before = left()
    try system.advance(setup.ticks(0.9))
    return Double(left() - before)
  }
}
