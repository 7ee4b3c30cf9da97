internal import Chipmunk

/// How well the contacts of piles are solved, on average over a second at rest and a turn.
struct SolvedPile {
  /// In units.
  private(set) var meanOverlap = 0.0
  /// The mean over the piles.
  private(set) var greatestOverlap = 0.0
  private(set) var meanHeight = 0.0
  /// In kg·units²/s².
  private(set) var energy = 0.0

  /// Piles of so many crates, and of one more each: chance decides much in one of them.
  private init(_ piles: Range<Int>, _ broadphase: Broadphase) throws {
    for count in piles { try add(Pile(count: count), broadphase, share: 1 / Double(piles.count)) }
  }

  private mutating func add(_ pile: Pile, _ broadphase: Broadphase, share: Double) throws {
    let space = try pile.makeSpace(broadphase: broadphase)
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

  /// The grid's over the tree's, which may be 5 % worse.
  static func compare(_ count: Int, piles: Int) throws {
    let counts = count..<count + piles
    let (tree, grid) = try (SolvedPile(counts, .tree), SolvedPile(counts, .grid))
    func show(_ what: String, _ value: (SolvedPile) -> Double, _ target: Row.Target?) {
      Row(
        what: what,
        size: "\(count)",
        way: "`Chipmunk`, tree; grid",
        value: "\(number(value(tree), 3)); \(number(value(grid), 3))",
        ratio: value(grid) / value(tree),
        target: target
      ).show()
    }
    show("mean overlap", \.meanOverlap, .atMost(1.05))
    show("greatest overlap", \.greatestOverlap, .atMost(1.05))
    show("mean height", \.meanHeight, .atMost(1.05))
    show("kinetic energy of a crate", \.energy, .atMost(1.05))
  }
}
