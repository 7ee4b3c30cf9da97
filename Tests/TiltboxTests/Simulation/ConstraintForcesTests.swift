import Chipmunk
import Testing
import Tiltbox

@Suite("Forces of constraints in frames")
struct ConstraintForcesTests {
  /// A weight on a rope whose frames have forces.
  private func scenario() -> Scenario {
    var scenario = Scenario(name: "weight")
    scenario.bodies = [
      BodyDescription(
        id: "weight",
        shapes: [ShapeDescription(.circle(radius: 10))],
        position: Vector(150, 100),
        mass: 2
      )
    ]
    scenario.constraints = [
      ConstraintDescription(
        id: "rope",
        .pin(anchorA: Vector(150, 200), anchorB: .zero, distance: nil),
        "ground",
        "weight"
      )
    ]
    scenario.run.forces = true
    return scenario
  }

  @Test("a hanging weight pulls with its mass times gravity", arguments: Engine.allCases)
  func weight(engine: Engine) throws {
    var scenario = scenario()
    scenario.world.engine = engine
    #expect(scenario.channels.map(\.name) == ["constraint.rope.force"])
    let simulation = try Simulation(scenario)
    #expect(Frame(of: simulation).values == [[0]])
    for _ in 1...240 { try simulation.advance() }
    let force = try #require(Frame(of: simulation).values.first?.first)
    #expect(abs(force - 2 * scenario.world.gravity) < 1)
  }

  @Test("a constraint has the force that breaks it, then none, and values come before forces")
  func broken() throws {
    var scenario = scenario()
    scenario.constraints[0].breakForce = 100
    scenario.values = [ValueDescription(id: "sky", [0.5])]
    let simulation = try Simulation(scenario)
    while simulation.events.isEmpty, simulation.tick < 10 { try simulation.advance() }
    #expect(simulation.brokenConstraints == ["rope"])
    let force = try #require(simulation.events.first?.force)
    #expect(force > 100 && simulation.values == [[0.5], [force]])
    try simulation.advance()
    #expect(simulation.values == [[0.5], [0]])
  }

  @Test("frames have no forces unless the run asks for them")
  func absent() throws {
    var scenario = scenario()
    scenario.run.forces = false
    #expect(scenario.channels.isEmpty)
    #expect(try Simulation(scenario).values.isEmpty)
  }
}
