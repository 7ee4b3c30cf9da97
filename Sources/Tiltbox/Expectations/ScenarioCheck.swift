/// A scenario run to its end without a clock, and the results of its expectations.
public struct ScenarioCheck: Sendable {
  /// The result of each expectation, in the scenario's order.
  public let results: [ExpectationResult]
  /// The last tick.
  public let ticks: Int
  /// The fingerprint of the trajectory.
  public let digest: Digest
  /// The bodies that diverged and were removed, at most ``Simulation/mostQuarantined``: the first ones.
  public let quarantined: [Event]

  /// Whether every expectation was met, and no body diverged.
  public var passes: Bool { results.allSatisfy(\.isMet) && quarantined.isEmpty }

  /// Runs a scenario for as long as it says; if it does not say, for as long as its tilt lasts, or 10 s.
  ///
  /// - Parameters:
  ///   - scenario: the scenario, whose files were read.
  ///   - threads: the most threads that a tick may use, from 1 to 64; the number changes no result.
  ///   - shouldStop: asked before each tick.
  /// - Throws: ``Diagnostic``.
  public init(
    _ scenario: Scenario,
    threads: Int = 1,
    shouldStop: () -> Bool = { false }
  ) throws {
    let tilt = try scenario.tiltSource()
    let simulation = try Simulation(scenario, tilt: tilt.source)
    simulation.threads = threads
    let monitor = try ExpectationMonitor(simulation)
    let last = scenario.lastTick(fallback: tilt.duration ?? 10)
    while simulation.tick < last, !shouldStop() {
      try simulation.advance()
      monitor.observe(simulation)
    }
    results = monitor.finish(simulation)
    ticks = simulation.tick
    digest = simulation.digest
    quarantined = simulation.quarantined
  }
}
