import Chipmunk
import TestScenes
import Testing
import Tiltbox

@Suite("Walls")
struct WallsTests {
  @Test(
    "no crate leaves the box under a tilt shaken at random, up to 30 g",
    arguments: [1.0, 3, 10, 30]
  )
  func shaken(strength: Double) throws {
    let simulation = try Simulation(.classicScene(), tilt: Shaking(strength: strength))
    var farthest = -Double.infinity
    for _ in 0..<120 * 60 {
      try simulation.advance()
      farthest = max(farthest, simulation.farthestOutside())
    }
    // The space doesn't sweep a body that moves by less than three quarters of half its thickness, at most 32 here.
    #expect(farthest < 0.75 * 32)
  }

  @Test("no body is slowed down, and none gets out, at a hundred times the gravity")
  func unlimited() throws {
    let simulation = try Simulation(.classicScene(), held: Tilt(x: 0, y: -100))
    var fastest = 0.0
    var farthest = -Double.infinity
    for _ in 0..<600 {
      try simulation.advance()
      fastest = max(fastest, -(simulation.states.map(\.velocity.y).min() ?? 0))
      farthest = max(farthest, simulation.farthestOutside())
    }
    #expect(fastest > 4000 && farthest < 16)
    #expect(simulation.limitedTicks.isEmpty && simulation.speedLimit(of: "crate-1") == nil)
  }

  @Test("the automatic speed limit is three eighths of a body a step, and is counted where it acts")
  func automaticLimit() throws {
    var scenario = Scenario.classicScene()
    scenario.world.speedLimit = .automatic
    let simulation = try Simulation(scenario, held: Tilt(x: 0, y: -100))
    #expect(abs((simulation.speedLimit(of: "crate-1") ?? 0) - 12 * 120) < 1e-9)
    for _ in 0..<60 { try simulation.advance() }
    #expect(!simulation.limitedTicks.isEmpty)
    #expect(simulation.limitedTicks.values.allSatisfy { $0 > 0 })
    #expect(simulation.states.allSatisfy { $0.velocity.length <= 1440 * (1 + 1e-12) })

    scenario.world.speedLimit = .none
    #expect(try Simulation(scenario).speedLimit(of: "crate-1") == nil)
    scenario.world.speedLimit = .value(77)
    #expect(try Simulation(scenario).speedLimit(of: "crate-1") == 77)
    (scenario.world.speedLimit, scenario.walls) = (.automatic, nil)
    #expect(try Simulation(scenario).speedLimit(of: "crate-1") == nil)
  }
}

/// A tilt that jumps to a random direction ten times a second; the same numbers in every run.
struct Shaking: TiltSource {
  let strength: Double
  private var seed: UInt64 = 1

  init(strength: Double) { self.strength = strength }

  mutating func tilt(atTick tick: Int, time: Double) -> Tilt? {
    guard tick % 12 == 0 else { return nil }
    return Tilt(x: strength * random(), y: strength * random())
  }

  private mutating func random() -> Double {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(Int64(bitPattern: seed) >> 11) / Double(1 << 52)
  }
}
