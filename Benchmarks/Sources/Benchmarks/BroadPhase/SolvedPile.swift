internal import Chipmunk

/// The quality of solved contacts in piles, averaged over a second at rest and one turn.
struct SolvedPile {
  /// In units.
  private(set) var meanOverlap = 0.0
  /// The mean of the piles' maxima, in units.
  private(set) var greatestOverlap = 0.0
  private(set) var meanHeight = 0.0
  /// In kg·units²/s².
  private(set) var energy = 0.0

  /// Averages piles whose numbers of crates differ by one, because a single pile depends much on chance.
  private init(_ piles: Range<Int>, _ engine: Engine) throws {
    for count in piles { try add(Pile(count: count), engine, share: 1 / Double(piles.count)) }
  }

  private mutating func add(_ pile: Pile, _ engine: Engine, share: Double) throws {
    let space = try pile.makeSpace(engine: engine)
    var contacts: [ContactState] = []
    var (overlaps, points, greatest) = (0.0, 0.0, 0.0)
    var (heights, energies, samples) = (0.0, 0.0, 0.0)
    while space.tick < pile.restingTicks + pile.turningTicks {
      space.gravity = pile.gravity(at: space.tick)
      try space.step()
      guard space.tick.isMultiple(of: 4) else { continue }
      for contact in contacts.prefix(space.readContacts(into: &contacts)) {
        for point in contact.points {
          overlaps += point.depth
          greatest = max(greatest, point.depth)
          points += 1
        }
      }
      for body in space.bodies {
        heights += body.position.y
        energies += body.kineticEnergy
      }
      samples += Double(space.bodies.count)
    }
    meanOverlap += share * overlaps / points
    greatestOverlap += share * greatest
    meanHeight += share * heights / samples
    energy += share * energies / samples
  }

  /// Compares piles of `tiltbox` with those of `chipmunk`; they may be up to 5 % worse.
  static func compare(_ count: Int, piles: Int) throws {
    let counts = count..<count + piles
    let (library, own) = try (SolvedPile(counts, .chipmunk), SolvedPile(counts, .tiltbox))
    func show(_ what: String, _ value: (SolvedPile) -> Double, _ target: Row.Target?) {
      Row(
        what: what,
        size: "\(count)",
        way: "`Chipmunk`, chipmunk; tiltbox",
        value: "\(number(value(library), 3)); \(number(value(own), 3))",
        ratio: value(own) / value(library),
        target: target
      ).show()
    }
    show("mean overlap", \.meanOverlap, .atMost(1.05))
    show("greatest overlap", \.greatestOverlap, .atMost(1.05))
    show("mean height", \.meanHeight, .atMost(1.05))
    show("kinetic energy of a crate", \.energy, .atMost(1.05))
  }
}
