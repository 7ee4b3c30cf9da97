import Chipmunk
import Testing
import Tiltbox

@Suite("Expectations of a run")
struct ExpectationMonitorTests {
  /// A crate that falls 200 units to the floor of a box and stays, and a ball that slides along beside it.
  static let scenario: Scenario = {
    let crate = BodyDescription(
      id: "crate",
      shapes: [ShapeDescription(.box(width: 32, height: 32))],
      position: Vector(150, 217),
      mass: 1
    )
    let ball = BodyDescription(
      id: "ball",
      shapes: [ShapeDescription(.circle(radius: 10))],
      position: Vector(30, 111),
      velocity: Vector(20, 0),
      mass: 2
    )
    return Scenario(
      world: Scenario.World(sleepAfter: 0.5),
      walls: Scenario.Walls(width: 300, height: 300, surface: Surface()),
      bodies: [crate, ball],
      run: Scenario.Run(duration: 3)
    )
  }()

  private typealias AnalyticTarget = Scenario.Expectation.AnalyticTarget

  /// The height of a free fall in continuous time.
  private static let fall = AnalyticTarget("217 - g*t^2/2") { 217 - 500 * $0 * $0 }

  private func results(_ expectations: Scenario.Expectation...) throws -> [ExpectationResult] {
    var scenario = Self.scenario
    scenario.expectations = expectations
    return try ScenarioCheck(scenario).results
  }

  @Test(
    "are met by a run that fulfills them",
    arguments: [
      // The contact begins after 0.632 s, in step 76 of 1/120 s.
      Scenario.Expectation("crate", .firstContact(with: "walls")),
      Scenario.Expectation("crate", .firstContact(with: "walls", at: 76.0 / 120, within: 0)),
      Scenario.Expectation("crate", .firstContact(with: "walls.bottom", at: 0.63246)),
      Scenario.Expectation("crate", .value(.y, .near(17, within: 0.4), .atEnd)),
      Scenario.Expectation("crate", .value(.y, .near(217, within: 0), .at(0))),
      Scenario.Expectation("crate", .value(.vy, .near(-500, within: 1e-9), .at(0.5))),
      Scenario.Expectation(
        "crate",
        .value(.y, .following(Self.fall, within: 1e-9), .always(to: 0.625))
      ),
      Scenario.Expectation("crate", .value(.y, .following(Self.fall, within: 1e-9), .at(0))),
      Scenario.Expectation("crate", .value(.speed, .between(nil, 634), .always())),
      Scenario.Expectation("crate", .value(.speed, .between(620, nil), .eventually())),
      Scenario.Expectation(
        "crate",
        .value(
          .y,
          .following(AnalyticTarget("17 + sqrt(t - 1)*0") { $0 < 1 ? .nan : 17 }, within: 1),
          .eventually()
        )
      ),
      Scenario.Expectation("crate", .value(.speed, .between(0, 1e-9), .always(from: 1.5))),
      Scenario.Expectation("crate", .value(.angle, .near(0, within: 1e-9), .always())),
      Scenario.Expectation("ball", .value(.kineticEnergy, .near(400, within: 1e-9), .at(0))),
      Scenario.Expectation(
        "ball",
        .value(.energy, .near(400 + 2 * 1000 * 111, within: 1e-6), .at(0))
      ),
      Scenario.Expectation("ball", .vector(.position, Vector(50, 11), within: 0.2, .at(1))),
      Scenario.Expectation("ball", .vector(.velocity, Vector(20, 0), within: 1e-9, .atEnd)),
      Scenario.Expectation("crate", .asleep(by: 2.9)),
      Scenario.Expectation(nil, .inside(from: .zero, to: Vector(300, 300), .always())),
      Scenario.Expectation("crate", .contacts(with: "walls", 1...1, .atEnd)),
      Scenario.Expectation("crate", .contacts(with: "ball", 0...0, .always())),
      Scenario.Expectation(nil, .contacts(with: nil, 1...3, .eventually())),
      Scenario.Expectation(
        nil,
        .order([
          .init(.begin, "ball", "walls.bottom"), .init(.begin, "walls.bottom", "crate"),
        ])
      ),
    ]
  )
  func met(expectation: Scenario.Expectation) throws {
    let result = try #require(try results(expectation).first)
    #expect(result.isMet, "\(result.line)")
    #expect(result.frames.isEmpty)
    #expect(result.line.hasPrefix("met: "))
  }

  @Test(
    "are not met otherwise, and say what happened instead",
    arguments: [
      (
        Scenario.Expectation("crate", .firstContact(with: "walls", at: 0.5, within: 0.1)),
        "0.633333 s"
      ),
      (Scenario.Expectation("crate", .firstContact(with: "ball", at: 1)), "no contact by 3 s"),
      (Scenario.Expectation("crate", .firstContact(with: "walls", at: 0.61)), "0.633333 s"),
      (Scenario.Expectation("crate", .value(.y, .near(18, within: 0.5), .atEnd)), "16.99"),
      (
        Scenario.Expectation("crate", .value(.y, .following(Self.fall, within: 1), .always())),
        "16.992 units, and not 11.131944, at 0.641667 s"
      ),
      (
        Scenario.Expectation(
          "crate",
          .value(.y, .following(AnalyticTarget("t/0") { _ in .nan }, within: 9), .atEnd)
        ),
        "and not nan"
      ),
      (
        Scenario.Expectation("crate", .value(.vy, .near(-500, within: 1), .at(0.51))),
        "units/s at 0.508333 s"
      ),
      (
        Scenario.Expectation("crate", .value(.speed, .between(nil, 620), .always())),
        "625 units/s at 0.625 s"
      ),
      (
        Scenario.Expectation("crate", .value(.speed, .between(640, nil), .eventually())),
        "625 units/s"
      ),
      (
        Scenario.Expectation("crate", .value(.speed, .between(600, nil), .eventually(to: 0.3))),
        "300 units/s"
      ),
      (
        Scenario.Expectation("ball", .vector(.position, Vector(50, 11), within: 0.2, .at(1.1))),
        "(52, "
      ),
      (Scenario.Expectation("ball", .asleep(by: 2)), "awake at 2 s"),
      (Scenario.Expectation(nil, .asleep(by: 2.9)), "ball: awake at 2.9 s"),
      (
        Scenario.Expectation(nil, .inside(from: Vector(0, 50), to: Vector(300, 300), .always())),
        "at 0.35"
      ),
      (Scenario.Expectation("crate", .contacts(with: "walls", 2...3, .atEnd)), "1 by 3 s"),
      (
        Scenario.Expectation("crate", .contacts(with: "walls", 0...0, .always())), "1 by 0.633333 s"
      ),
      (
        Scenario.Expectation(
          nil,
          .order([.init(.begin, "crate", "walls"), .init(.begin, "ball", "walls")])
        ), "crate meets walls at 0.633333 s, then never ball meets walls"
      ),
      (
        Scenario.Expectation(
          nil,
          .order([.init(.begin, "crate", "walls"), .init(.begin, "crate", "walls.bottom")])
        ), "crate meets walls at 0.633333 s, then never crate meets walls.bottom"
      ),
      (
        Scenario.Expectation(nil, .order([.init(.separate, "ball", "walls")])),
        "never ball leaves walls"
      ),
    ]
  )
  func notMet(expectation: Scenario.Expectation, got: String) throws {
    let result = try #require(try results(expectation).first)
    #expect(!result.isMet)
    #expect(result.got.contains(got), "\(result.line)")
    #expect(result.line.hasPrefix("not met: "))
    #expect(!result.frames.isEmpty)
  }

  @Test("an unmet one shows the frames around it, of the bodies concerned")
  func frames() throws {
    let result = try #require(
      try results(Scenario.Expectation("crate", .value(.speed, .between(nil, 620), .always())))
        .first
    )
    #expect(result.frames.map(\.tick) == [73, 74, 75, 76, 77])
    #expect(Set(result.frames.map(\.body)) == ["crate"])
    #expect(abs(result.frames[2].state.velocity.y + 625) < 1e-9)
    let lines = result.report.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(
      lines[1].split(separator: " ") == ["tick", "t", "body", "x", "y", "angle", "vx", "vy", "w"]
    )
    #expect(lines[4].split(separator: " ").prefix(3) == ["75", "0.625", "crate"])
    #expect(Set(lines.dropFirst().map(\.count)).count == 1)
  }

  @Test("at the end of the run the frames are those before it")
  func lastFrames() throws {
    let result = try #require(
      try results(Scenario.Expectation("crate", .value(.y, .near(0, within: 1), .atEnd))).first
    )
    #expect(result.frames.map(\.tick) == [358, 359, 360])
  }

  @Test("a run that ends too early does not meet later ones")
  func endsEarly() throws {
    var scenario = Self.scenario
    scenario.run.duration = nil
    scenario.expectations = [
      Scenario.Expectation("crate", .value(.y, .between(nil, nil), .at(2))),
      Scenario.Expectation("crate", .value(.y, .between(0, nil), .always(from: 0, to: 2))),
      Scenario.Expectation("crate", .value(.y, .between(0, nil), .always())),
      Scenario.Expectation("crate", .contacts(with: nil, 0...9, .at(2))),
    ]
    let simulation = try Simulation(scenario)
    let monitor = try ExpectationMonitor(simulation)
    for _ in 0..<120 {
      try simulation.advance()
      monitor.observe(simulation)
    }
    let results = monitor.finish(simulation)
    #expect(results.map(\.isMet) == [false, false, true, false])
    #expect(results[0].got == "a run that ended before, at 1 s")
  }

  @Test("a removed body meets none")
  func removed() throws {
    var scenario = Self.scenario
    scenario.expectations = [Scenario.Expectation("ball", .value(.x, .between(0, nil), .atEnd))]
    let simulation = try Simulation(scenario)
    let monitor = try ExpectationMonitor(simulation)
    try simulation.apply(.remove(id: "ball"))
    try simulation.advance()
    monitor.observe(simulation)
    let result = monitor.finish(simulation)[0]
    #expect(!result.isMet)
    #expect(result.got.contains("no such body any more"))
  }

  @Test("watching changes nothing: the digest is the same")
  func unobtrusive() throws {
    var watched = Self.scenario
    watched.expectations = [
      Scenario.Expectation(nil, .value(.energy, .between(nil, 1e9), .always()))
    ]
    #expect(try ScenarioCheck(watched).digest == ScenarioCheck(Self.scenario).digest)
  }

  @Test("two changes in one tick can be in any order")
  func sameTick() throws {
    var scenario = Self.scenario
    scenario.bodies[1] = scenario.bodies[0]
    scenario.bodies[1].id = "twin"
    scenario.bodies[1].position.x = 50
    let (a, b) = (
      Scenario.Expectation.ContactChange(.begin, "crate", "walls"),
      Scenario.Expectation.ContactChange(.begin, "twin", "walls")
    )
    scenario.expectations = [
      Scenario.Expectation(nil, .order([a, b])), Scenario.Expectation(nil, .order([b, a])),
    ]
    #expect(try ScenarioCheck(scenario).passes)
  }

  @Test("are about times, even if the step changes during the run")
  func changedStep() throws {
    var scenario = Self.scenario
    scenario.expectations = [
      Scenario.Expectation("ball", .value(.x, .near(50, within: 0.4), .at(1))),
      Scenario.Expectation("ball", .value(.x, .between(30, 60), .always(from: 0, to: 1.5))),
      Scenario.Expectation(
        "ball",
        .value(.x, .near(70, within: 0.4), .eventually(from: 1.9, to: 2.1))
      ),
      Scenario.Expectation("crate", .firstContact(with: "walls", at: 0.63246, within: 0.05)),
      Scenario.Expectation("crate", .contacts(with: "walls", 0...0, .at(0.6))),
    ]
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    let monitor = try ExpectationMonitor(simulation)
    while simulation.time < 3 {
      try simulation.advance()
      // From an odd tick on, no tick is at a checked time.
      if simulation.tick == 61 { try simulation.apply(.timeStep(1.0 / 60)) }
      monitor.observe(simulation)
    }
    for result in monitor.finish(simulation) { #expect(result.isMet, "\(result.report)") }
  }

  @Test("an unmet one about a body that the speed limit slowed down says so")
  func limited() throws {
    var scenario = Self.scenario
    scenario.bodies[1].velocity = Vector(2000, 0)
    scenario.world.speedLimit = .automatic
    let wrong = Scenario.Expectation.Condition.value(.x, .near(0, within: 1), .at(0.025))
    scenario.expectations = [.init("ball", wrong), .init("crate", wrong)]
    let results = try ScenarioCheck(scenario).results
    let hint = try #require(results[0].hint)
    #expect(hint.hasPrefix("the speed limit acted on ball in "))
    #expect(results[0].report.hasSuffix("\n    \(hint)"))
    #expect(results[1].hint == nil)
    scenario.world.speedLimit = Scenario.SpeedLimit.none
    #expect(try ScenarioCheck(scenario).results[0].hint == nil)
  }
}
