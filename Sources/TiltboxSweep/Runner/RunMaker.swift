internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Performs runs of a plan, one after the other, on one thread.
struct RunMaker {
  private let plan: SweepPlan
  private let isTimed: Bool
  private let shouldStop: @Sendable () -> Bool
  private var tracks: [TiltDescription.Source: TiltTrack] = [:]
  /// The maximum number of tilt recordings kept in memory.
  private static let mostTracks = 64

  init(_ plan: SweepPlan, isTimed: Bool, shouldStop: @escaping @Sendable () -> Bool) {
    (self.plan, self.isTimed, self.shouldStop) = (plan, isTimed, shouldStop)
  }

  /// Performs a run; returns nil if it was stopped.
  mutating func row(ofRun run: Int) -> Row? {
    row(ofRun: run, setting: plan.values(ofRun: run))
  }

  /// Performs a run with given values of the fields; returns nil if it was stopped.
  mutating func row(ofRun run: Int, setting values: [FieldValue]) -> Row? {
    let clock = ContinuousClock()
    let start = isTimed ? clock.now : nil
    let none = [Double](repeating: .nan, count: plan.measures.count)
    var row = Row(run: run, parameters: values, measures: none)
    do {
      guard let (measures, digest) = try outcome(values) else { return nil }
      row.measures = measures
      row.digest = digest.description
    } catch {
      row.error = "\(error)".split(separator: "\n").joined(separator: "; ")
    }
    if let start {
      let (seconds, attoseconds) = (clock.now - start).components
      row.wall = Double(seconds) + Double(attoseconds) * 1e-18
    }
    return row
  }

  private mutating func outcome(_ values: [FieldValue]) throws -> ([Double], Digest)? {
    let settings = zip(plan.axes, values).map { (field: $0.field, value: $1) }
    let scenario = try plan.template.scenario(setting: settings)
    let tilt = try tilt(of: scenario)
    let simulation = try Simulation(scenario, tilt: tilt.source)
    let probe = try RunProbe(plan.measures, simulation)
    let last = scenario.lastTick(fallback: tilt.duration ?? 10)
    for _ in simulation.tick..<max(simulation.tick, last) {
      if shouldStop() { return nil }
      try simulation.advance()
      if let divergence = simulation.divergence { throw divergence }
      probe.observe()
    }
    return (probe.values(), simulation.digest)
  }

  /// Returns the source of a run's tilt; a recording is read once for many runs.
  private mutating func tilt(
    of scenario: Scenario
  ) throws -> (source: any TiltSource, duration: Double?) {
    var scenario = scenario
    scenario.files.tracks = tracks
    scenario = try scenario.loadingTilt()
    if scenario.files.tracks.count <= Self.mostTracks { tracks = scenario.files.tracks }
    return try scenario.tiltSource()
  }
}
