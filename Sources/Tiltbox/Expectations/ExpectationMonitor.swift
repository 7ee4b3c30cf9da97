public import Chipmunk

/// Watches a simulation, and reports at the end which of its scenario's expectations are met.
///
/// ```swift
/// let monitor = try ExpectationMonitor(simulation)
/// while simulation.time < 10 {
///   try simulation.advance()
///   monitor.observe(simulation)
/// }
/// for result in monitor.finish(simulation) where !result.isMet { print(result.report) }
/// ```
public final class ExpectationMonitor {
  private var evaluators: [any ExpectationEvaluator]
  private let expectations: [Scenario.Expectation]
  /// The rows that each evaluator shows if its expectation is not met, and the tick at their centre.
  private var excerpts: [(interest: Int, rows: [ExpectationResult.Row])?]
  private var history: [[ExpectationResult.Row]] = []
  /// The number of ticks shown before and after the decisive one.
  private static let margin = 2

  /// Makes a monitor of the scenario's expectations, and observes the simulation's current tick.
  ///
  /// - Parameter simulation: The simulation, usually at its first tick; earlier events are not known.
  /// - Throws: ``Diagnostic`` if the recording of an expected digest was not read.
  public convenience init(_ simulation: Simulation) throws(Diagnostic) {
    // The simulation has checked them with the rest of its scenario.
    try self.init(valid: simulation.scenario.expectations, of: simulation)
  }

  /// Makes a monitor of custom expectations.
  ///
  /// - Parameters:
  ///   - expectations: The expectations to watch.
  ///   - simulation: The simulation, usually at its first tick; earlier events are not known.
  /// - Throws: ``Diagnostic`` for an expectation that does not fit the scenario, or if the recording of an
  ///   expected digest was not read.
  public convenience init(
    _ expectations: [Scenario.Expectation],
    of simulation: Simulation
  ) throws(Diagnostic) {
    if let diagnostic = simulation.scenario.diagnostics(of: expectations).first { throw diagnostic }
    try self.init(valid: expectations, of: simulation)
  }

  /// Makes a monitor of expectations that have been checked.
  ///
  /// - Parameters:
  ///   - expectations: The expectations to watch.
  ///   - simulation: The simulation to observe.
  ///   - endings: The endings of the recordings whose digests are expected; nil for those that the scenario has read.
  /// - Throws: ``Diagnostic`` if the recording of an expected digest is missing.
  package init(
    valid expectations: [Scenario.Expectation],
    of simulation: Simulation,
    endings: [String: Scenario.RecordedEnding]? = nil
  ) throws(Diagnostic) {
    self.expectations = expectations
    var scenario = simulation.scenario
    if let endings { scenario.files.endings = endings }
    evaluators = try expectations.map { one throws(Diagnostic) in try one.evaluator(scenario) }
    excerpts = Array(repeating: nil, count: evaluators.count)
    observe(simulation)
  }

  /// Whether there is anything to watch.
  package var isIdle: Bool { evaluators.isEmpty }

  /// Observes the simulation's newest tick; call this after each one.
  ///
  /// Complexity: O(*bodies* · *expectations*).
  public func observe(_ simulation: Simulation) {
    guard !isIdle else { return }
    remember(simulation)
    for index in evaluators.indices {
      evaluators[index].observe(simulation)
      keepExcerpt(index)
    }
  }

  /// The results of the expectations at the simulation's tick, which is the run's last.
  public func finish(_ simulation: Simulation) -> [ExpectationResult] {
    evaluators.indices.map { index in
      evaluators[index].finish(simulation)
      keepExcerpt(index)
      let (isMet, got) = evaluators[index].verdict
      return ExpectationResult(
        expectation: expectations[index],
        isMet: isMet,
        got: got,
        tick: evaluators[index].decisiveTick,
        frames: isMet ? [] : excerpts[index]?.rows ?? [],
        hint: isMet ? nil : hint(for: expectations[index].body, simulation)
      )
    }
  }

  /// A note that the speed limit acted on a body, or on any body if none is named.
  private func hint(for body: String?, _ simulation: Simulation) -> String? {
    let counts = simulation.limitedTicks.filter { body == nil || $0.key == body }
    guard !counts.isEmpty else { return nil }
    let acted = counts.sorted { $0.key < $1.key }.map {
      "on \($0.key) in \(counted($0.value, "tick", "ticks"))"
    }
    return "the speed limit acted \(acted.joined(separator: ", ")); "
      + "raise world.speedLimit, or leave it out"
  }

  private func remember(_ simulation: Simulation) {
    let rows = simulation.states.indices.map { index in
      ExpectationResult.Row(
        tick: simulation.tick,
        time: simulation.time,
        body: simulation.descriptions[index].id,
        state: simulation.states[index]
      )
    }
    history.append(rows)
    if history.count > 2 * Self.margin + 1 { history.removeFirst() }
  }

  /// Copies the frames around an evaluator's decisive tick, while they are available.
  private func keepExcerpt(_ index: Int) {
    guard let interest = evaluators[index].decisiveTick, let newest = history.last?.first?.tick
    else {
      return
    }
    let isNew = excerpts[index]?.interest != interest
    guard isNew || newest <= interest + Self.margin else { return }
    let bodies = evaluators[index].bodies
    let rows = history.joined().filter { row in
      abs(row.tick - interest) <= Self.margin && bodies.contains(row.body)
    }
    excerpts[index] = (interest, Array(rows))
  }
}

/// An expectation during a run.
package protocol ExpectationEvaluator {
  /// Observes the simulation's newest tick.
  mutating func observe(_ simulation: Simulation)
  /// Observes the last tick again, now that it is known to be the last.
  mutating func finish(_ simulation: Simulation)
  /// Whether the expectation is met, and what happened.
  var verdict: (isMet: Bool, got: String) { get }
  /// The tick around which frames help to find what went wrong.
  var decisiveTick: Int? { get }
  /// The bodies of those frames.
  var bodies: Set<String> { get }
}

extension ExpectationEvaluator {
  package mutating func finish(_ simulation: Simulation) {}
}

/// The result of an expectation.
public struct ExpectationResult: Hashable, Sendable {
  /// A body's state at a tick.
  public struct Row: Hashable, Sendable {
    /// The tick.
    public let tick: Int
    /// The simulated time, in seconds.
    public let time: Double
    /// The body's id.
    public let body: String
    /// The body's position and motion.
    public let state: BodyState
  }

  /// The expectation.
  public let expectation: Scenario.Expectation
  /// Whether it was met.
  public let isMet: Bool
  /// The actual event or value, as in `0.7417 s`; empty if there is nothing to add.
  public let got: String
  /// The decisive tick; nil if only the whole run decides.
  public let tick: Int?
  /// The frames around the decisive tick, for an expectation that was not met.
  public let frames: [Row]
  /// A possible cause if the expectation was not met: that the speed limit acted on the body; otherwise nil.
  public let hint: String?

  /// One line: met or not, the expectation, the actual result.
  public var line: String {
    "\(isMet ? "met" : "not met"): \(expectation)" + (got.isEmpty ? "" : "; got \(got)")
  }

  /// The line, followed by the frames around the decisive tick and the hint, if the expectation was not met.
  public var report: String {
    ([line] + table + (hint.map { [$0] } ?? [])).joined(separator: "\n    ")
  }

  /// The frames, with headings.
  private var table: [String] {
    guard !frames.isEmpty else { return [] }
    let headings = ["tick", "t", "body"] + BodyState.numberNames
    let cells = frames.map { row in
      ["\(row.tick)", row.time.plain, row.body] + row.state.numbers.map { $0.decimal(4) }
    }
    return TextTable.lines([headings] + cells) { _ in true }
  }
}

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
  public init(_ scenario: Scenario, threads: Int = 1, shouldStop: () -> Bool = { false }) throws {
    let tilt = try scenario.tiltSource()
    let simulation = try Simulation(scenario, tilt: tilt.source)
    simulation.threads = threads
    let monitor = try ExpectationMonitor(simulation)
    let last = scenario.lastTick(fallback: tilt.duration ?? Scenario.defaultDuration)
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
