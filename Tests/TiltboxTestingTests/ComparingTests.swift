import Chipmunk
import Testing
import Tiltbox
import TiltboxTesting

@Suite("Comparing")
struct ComparingTests {
  @Test("two runs of a scenario are the same")
  func repeatable() throws {
    #expect(try expectRepeatable(.fallingCrate(), for: 2))
  }

  @Test("reports the first number that differs, with its tick and body")
  func different() throws {
    var other = Scenario.fallingCrate()
    other.bodies[0].velocity.x = 1e-300
    let (a, b) = (try run(.fallingCrate(), to: 0.5), try run(other, to: 0.5))
    try withKnownIssue {
      let isSame = try expectSame(a, b, for: 1)
      #expect(!isSame)
    } matching: { issue in
      issue.comments.first?.rawValue == "at tick 60, 0.5 s, crate has vx 0.0 and 1e-300"
    }
  }

  @Test("a simulation beside itself is an issue, since it agrees whatever it does")
  func itself() throws {
    let simulation = try run(.fallingCrate(), to: 0.5)
    try withKnownIssue {
      try expectSame(simulation, simulation, for: 1)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("both are one simulation") == true
    }
    #expect(simulation.tick == 60)
  }

  @Test("rejects an invalid time", arguments: [-1, .nan, .infinity])
  func invalid(time: Double) {
    #expect(throws: PhysicsError.self) { try expectRepeatable(.fallingCrate(), for: time) }
  }

  @Test("reports runs that differed earlier, by their digests")
  func past() throws {
    let (a, b) = (try run(.fallingCrate(), to: 0.5), try run(.fallingCrate(), to: 0.5))
    try b.apply(.tilt(Tilt(x: 0, y: -0.5)))
    try b.advance()
    try a.advance()
    try withKnownIssue {
      try expectSame(a, b, for: 1)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("at tick 61, ") == true
    }
    let c = try run(.fallingCrate(), to: 0.25)
    try withKnownIssue {
      try expectSame(try run(.fallingCrate(), to: 0.5), c, for: 1)
    } matching: { issue in
      issue.comments.first?.rawValue == "the simulations are at ticks 60 and 30"
    }
  }

  @Test("reports runs whose digests differ although their states are equal")
  func earlier() throws {
    let (a, b) = (try run(.fallingCrate(), to: 0.05), try run(.fallingCrate(), to: 0.1))
    try a.apply(.remove(id: "crate"))
    for _ in 0..<6 { try a.advance() }
    try b.apply(.remove(id: "crate"))
    try withKnownIssue {
      try expectSame(a, b, for: 0)
    } matching: { issue in
      issue.comments.first?.rawValue.contains("the runs differed before") == true
    }
  }

  @Test("reports numbers that are equal but have different bits")
  func signOfZero() throws {
    var scenario = Scenario()
    scenario.bodies = [
      BodyDescription(
        id: "platform",
        type: .kinematic,
        shapes: [ShapeDescription(.circle(radius: 1))]
      )
    ]
    var other = scenario
    other.bodies[0].velocity.x = -0.0
    let (a, b) = (try run(scenario, to: 0), try run(other, to: 0))
    try withKnownIssue {
      try expectSame(a, b, for: 0.1)
    } matching: { issue in
      issue.comments.first?.rawValue == "at tick 0, 0 s, platform has vx 0.0 and -0.0"
    }
  }

  @Test("keeps the hooks that were set before")
  func requestsGoOn() throws {
    let (a, b) = (try run(.fallingCrate(), to: 0.1), try run(.fallingCrate(), to: 0.1))
    var ticks: [Int] = []
    a.willApply = { _, tick in ticks.append(tick) }
    #expect(try expectSame(a, b, for: 0.1))
    try a.apply(.tilt(Tilt(x: 0, y: -0.5)))
    #expect(ticks == [24])
  }

  @Test("does not compare runs with different bodies")
  func otherBodies() throws {
    var other = Scenario.fallingCrate()
    other.bodies[0].id = "ball"
    let (a, b) = (try run(.fallingCrate(), to: 0.1), try run(other, to: 0.1))
    try withKnownIssue {
      try expectSame(a, b, for: 1)
    } matching: { issue in
      issue.comments.first?.rawValue == "the bodies are [\"crate\"] and [\"ball\"]"
    }
  }
}
