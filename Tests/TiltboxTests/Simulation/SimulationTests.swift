import Chipmunk
import Motion
import TestScenes
import Testing
import Tiltbox

@Suite("Simulation")
struct SimulationTests {
  static let steps: [Double] = [60, 120, 240, 1000].map { 1 / $0 }

  @Test(
    "falls freely as its engine should, to a relative 1e-12",
    arguments: steps,
    Engine.allCases
  )
  func freeFall(step: Double, engine: Engine) throws {
    var scenario = Scenario.freeFall(step: step)
    scenario.world.engine = engine
    let simulation = try Simulation(scenario)
    for n in 1...400 {
      try simulation.advance()
      let squares = engine == .tiltbox ? n * n : n * (n - 1)
      let y = 50 - 1000 * step * step * Double(squares) / 2
      let v = -1000 * step * Double(n)
      let state = simulation.states[0]
      #expect(abs(state.position.y - y) <= 1e-12 * max(abs(y), 50))
      #expect(abs(state.velocity.y - v) <= 1e-12 * abs(v))
      #expect(state.position.x == 150)
    }
    #expect(simulation.time == 400 * step)
  }

  /// Gives a tilt once, at a tick.
  private struct LateTilt: TiltSource {
    let when: Int

    func tilt(atTick tick: Int, time: Double) -> Tilt? { tick == when ? Tilt(x: 1, y: 0) : nil }
  }

  @Test("asks a source that replaces a finished one, each time")
  func sources() throws {
    let simulation = try Simulation(.freeFall(step: 0.01), tilt: ConstantTilt(.upright))
    for _ in 0..<3 { try simulation.advance() }
    try simulation.follow(LateTilt(when: 5))
    while simulation.tick < 4 { try simulation.advance() }
    #expect(simulation.tilt == .upright)
    try simulation.advance()
    #expect(simulation.tilt == Tilt(x: 1, y: 0))
    let snapshot = try simulation.snapshot()
    try simulation.follow(NoTilt())
    try simulation.advance()
    try simulation.follow(ConstantTilt(.upright))
    #expect(simulation.tilt == .upright)
    try simulation.restore(snapshot)
    #expect(simulation.tilt == Tilt(x: 1, y: 0))
    try simulation.follow(LateTilt(when: 6))
    try simulation.apply(.tilt(.upright))
    try simulation.advance()
    #expect(simulation.tilt == Tilt(x: 1, y: 0))
  }

  @Test("meets the floor at the predicted tick")
  func firstContact() throws {
    var scenario = Scenario.classicScene()
    scenario.bodies = [scenario.bodies[0]]
    let simulation = try Simulation(scenario)
    while simulation.events.isEmpty { try simulation.advance() }
    // Above the floor's surface (a segment of radius 1) by 300 − 32 − 1, and touching walls from the start.
    #expect(simulation.events.contains { $0.b == "walls.left" || $0.b == "walls.top" })
    while !simulation.events.contains(where: { $0.b == "walls.bottom" }) {
      try simulation.advance()
      try #require(simulation.tick < 200)
    }
    let step = 1.0 / 120
    let predicted = ((1 + (1 + 8 * 267 / (1000 * step * step)).squareRoot()) / 2).rounded(.up)
    // The crate begins one unit deep in the top and left walls, which push it out at first.
    #expect(abs(Double(simulation.tick) - predicted) <= 2)
  }

  @Test("has the same digest and the same events in two runs, with other spaces alive")
  func determinism() throws {
    func run() throws -> (Digest, [Event]) {
      let simulation = try Simulation(.classicScene(), tilt: Circling())
      var events: [Event] = []
      for _ in 0..<1200 {
        try simulation.advance()
        events += simulation.events
      }
      return (simulation.digest, events)
    }
    let first = try run()
    let others = try (0..<5).map { _ in try Simulation(.classicScene()) }
    for other in others { try other.advance() }
    let second = try run()
    #expect(first.0 == second.0)
    #expect(first.1 == second.1)
    #expect(first.1.count > 20)
    #expect(first.0 != Digest())
    withExtendedLifetime(others) {}
  }

  @Test("a tilt given at a tick is the gravity of that tick's frame and of its step")
  func tiltTakesEffect() throws {
    let simulation = try Simulation(.freeFall(), tilt: Script([3: Tilt(x: 1, y: 0)]))
    #expect(simulation.gravity == .zero)
    for _ in 0..<3 { try simulation.advance() }
    #expect(simulation.gravity == Vector(1000, 0))
    #expect(simulation.states[0].velocity == .zero)
    try simulation.advance()
    #expect(simulation.states[0].velocity.x > 0)
    #expect(abs(simulation.states[0].position.x - 150 - 500.0 / 14_400) < 1e-9)
    try simulation.advance()
    #expect(simulation.states[0].position.x > 150)
  }

  @Test("uses the scenario's own tilt unless it is given another")
  func ownTilt() throws {
    var scenario = Scenario.freeFall()
    scenario.tilt = TiltDescription(.constant(Tilt(x: 0.5, y: 0)))
    #expect(try Simulation(scenario).gravity == Vector(500, 0))
    #expect(try Simulation(scenario, tilt: ConstantTilt(.upright)).gravity == Vector(0, -1000))
    let (options, missing) = (TiltOptions(), "/nonexistent.csv")
    scenario.tilt.source = .file(path: missing, options: options, interpolation: .hold)
    let error = #expect(throws: Diagnostic.self) { try Simulation(scenario) }
    #expect(error?.description.contains("call loadingFiles()") == true)
    let track = TiltTrack(times: [0], tilts: [Tilt(x: 0, y: 1)])
    scenario.files.tracks[scenario.tilt.source] = track
    #expect(try Simulation(scenario).gravity == Vector(0, 1000))
  }

  @Test("turns the tilt by the scenario's orientation")
  func orientation() throws {
    var scenario = Scenario.freeFall()
    scenario.tilt.orientation = .landscape
    let simulation = try Simulation(scenario, held: Tilt(x: 0.25, y: -0.5))
    #expect(simulation.gravity == Vector(-500, -250))
  }

  @Test("orders events by kind, then by the bodies' order, walls last")
  func eventOrder() throws {
    let simulation = try Simulation(.classicScene(), tilt: Circling())
    let ids =
      simulation.scenario.bodies.map(\.id) + [
        "walls.bottom", "walls.right", "walls.top", "walls.left",
      ]
    for _ in 0..<1200 {
      try simulation.advance()
      let keys = simulation.events.map { event in
        [event.kind == .begin ? 0 : 1, ids.firstIndex(of: event.a)!, ids.firstIndex(of: event.b)!]
      }
      #expect(
        zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) || $0 == $1 }
      )
      #expect(keys.allSatisfy { $0[1] < $0[2] })
      #expect(simulation.events.allSatisfy { $0.tick == simulation.tick })
    }
  }

  @Test("an invalid scenario is rejected with its first problem")
  func refusal() {
    var scenario = Scenario.freeFall()
    scenario.bodies[0].mass = -2
    #expect {
      try Simulation(scenario)
    } throws: { error in
      "\(error)".hasPrefix("bodies[0].mass: body mass is -2 kg; give ")
    }
  }
}

/// A tilt that turns once in four seconds, at 1 g.
struct Circling: TiltSource {
  mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    Tilt(x: sine(time * 1.5707963), y: -cosine(time * 1.5707963))
  }
}

/// Tilts at given ticks.
struct Script: TiltSource {
  let tilts: [Int: Tilt]
  init(_ tilts: [Int: Tilt]) { self.tilts = tilts }
  mutating func tilt(atTick tick: Int, time: Double) -> Tilt? { tilts[tick] }
}
