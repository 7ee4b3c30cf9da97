import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Integrator")
struct IntegratorTests {
  private func falling(step: Double = 1.0 / 120) -> Scenario {
    var scenario = Scenario.freeFall(step: step)
    (scenario.world.engine, scenario.world.integrator) = (.chipmunk, .halfKick)
    return scenario
  }

  @Test("with a half kick a free fall is exact at every tick", arguments: [1.0 / 30, 1.0 / 120])
  func freeFall(step: Double) throws {
    let simulation = try Simulation(falling(step: step))
    #expect(simulation.states[0].velocity.y == -500 * step)
    for _ in 1...200 {
      try simulation.advance()
      let exact = 50 - 500 * simulation.time * simulation.time
      #expect(abs(simulation.states[0].position.y - exact) <= 1e-12 * max(50, abs(exact)))
    }
  }

  @Test(
    "a tilt that changes at a tick acts half a step early, in the frame of that tick"
  )
  func change() throws {
    let simulation = try Simulation(
      falling(),
      tilt: Script([0: Tilt(x: 0, y: -1), 3: Tilt(x: 1, y: 0)])
    )
    for _ in 0..<3 { try simulation.advance() }
    let velocity = simulation.states[0].velocity
    #expect(abs(velocity.x - 1000.0 / 120) < 1e-9)
    #expect(abs(velocity.y + 2500.0 / 120) < 1e-9)
    #expect(simulation.states[0].velocity == simulation.bodies[0].velocity)
  }

  @Test("a body that is added later is exact as well, and an impulse adds to the kick")
  func laterBody() throws {
    let simulation = try Simulation(falling())
    for _ in 0..<10 { try simulation.advance() }
    var second = simulation.scenario.bodies[0]
    second.id = "second"
    second.position = Vector(500, 0)
    try simulation.apply(.add(second))
    try simulation.apply(.impulse(id: "second", by: Vector(100 * 60, 0)))
    let start = simulation.time
    for _ in 0..<50 { try simulation.advance() }
    let t = simulation.time - start
    let place = simulation.states[1].position
    #expect(abs(place.x - (500 + 60 * t)) < 1e-9)
    #expect(abs(place.y + 500 * t * t) < 1e-9)
  }

  @Test(
    "crates still fall asleep under a tilt that trembles within the dead-band, and stay in place"
  )
  func sleeping() throws {
    var scenario = Scenario.classicScene(sleepAfter: 0.5)
    (scenario.world.engine, scenario.world.integrator) = (.chipmunk, .halfKick)
    let simulation = try Simulation(scenario, tilt: Trembling())
    for _ in 0..<120 * 8 { try simulation.advance() }
    let sleepers = simulation.bodies.count(where: \.isSleeping)
    #expect(sleepers == simulation.bodies.count)
    #expect(simulation.farthestOutside() < 1.1)
  }

  @Test("a kinematic body keeps its velocity")
  func kinematicBody() throws {
    var scenario = falling()
    (scenario.bodies[0].type, scenario.bodies[0].mass) = (.kinematic, nil)
    scenario.bodies[0].velocity = Vector(3, 0)
    let simulation = try Simulation(
      scenario,
      tilt: Script([0: Tilt(x: 0, y: -1), 3: Tilt(x: 1, y: 0)])
    )
    for _ in 0..<10 { try simulation.advance() }
    #expect(simulation.states[0].velocity == Vector(3, 0))
  }

  @Test("without it nothing is kicked")
  func standard() throws {
    let simulation = try Simulation(.freeFall())
    #expect(simulation.states[0].velocity == .zero)
    #expect(Scenario.World().integrator == .chipmunk)
  }
}

/// The noisy tilt of a phone at rest.
private struct Trembling: TiltSource {
  mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    Tilt(x: 0.0002 * sine(Double(tick)), y: -1 + 0.0002 * cosine(3 * Double(tick)))
  }
}
