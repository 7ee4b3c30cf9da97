internal import Chipmunk
public import Testing
public import Tiltbox

/// Expects two simulations to agree bit for bit from their current states; records the first
/// difference as an issue with its tick, body and numbers.
///
/// - Parameters:
///   - first: A simulation.
///   - second: Another simulation with the same bodies; the same one is an issue.
///   - time: How long to compare, in simulated seconds of the first one.
///   - sourceLocation: The location of the issue.
/// - Returns: Whether the simulations are the same.
/// - Throws: `PhysicsError` for an invalid time; the errors of a step.
@discardableResult
public func expectSame(
  _ first: Simulation,
  _ second: Simulation,
  for time: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  guard let difference = try difference(first, second, for: time) else { return true }
  Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
  return false
}

/// Expects two runs of a scenario to agree bit for bit.
///
/// - Parameters:
///   - scenario: The scenario to run twice, with its own tilt.
///   - time: How long to run, in simulated seconds.
///   - sourceLocation: The location of an issue.
/// - Returns: Whether the runs are the same.
/// - Throws: The errors of ``run(_:to:tilt:observe:)``.
@discardableResult
public func expectRepeatable(
  _ scenario: Scenario,
  for time: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let runs = try (0..<2).map { _ in try Simulation(scenario) }
  return try expectSame(runs[0], runs[1], for: time, sourceLocation: sourceLocation)
}

/// Describes the first difference between two simulations; nil if there is none.
private func difference(
  _ first: Simulation,
  _ second: Simulation,
  for time: Double
) throws -> String? {
  guard first !== second else { return "both are one simulation; make two" }
  let ids = (first.descriptions.map(\.id), second.descriptions.map(\.id))
  guard ids.0 == ids.1 else { return "the bodies are \(ids.0) and \(ids.1)" }
  guard first.tick == second.tick else {
    return "the simulations are at ticks \(first.tick) and \(second.tick)"
  }
  let last = try first.tick + lastTick(time, first.scenario)
  let comparison = try Comparison(
    SimulationReader(first, through: last),
    SimulationReader(second, through: last),
    within: nil
  )
  let place = "at tick \(first.tick), \(first.time.plain) s"
  func simulation(_ isSecond: Bool) -> String { isSecond ? "the second" : "the first" }
  switch comparison.outcome {
  case .number(let found):
    return "\(place), \(found.body) has \(found.field) \(found.first) and \(found.second)"
  case .body(let id, let isInSecond):
    return "\(place), \(id) is in \(simulation(isInSecond)) alone"
  case .entry(let entry, let isInSecond):
    return "\(place), in \(simulation(isInSecond)) alone: \(entry)"
  case .same, .ended:
    guard first.digest != second.digest else { return nil }
    return "\(place), the states are equal, but the digests differ: the runs differed before"
  }
}
