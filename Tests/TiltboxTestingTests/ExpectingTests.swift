import Chipmunk
import Testing
import Tiltbox
import TiltboxTesting

@Suite("Expecting")
struct ExpectingTests {
  @Test(
    "a fall is met at the predicted tick, at any step, with both engines and both integrators",
    arguments: [1.0 / 60, 1.0 / 120, 1.0 / 1000, 0.007],
    Integrator.allCases
  )
  func fall(step: Double, integrator: Integrator) throws {
    for engine in Engine.allCases {
      var scenario = Scenario.fallingCrate(step: step, integrator: integrator)
      scenario.world.engine = engine
      try expectFall(of: "crate", onto: "walls", from: 200, in: scenario)
    }
  }

  @Test("a fall of another height is an issue")
  func otherHeight() throws {
    try withKnownIssue {
      try expectFall(of: "crate", onto: "walls", from: 190, in: .fallingCrate())
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("not met: crate first meets walls at") == true
    }
  }

  @Test("a sideways fall under less gravity is met as well")
  func tilted() throws {
    var scenario = Scenario.fallingCrate()
    scenario.bodies[0].position = Vector(83, 150)
    scenario.tilt.source = .constant(Tilt(x: 0.5, y: 0))
    try expectFall(of: "crate", onto: "walls.right", from: 200, in: scenario)
  }

  @Test("a fall that ends exactly at a tick is met, whichever way its numbers round")
  func exact() throws {
    #expect(abs(fallTime(from: 5) - 12.0 / 120) < 1e-12)
    #expect(abs(fallTime(from: 1000 * 12 * 11 / 2 / 14400, engine: .chipmunk) - 0.1) < 1e-12)
    for engine in Engine.allCases {
      for integrator in Integrator.allCases {
        for tick in 4...60 {
          let isLate = engine == .chipmunk && integrator == .chipmunk
          let height = 1000.0 / 14400 / 2 * Double(tick * (isLate ? tick - 1 : tick))
          var scenario = Scenario.fallingCrate(integrator: integrator)
          scenario.world.engine = engine
          scenario.bodies[0].position.y = 17 + height
          try expectFall(of: "crate", onto: "walls", from: height, in: scenario)
        }
      }
    }
  }

  @Test("a body's own share of gravity is part of the prediction")
  func scaled() throws {
    var scenario = Scenario.fallingCrate()
    scenario.bodies[0].gravityScale = 0.3
    try expectFall(of: "crate", onto: "walls", from: 200, in: scenario)
  }

  @Test("a fall without a known time is an issue that says why", arguments: 0..<10)
  func unknown(change: Int) throws {
    var scenario = Scenario.fallingCrate()
    scenario.bodies.append(BodyDescription(id: "lift", type: .kinematic, shapes: []))
    let swing = AnimationDescription(.component(.tilt, 0), .basic(.init(to: [1])))
    let rise = AnimationDescription(.body("lift", .position), .basic(.init(to: [9, 9])))
    switch change {
    case 0: scenario.world.damping = 0.9
    case 1: scenario.bodies[0].damping = 0.9
    case 2: scenario.bodies[0].velocity.y = -1
    case 3: scenario.bodies[0].angularVelocity = 1
    case 4: scenario.bodies[0].type = .kinematic
    case 5: scenario.handovers = [HandoverDescription(body: "crate", at: 0.1)]
    case 6: scenario.animations = [AnimationDescription(nil, .group([swing]))]
    case 7: scenario.animations = [rise]
    case 8: scenario.bodies[1].velocity.y = 1
    default: scenario.tilt.source = .file(path: "a.csv", options: .init(), interpolation: .hold)
    }
    let reasons = [
      "damping", "damping", "at rest", "at rest", "at rest", "moves it", "moves it", "lift moves",
      "lift moves", "tilt",
    ]
    try withKnownIssue {
      let partner = reasons[change] == "lift moves" ? "lift" : "walls"
      try expectFall(of: "crate", onto: partner, from: 200, in: scenario)
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? ""
      return text.hasPrefix("no fall of crate is known: ") && text.contains(reasons[change])
    }
  }

  @Test("the time of a fall is that of the difference equation")
  func time() {
    #expect(abs(fallTime(from: 200) - 76.0 / 120) < 1e-12)
    #expect(abs(fallTime(from: 200, step: 1.0 / 60) - 38.0 / 60) < 1e-12)
    #expect(abs(fallTime(from: 200, engine: .chipmunk) - 77.0 / 120) < 1e-12)
    #expect(abs(fallTime(from: 200, step: 1.0 / 60, engine: .chipmunk) - 39.0 / 60) < 1e-12)
    for engine in Engine.allCases {
      #expect(abs(fallTime(from: 200, step: 1e-5, engine: engine) - (0.4).squareRoot()) < 2e-5)
      let time = fallTime(from: 200, engine: engine, integrator: .halfKick)
      #expect(abs(time - 76.0 / 120) < 1e-12)
    }
  }

  @Test(
    "records an issue for an unmet expectation, with the frames around it, and none for a met one"
  )
  func met() throws {
    var scenario = Scenario.fallingCrate()
    scenario.expectations = [.init("crate", .firstContact(with: "walls"))]
    let good = Scenario.Expectation("crate", .value(.y, .between(16, nil), .atEnd))
    #expect(try expectMet(scenario, good).count == 2)
    try withKnownIssue {
      try expectMet(scenario, .init("crate", .value(.y, .near(20, within: 1), .atEnd)))
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? ""
      return text.hasPrefix("not met: crate: y 20 units") && text.contains("vx")
    }
  }

  @Test(
    "a time that is not a number is an error and does not end the test process",
    arguments: [Double.nan, -1, .infinity, 1e300]
  )
  func hostileTimes(time: Double) {
    let scenario = Scenario.fallingCrate(step: 1.0 / 120, integrator: .chipmunk)
    #expect(throws: PhysicsError.self) { try run(scenario, to: time) }
    #expect(throws: PhysicsError.self) { try run(scenario, to: time, on: ManualClock()) }
  }

  @Test("a fall of no height or without gravity is an issue", arguments: [0, -5, Double.nan])
  func noFall(height: Double) throws {
    #expect(fallTime(from: height).isNaN && fallTime(from: 1, gravity: 0).isNaN)
    let scenario = Scenario.fallingCrate(step: 1.0 / 120, integrator: .chipmunk)
    var weightless = scenario
    weightless.world.gravity = 0
    for (height, scenario) in [(height, scenario), (9, weightless)] {
      try withKnownIssue {
        try expectFall(of: "crate", onto: "walls", from: height, in: scenario)
      } matching: { issue in
        let words = issue.comments.first?.rawValue ?? ""
        return words.hasSuffix("is known; give both above 0") && !words.contains(".0 ")
      }
    }
  }
}
