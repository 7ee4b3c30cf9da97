/// The result of a run.
public struct RunSummary: Sendable {
  /// The last tick.
  public let ticks: Int
  /// The simulated time at the last tick, in seconds.
  public let time: Double
  /// The fingerprint of the trajectory.
  public let digest: Digest
  /// The bodies that the speed limit slowed down, with the number of ticks.
  public let limited: [(id: String, ticks: Int)]
  /// The first bodies that diverged and were removed, at most ``Simulation/mostQuarantined``.
  public let quarantined: [Event]
  /// The number of bodies that diverged.
  public let quarantineCount: Int
  /// Statistics of how the run kept up with real time, or ran without a clock.
  public let statistics: RunStatistics
  /// The frames and events missing in the recording because its reader was too slow.
  public package(set) var losses = Losses()
  /// The results of the scenario's expectations.
  public var expectations: [ExpectationResult]
  /// The signal that stopped the run, as in `SIGINT`, or nil.
  public var stoppedBy: String?
  /// The number of invalid lines of live input that were dropped; nil without live input.
  public var droppedLines: Int?

  /// Makes the summary of a run.
  package init(
    of simulation: Simulation,
    statistics: RunStatistics,
    expectations: [ExpectationResult] = [],
    stoppedBy: String? = nil,
    droppedLines: Int? = nil
  ) {
    ticks = simulation.tick
    time = simulation.time
    digest = simulation.digest
    limited = simulation.limitedTicks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    (quarantined, quarantineCount) = (simulation.quarantined, simulation.quarantineCount)
    self.statistics = statistics
    self.expectations = expectations
    self.stoppedBy = stoppedBy
    self.droppedLines = droppedLines
  }
}
