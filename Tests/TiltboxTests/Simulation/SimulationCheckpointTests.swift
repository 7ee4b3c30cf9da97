import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Checkpoints of a simulation")
struct SimulationCheckpointTests {
  private let scene = Scenario.animatedScene(engineTime: 4)

  private let ball = BodyDescription(
    id: "ball",
    shapes: [ShapeDescription(.circle(radius: 8))],
    position: Vector(200, 200),
    mass: 2
  )

  private func go(_ simulation: Simulation, to last: Int) throws -> [[Event]] {
    var events: [[Event]] = []
    while simulation.tick < last {
      try simulation.advance()
      events.append(simulation.events)
      switch simulation.tick {
      case 40: try simulation.apply(.add(ball))
      case 300: try simulation.apply(.impulse(id: "ball", by: Vector(500, 900)))
      case 320: try simulation.apply(.tilt(Tilt(x: 0.3, y: -0.8)))
      default: break
      }
    }
    return events
  }

  @Test(
    "a restored simulation continues bit for bit",
    arguments: [0, 1, 60, 160, 299, 900],
    Integrator.allCases
  )
  func restored(tick: Int, integrator: Integrator) throws {
    var scene = scene
    scene.world.integrator = integrator
    let original = try Simulation(scene, held: .upright)
    _ = try go(original, to: tick)
    let checkpoint = try original.checkpoint()
    let twin = try Simulation(scene, restoring: checkpoint)
    #expect(twin.tick == tick && twin.time == original.time)
    #expect(twin.states == original.states && twin.digest == original.digest)
    #expect(twin.tilt == original.tilt && twin.gravity == original.gravity)
    #expect(twin.descriptions == original.descriptions)
    let events = (try go(original, to: tick + 600), try go(twin, to: tick + 600))
    #expect(twin.digest == original.digest)
    #expect(events.0 == events.1)
    #expect(twin.limitedTicks == original.limitedTicks)
    #expect(try twin.checkpoint() == original.checkpoint())
  }

  @Test("sleepers stay asleep, and wake as they would have")
  func sleepers() throws {
    let scenario = Scenario.classicScene(sleepAfter: 0.5)
    let original = try Simulation(scenario, held: .upright)
    while original.tick < 600 { try original.advance() }
    let twin = try Simulation(scenario, restoring: original.checkpoint())
    #expect(original.bodies.map(\.isSleeping) == [true, true, true, true, true])
    for tick in 601...1200 {
      for simulation in [original, twin] {
        try simulation.advance()
        if tick == 800 { try simulation.apply(.tilt(Tilt(x: 1, y: 0))) }
      }
      #expect(twin.bodies.map(\.isSleeping) == original.bodies.map(\.isSleeping))
    }
    #expect(twin.digest == original.digest)
    #expect(original.events == twin.events)
  }

  @Test("endings of what was removed come after the checkpoint, under its name")
  func removal() throws {
    let original = try Simulation(scene, held: .upright)
    _ = try go(original, to: 500)
    for id in ["crate-5", "wheel", "lift"] { try original.apply(.remove(id: id)) }
    let twin = try Simulation(scene, restoring: original.checkpoint())
    try original.advance()
    try twin.advance()
    #expect(
      original.events.contains { $0.kind == .separate && ($0.a == "crate-5" || $0.b == "crate-5") }
    )
    #expect(twin.events == original.events)
    try original.apply(.add(ball.called("wheel")))
    try twin.apply(.add(ball.called("wheel")))
    #expect(try go(original, to: 800) == go(twin, to: 800))
    #expect(twin.digest == original.digest)
  }

  @Test("a checkpoint of another scenario is rejected")
  func misfit() throws {
    var checkpoint = try Simulation(scene, held: .upright).checkpoint()
    var faster = scene
    faster.world.step = 1.0 / 240
    #expect(throws: CheckpointError.self) { try Simulation(faster, restoring: checkpoint) }
    let changes: [(inout Scenario) -> Void] = [
      { $0.walls = nil }, { $0.walls?.width += 1 }, { $0.world.engine = .chipmunk },
      { $0.bodies.append(ball.called("another")) }, { $0.bodies.swapAt(0, 1) },
      { ($0.constraints, $0.animations) = ([], []) },
    ]
    for change in changes {
      var other = scene
      change(&other)
      #expect(throws: CheckpointError.self) { try Simulation(other, restoring: checkpoint) }
    }
    checkpoint.progress.descriptions.removeLast()
    #expect(throws: CheckpointError.self) { try Simulation(scene, restoring: checkpoint) }
  }

  @Test("counts that could overflow, or are negative, are rejected", arguments: [-1, .max])
  func counts(count: Int) throws {
    let checkpoint = try Simulation(scene, held: .upright).checkpoint()
    let changes: [(inout SimulationProgress) -> Void] = [
      { $0.quarantineCount = count }, { $0.limitedTicks["crate-1"] = count },
    ]
    for change in changes {
      var damaged = checkpoint
      change(&damaged.progress)
      #expect(throws: CheckpointError.self) { try Simulation(scene, restoring: damaged) }
    }
  }
}

extension BodyDescription {
  fileprivate func called(_ id: String) -> BodyDescription {
    var copy = self
    copy.id = id
    return copy
  }
}
