import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A disc that is much too fast to be seen by a thin wall at the end of a step.
  ///
  /// It reaches the wall after the way over its speed, in the step in which that time lies, and leaves with the
  /// elasticity's share of its speed. Between two walls it keeps its energy.
  static let fastImpacts = VerificationCase(
    "fast-impacts",
    "a disc against a thin wall at 1,000 to 100,000 units/s, and between two of them"
  ) { setup in
    try [1e3, 1e4, 1e5].flatMap { try impact(speed: $0, setup) } + [try energy(setup)]
  }

  private static func walls(_ speed: Double, elasticity: Double) -> Scenario {
    Scenario(
      walls: Scenario.Walls(width: 300, height: 300, surface: Surface(elasticity: 1)),
      bodies: [
        .disc(
          at: Vector(50, 150),
          velocity: Vector(speed, 0),
          surface: Surface(elasticity: elasticity)
        )
      ]
    )
  }

  private static func impact(speed: Double, _ setup: CaseSetup) throws -> [Measurement] {
    let system = try setup.system(walls(speed, elasticity: 0.5)) { _ in .weightless }
    let due = (299 - 10 - 50) / speed
    let ticks = try system.advanceToContact(atMost: setup.ticks(due) + 10) ?? 0
    let label = "v = \(Int(speed))"
    return [
      .bound(
        "first contact, \(label)",
        "s",
        Double(ticks) * setup.step,
        continuous: due,
        scale: setup.step,
        within: 1,
        because: "a contact is found in the step in which it comes about"
      ),
      .bound(
        "rebound, \(label)",
        "units/s",
        system.states[0].velocity.x,
        continuous: -speed / 2,
        within: 1e-9,
        because: "the contact has the whole speed"
      ),
    ]
  }

  private static func energy(_ setup: CaseSetup) throws -> Measurement {
    let system = try setup.system(walls(5000, elasticity: 1)) { _ in .weightless }
    try system.advance(setup.ticks(6))
    let speed = system.states[0].velocity.length
    return .bound(
      "energy after 6 s",
      "",
      speed * speed / (5000 * 5000),
      continuous: 1,
      within: 1e-9,
      because: "an elastic impact turns the velocity around"
    )
  }
}
