import Chipmunk
import Tiltbox

extension VerificationCase {
  /// A disc that hits a thin wall, at low speeds and at speeds that would pass the wall within one step.
  ///
  /// It reaches the wall after a time of distance over speed, in the step that contains that time, and rebounds with
  /// its speed times the elasticity. Between two walls, it keeps its energy over 10,000 impacts.
  static let fastImpacts = VerificationCase(
    "fast-impacts",
    "a disc against a thin wall at 1 to 100,000 units/s, and 10,000 times between two of them",
    engines: [.tiltbox]
  ) { setup in
    try [1, 10, 100, 1e3, 1e4, 1e5].flatMap { try impact(speed: $0, setup) } + [try energy(setup)]
  }

  private static func walls(
    width: Double,
    from start: Double,
    _ speed: Double,
    elasticity: Double
  ) -> Scenario {
    Scenario(
      walls: Scenario.Walls(width: width, height: 300, surface: Surface(elasticity: 1)),
      bodies: [
        .disc(
          at: Vector(start, 150),
          velocity: Vector(speed, 0),
          surface: Surface(elasticity: elasticity)
        )
      ]
    )
  }

  private static func impact(speed: Double, _ setup: CaseSetup) throws -> [Measurement] {
    // About a second of flight, not a whole number of steps; shorter for speeds that are too high for that.
    let way = min(0.99 * speed, 239)
    let scenario = walls(width: 300, from: 299 - 10 - way, speed, elasticity: 0.5)
    let system = try setup.system(scenario) { _ in .weightless }
    let due = way / speed
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
    let scenario = walls(width: 60, from: 30, 5000, elasticity: 1)
    let system = try setup.system(scenario) { _ in .weightless }
    for _ in 0..<10_000 { _ = try system.advanceToContact(atMost: 100) }
    let speed = system.states[0].velocity.length
    return .bound(
      "energy after 10,000 impacts",
      "",
      speed * speed / (5000 * 5000),
      continuous: 1,
      within: 1e-9,
      because: "an elastic impact turns the velocity around"
    )
  }
}
