import Chipmunk
import TestScenes
import Testing
import Tiltbox

@Suite("Invalid times and ticks")
struct HostileTimesTests {
  @Test("a timeline keeps ticks within what an integer holds")
  func timeline() {
    let timeline = Timeline(step: 0.01, from: 7)
    #expect(timeline.tick(at: .nan) == 7)
    #expect(timeline.tick(at: .infinity) == 7 + 1_000_000_000_000_000)
    #expect(timeline.tick(at: -.infinity) == 7 - 1_000_000_000_000_000)
    #expect(timeline.tick(at: -1e300) == 7 - 1_000_000_000_000_000)
    #expect(Timeline(step: 1, from: .max).tick(at: 1e12) == .max)
  }

  @Test("a scenario's last tick and a fixed step's deadline are finite")
  func ends() throws {
    var scenario = Scenario.classicScene(duration: nil)
    #expect(scenario.lastTick(fallback: .nan) == 0)
    #expect(scenario.lastTick(fallback: -.infinity) < 0)
    for step in [0, -1, .nan, .infinity] {
      scenario.world.step = step
      #expect(scenario.lastTick(fallback: 1) == 0)
    }
    var pace = FixedStep(step: 1e300)
    #expect(pace.deadline == .seconds(1e15))
    #expect(try pace.advance(to: .seconds(1e9)).isEmpty)
    pace.change(step: 1e-300)
    #expect(try pace.advance(to: .seconds(2e9)).count <= 1_000_000_000)
  }

  @Test(
    "an expectation at an invalid time is a problem, not a trap",
    arguments: [
      Scenario.Expectation.When.at(.nan), .at(1e300), .always(from: -.infinity),
      .eventually(to: .nan),
    ]
  )
  func expectation(when: Scenario.Expectation.When) throws {
    let simulation = try Simulation(.classicScene())
    let expectation = Scenario.Expectation("crate-1", .value(.x, .between(0, 1), when))
    #expect(throws: Diagnostic.self) {
      try ExpectationMonitor([expectation], of: simulation)
    }
  }

  @Test("a live simulation runs once, and says so the second time")
  func liveSimulation() async throws {
    var options = LiveSimulation.Options()
    options.isFast = true
    let box = LiveSimulation(.classicScene(duration: 0.1), options: options)
    #expect(try await box.run().ticks == 12)
    await #expect(throws: RequestError.self) { try await box.run() }
  }

  @Test("rejects a mailbox without room, a track that goes back, and a frame without states")
  func preconditions() async {
    await #expect(processExitsWith: .failure) { _ = Mailbox(roomPerClient: 0) }
    await #expect(processExitsWith: .failure) {
      _ = TiltTrack(times: [1, 0], tilts: [.upright, .upright])
    }
    await #expect(processExitsWith: .failure) {
      _ = Frame(tick: 0, time: 0, bodies: ["a"], states: [])
    }
  }

  @Test("a checkpoint whose next number is out of bounds is rejected", arguments: [-1, 4, Int.max])
  func nextTag(number: Int) throws {
    let scenario = Scenario.classicScene()
    var checkpoint = try Simulation(scenario).checkpoint()
    checkpoint.progress.nextTag = number
    #expect(throws: CheckpointError.self) { try Simulation(scenario, restoring: checkpoint) }
  }
}
