import Chipmunk
import Testing
import Tiltbox

@Suite("Expecting a digest")
struct DigestValueTests {
  private func scenario(_ conditions: Scenario.Expectation.Condition...) -> Scenario {
    var scenario = ExpectationMonitorTests.scenario
    scenario.expectations = conditions.map { Scenario.Expectation(nil, $0) }
    return scenario
  }

  private func digest(afterTicks ticks: Int) throws -> Digest {
    let simulation = try Simulation(scenario())
    for _ in 0..<ticks { try simulation.advance() }
    return simulation.digest
  }

  @Test("is met at its time, or at the end")
  func met() throws {
    let check = try ScenarioCheck(
      scenario(
        .digestValue(digest(afterTicks: 120), at: 1),
        .digestValue(digest(afterTicks: 360)),
        .digestValue(digest(afterTicks: 0), at: 0)
      )
    )
    #expect(check.results.map(\.isMet) == [true, true, true])
  }

  @Test("reports the digest and its tick")
  func notMet() throws {
    let digest = try digest(afterTicks: 120)
    let results = try ScenarioCheck(
      scenario(.digestValue(Digest(1), at: 1), .digestValue(digest))
    ).results
    #expect(results.map(\.isMet) == [false, false])
    #expect(
      results[0].got == "\(digest) at tick 120: a body's state differs in at least one bit, at "
        + "this tick or before"
    )
    #expect(results[0].expectation.description == "the digest is 0000000000000001 at 1 s")
    #expect(results[1].expectation.description == "the digest is \(digest) at the end")
    #expect(results[1].got.contains("at tick 360: "))
  }

  @Test("says so if a run ends earlier, or if the engine makes digests depend on the processor")
  func limits() throws {
    let simulation = try Simulation(scenario(.digestValue(Digest(1), at: 2)))
    let monitor = try ExpectationMonitor(simulation)
    for _ in 0..<10 {
      try simulation.advance()
      monitor.observe(simulation)
    }
    #expect(monitor.finish(simulation)[0].got == "a run that ended before, at tick 10")
    var scenario = scenario(.digestValue(Digest(1)))
    scenario.world.engine = .chipmunk
    let got = try #require(try ScenarioCheck(scenario).results.first?.got)
    #expect(
      got.hasSuffix(
        "with engine: chipmunk, digests depend on the processor and the system's mathematics "
          + "library; use engine: tiltbox"
      )
    )
  }
}
