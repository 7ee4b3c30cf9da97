/// What a run has come to.
public struct RunSummary: Sendable {
  /// The last tick.
  public let ticks: Int
  /// The simulated time at it, in seconds.
  public let time: Double
  /// The fingerprint of the trajectory.
  public let digest: Digest
  /// The bodies that the speed limit slowed down, and for how many ticks.
  public let limited: [(id: String, ticks: Int)]
  /// The bodies that diverged and were removed, at most ``Simulation/mostQuarantined``: the first ones.
  public let quarantined: [Event]
  /// How many bodies diverged.
  public let quarantineCount: Int
  /// How the run kept up with real time, or what it did without a clock.
  public let statistics: RunStatistics
  /// What the recording lacks since its reader did not keep up.
  public package(set) var losses = Losses()
  /// What has become of the scenario's expectations.
  public var expectations: [ExpectationResult]
  /// The signal that stopped the run, as in `SIGINT`, or nil.
  public var stoppedBy: String?
  /// The lines of live input that could not be read, and were dropped; nil without live input.
  public var droppedLines: Int?

  /// Sums up a run.
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
