import Chipmunk

/// Watches for the break of a constraint.
struct BreakEvaluator: ExpectationEvaluator {
  private let constraint: String
  private let isWanted: Bool
  private let time: Double?
  private let tolerance: Double
  private let step: Double
  /// The bodies of the constraint.
  let bodies: Set<String>
  private var event: (tick: Int, time: Double, force: Double)?
  private var newest = (tick: 0, time: 0.0)

  init(
    _ constraint: String,
    isWanted: Bool = true,
    at time: Double? = nil,
    within tolerance: Double = 0,
    _ scenario: Scenario
  ) {
    (self.constraint, self.isWanted, self.time) = (constraint, isWanted, time)
    (self.tolerance, step) = (tolerance, scenario.world.step)
    let ends = scenario.constraints.first { $0.id == constraint }.map { [$0.a, $0.b] } ?? []
    bodies = Set(ends)
  }

  mutating func observe(_ simulation: Simulation) {
    newest = (simulation.tick, simulation.time)
    guard event == nil, simulation.hasNews else { return }
    guard let found = simulation.events.first(where: { $0.kind == .break && $0.a == constraint })
    else { return }
    event = (simulation.tick, simulation.time, found.force)
  }

  var verdict: (isMet: Bool, got: String) {
    guard let event else { return (!isWanted, "unbroken at \(newest.time.plain) s") }
    // The tolerance includes a time that exceeds it by a rounding error.
    let isInTime = time.map { abs(event.time - $0) <= tolerance + 1e-9 * step } ?? true
    let got = "broken at \(event.time.plain) s by \(event.force.plain)"
    return (isWanted && isInTime, got)
  }

  var decisiveTick: Int? {
    event?.tick ?? time.map { min(newest.tick, Int(min($0 / step, 1e15))) } ?? newest.tick
  }
}
