import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Steps of another length")
struct SimulationStepTests {
  /// Kinetic and potential energy, in a world whose gravity points down.
  private func energy(_ simulation: Simulation) -> Double {
    let gravity = simulation.scenario.world.gravity
    return simulation.bodies.filter { $0.type == .dynamic }.reduce(0) { sum, body in
      let turning =
        body.moment.isFinite ? body.moment * body.angularVelocity * body.angularVelocity : 0
      return sum + (body.mass * body.velocity.dot(body.velocity) + turning) / 2
        + body.mass * gravity * body.position.y
    }
  }

  private func simulation(_ integrator: Integrator = .chipmunk) throws -> Simulation {
    var scenario = Scenario.classicScene(sleepAfter: nil)
    scenario.world.integrator = integrator
    return try Simulation(scenario, held: .upright)
  }

  @Test(
    "no change of the step adds energy, whenever and however often it comes",
    arguments: Integrator.allCases
  )
  func energy(integrator: Integrator) throws {
    // From the fall through the impacts to the pile at rest.
    for first in stride(from: 5, through: 245, by: 8) {
      let simulation = try simulation(integrator)
      while simulation.tick < first { try simulation.advance() }
      var highest = energy(simulation)
      for change in 0..<4 {
        let before = energy(simulation)
        let step = change.isMultiple(of: 2) ? 1.0 / 60 : 1.0 / 120
        try simulation.apply(.timeStep(step))
        // A body in flight has the velocity of the middle of the step to come: half of a step's gravity more or less.
        let kick = simulation.bodies.reduce(0) {
          $0 + $1.mass * 1000 / 240 * ($1.velocity.length + 5)
        }
        #expect(energy(simulation) <= before + kick, "tick \(first)")
        highest = max(highest, energy(simulation))
        for _ in 0..<20 {
          try simulation.advance()
          #expect(energy(simulation) <= highest * 1.02, "tick \(simulation.tick) of \(first)")
        }
      }
    }
  }

  @Test("a pile at rest stays as it is")
  func pile() throws {
    let simulation = try simulation()
    while simulation.tick < 900 { try simulation.advance() }
    let before = simulation.states
    try simulation.apply(.timeStep(1.0 / 60))
    for _ in 0..<120 {
      try simulation.advance()
      for (state, first) in zip(simulation.states, before) {
        #expect((state.position - first.position).length < 0.5)
        #expect(state.velocity.length < 40)
      }
    }
  }

  @Test("a fall stays on its parabola", arguments: Integrator.allCases)
  func fall(integrator: Integrator) throws {
    var scenario = Scenario.classicScene(sleepAfter: nil)
    scenario.walls = nil
    // Alone, because bodies that touch aren't free.
    scenario.bodies = [scenario.bodies[0]]
    scenario.world.integrator = integrator
    let changed = try Simulation(scenario, held: .upright)
    let same = try Simulation(scenario, held: .upright)
    for _ in 0..<30 { try changed.advance() }
    try changed.apply(.timeStep(1.0 / 60))
    for _ in 0..<60 { try changed.advance() }
    for _ in 0..<150 { try same.advance() }
    #expect(changed.tick == 90 && abs(changed.time - same.time) < 1e-12)
    for (one, other) in zip(changed.states, same.states) {
      #expect((one.position - other.position).length < 1e-6)
    }
  }

  @Test("the box still holds: no body is too fast for the longer step")
  func limit() throws {
    var scenario = Scenario.classicScene(sleepAfter: nil)
    scenario.world.speedLimit = .automatic
    let simulation = try Simulation(scenario, held: .upright)
    while simulation.tick < 70 { try simulation.advance() }
    let limit = try #require(simulation.speedLimit(of: "crate-1"))
    for body in simulation.bodies {
      try body.set(\.velocity, to: Vector(limit * 0.7, -limit * 0.7))
    }
    try simulation.apply(.timeStep(1.0 / 60))
    #expect(abs((simulation.speedLimit(of: "crate-1") ?? 0) - limit / 2) < 1e-9)
    let limits = simulation.descriptions.map { simulation.speedLimit(of: $0.id) ?? 0 }
    for _ in 0..<300 {
      for (body, limit) in zip(simulation.bodies, limits) {
        #expect(body.velocity.length <= limit * (1 + 1e-12))
      }
      try simulation.advance()
      for state in simulation.states {
        #expect((0...300).contains(state.position.x) && (0...300).contains(state.position.y))
      }
    }
  }

  @Test("animations stay in time, and a checkpoint after the change is as good as any")
  func animations() throws {
    var scenario = Scenario.classicScene(sleepAfter: 0.5)
    scenario.bodies.append(
      BodyDescription(
        id: "lift",
        type: .kinematic,
        shapes: [ShapeDescription(.box(width: 60, height: 8))],
        position: Vector(200, 30)
      )
    )
    scenario.animations = [
      AnimationDescription(
        .body("lift", .position),
        .basic(.init(to: [200, 130])),
        play: .init(duration: 4, fill: .both)
      )
    ]
    let simulation = try Simulation(scenario, held: .upright)
    while simulation.tick < 121 { try simulation.advance() }
    try simulation.apply(.timeStep(1.0 / 60))
    while simulation.tick < 121 + 60 { try simulation.advance() }
    #expect(abs(simulation.time - (121.0 / 120 + 1)) < 1e-12)
    #expect(abs(simulation.states[5].position.y - (30 + 25 * simulation.time)) < 1e-6)
    let twin = try Simulation(scenario, restoring: simulation.checkpoint())
    #expect(twin.timeline == simulation.timeline)
    for _ in 0..<400 {
      try twin.advance()
      try simulation.advance()
    }
    #expect(twin.digest == simulation.digest && twin.time == simulation.time)
  }

  @Test("an invalid step is rejected, and so is a change before the first tick")
  func refusal() throws {
    let simulation = try simulation()
    #expect(throws: RequestError.self) { try simulation.apply(.timeStep(1.0 / 60)) }
    try simulation.advance()
    for step in [0, -1, .nan, .infinity] {
      #expect(throws: RequestError.self) { try simulation.apply(.timeStep(step)) }
    }
    #expect(simulation.timeline == Timeline(step: 1.0 / 120))
  }
}
