import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Snapshots of a simulation")
struct SimulationSnapshotTests {
  private let scene = Scenario.animatedScene(engineTime: 2)

  private func go(_ simulation: Simulation, _ ticks: Int) throws -> [[Event]] {
    try (0..<ticks).map { tick in
      if tick % 40 == 7 { try simulation.apply(.tilt(Tilt(x: Double(tick) / 100 - 0.5, y: -1))) }
      try simulation.advance()
      return simulation.events
    }
  }

  @Test("restore states bit for bit, with their events", arguments: [0, 1, 90, 200])
  func sameBits(start: Int) throws {
    let simulation = try Simulation(scene)
    _ = try go(simulation, start)
    let snapshot = try simulation.snapshot()
    let (digest, states, gravity) = (simulation.digest, simulation.states, simulation.gravity)
    let events = try go(simulation, 260)
    let end = simulation.digest
    for _ in 0..<2 {
      // By now, the motor's rate differs greatly from that at the snapshot.
      try simulation.restore(snapshot)
      #expect(simulation.tick == start && snapshot.tick == start)
      #expect(simulation.digest == digest)
      #expect(simulation.states == states && simulation.gravity == gravity)
      #expect(simulation.events.isEmpty)
      #expect(try go(simulation, 260) == events)
      #expect(simulation.digest == end)
    }
  }

  @Test("change nothing when they are taken")
  func nothingChanges() throws {
    let (simulation, other) = (try Simulation(scene), try Simulation(scene))
    let snapshot = SimulationSnapshot()
    for _ in 0..<30 {
      try simulation.snapshot(into: snapshot)
      #expect(try go(simulation, 10) == go(other, 10))
    }
    #expect(simulation.digest == other.digest)
  }

  @Test("restore the position in a tilt recording")
  func tiltSource() throws {
    let track = TiltTrack(
      times: [0, 0.5, 1, 1.5],
      tilts: [(0, -1), (1, 0), (0, 1), (-1, 0)].map { Tilt(x: $0.0, y: $0.1) }
    )
    let simulation = try Simulation(.classicScene(), tilt: TrackTilt(track))
    let start = try simulation.snapshot()
    for _ in 0..<240 { try simulation.advance() }
    let digest = simulation.digest
    try simulation.restore(start)
    for _ in 0..<240 { try simulation.advance() }
    #expect(simulation.digest == digest)
  }

  @Test("are rejected by another simulation, and by one with other bodies")
  func misfits() throws {
    let (simulation, other) = (try Simulation(scene), try Simulation(scene))
    let snapshot = try other.snapshot()
    #expect(throws: PhysicsError.self) { try simulation.restore(snapshot) }
    #expect(throws: PhysicsError.self) { try simulation.restore(SimulationSnapshot()) }
    try other.apply(.remove(id: "crate-1"))
    #expect(throws: PhysicsError.self) { try other.restore(snapshot) }
    #expect(simulation.tick == 0 && other.tick == 0)
    try other.advance()
  }
}
