import Chipmunk
import Tiltbox

extension VerificationCase {
  /// Discs of three masses that bounce without loss in a box without gravity, for a minute.
  ///
  /// Each contact conserves energy exactly (see ``collisions``), and so do three discs. If a disc touches two others in
  /// one step, the solver balances the two bounces, and energy is lost: up to 6 % per minute for twelve discs, at steps
  /// from 1/30 to 1/480 s, depending on chance.
  static let conservation = VerificationCase(
    "conservation",
    "the energy of three and of twelve discs that bounce for 60 s without loss"
  ) { setup in
    let few = try energyKept(by: 3, setup)
    let crowd = try energyKept(by: 12, setup)
    return [
      .law("kept by 3", "", few, discrete: 1, continuous: 1),
      .bound(
        "kept by 12",
        "",
        crowd,
        continuous: 1,
        within: 0.2,
        because: "contacts that fall into one step are solved together; seen: 0.06 at most"
      ),
    ]
  }

  private static func energyKept(by count: Int, _ setup: CaseSetup) throws -> Double {
    let surface = Surface(elasticity: 1)
    // Directions that need no sine, so that they are the same on every machine.
    let directions = [
      Vector(100, 37), Vector(-64, 91), Vector(41, -83), Vector(-97, -29), Vector(72, 66),
    ]
    let discs = (0..<count).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: 4)
      return BodyDescription.disc(
        "disc-\(index + 1)",
        mass: [1, 2, 5][index % 3],
        at: Vector(60 + 60 * Double(column), 75 + 75 * Double(row)),
        velocity: directions[index % directions.count],
        surface: surface
      )
    }
    let walls = Scenario.Walls(width: 300, height: 300, surface: surface)
    let system = try setup.system(Scenario(walls: walls, bodies: discs)) { _ in
      .weightless
    }
    func energy() -> Double {
      zip(discs, system.states).reduce(0) { sum, disc in
        sum + (disc.0.mass ?? 0) * disc.1.velocity.dot(disc.1.velocity)
      }
    }
    let before = energy()
    try system.advance(setup.ticks(60))
    return energy() / before
  }
}
