import Chipmunk
import Motion
import Tiltbox

extension VerificationCase {
  /// A hundred crates in a box that turns once in 6.3 s.
  ///
  /// In theory crates do not overlap, and none leaves the box. Overlaps are averaged over all contacts, from 2 to 5 s.
  static let turnedCrates = VerificationCase(
    "turned-crates",
    "the mean overlap of 100 crates of 32 units in a box that turns by a radian per second",
    engines: [.tiltbox]
  ) { setup in
    let surface = Surface(friction: 0.5, elasticity: 0.3)
    let crates = (0..<100).map { (index: Int) -> BodyDescription in
      let (row, column) = index.quotientAndRemainder(dividingBy: 10)
      return BodyDescription.crate(
        "crate-\(index + 1)",
        at: Vector(30 + 34 * Double(column) + Double(row % 3), 20 + 34 * Double(row)),
        surface: surface
      )
    }
    let walls = Scenario.Walls(width: 380, height: 502, surface: surface)
    let system = try setup.system(Scenario(walls: walls, bodies: crates)) { tick in
      .inclined(Double(tick) * setup.step)
    }
    var contacts: [ContactState] = []
    var (sum, count) = (0.0, 0)
    for tick in 1...setup.ticks(5) {
      try system.advance()
      guard tick > setup.ticks(2), tick.isMultiple(of: 10) else { continue }
      let found = system.bodies[0].space?.readContacts(into: &contacts) ?? 0
      for contact in contacts.prefix(found) {
        for point in contact.points { (sum, count) = (sum + max(0, point.depth), count + 1) }
      }
    }
    let outside = system.bodies.count { body in
      !(0...380).contains(body.position.x) || !(0...502).contains(body.position.y)
    }
    return [
      .bound(
        "mean overlap",
        "units",
        sum / Double(count),
        continuous: 0,
        scale: 1,
        within: setup.step > 0.02 ? 0.5 : 8 * setup.step,
        because: "contacts yield, and corners turn within a step; measured to be less"
      ),
      .bound(
        "crates outside",
        "",
        Double(outside),
        continuous: 0,
        scale: 1,
        within: 0,
        because: "nothing passes a wall"
      ),
    ]
  }
}
