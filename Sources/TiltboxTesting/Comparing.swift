internal import Chipmunk
public import Testing
public import Tiltbox

/// Expects that two simulations go the same way, bit for bit, from where they are; the first difference is an
/// issue of the test, with its tick, body and numbers.
///
/// - Parameters:
///   - first: a simulation.
///   - second: another one, of the same bodies.
///   - time: how long to compare, in simulated seconds of the first one.
///   - sourceLocation: where the issue is shown.
/// - Returns: whether they are the same.
/// - Throws: what a step throws.
@discardableResult
public func expectSame(
  _ first: Simulation,
  _ second: Simulation,
  for time: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let last = first.tick + Int((time / first.scenario.world.step).rounded())
  while true {
    if let difference = difference(first, second) {
      Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
      return false
    }
    guard first.tick < last else { return true }
    try first.advance()
    try second.advance()
  }
}

/// Expects that two runs of a scenario go the same way, bit for bit.
///
/// - Parameters:
///   - scenario: what to run twice, under its own tilt.
///   - time: how long, in simulated seconds.
///   - sourceLocation: where an issue is shown.
/// - Returns: whether they are the same.
/// - Throws: what ``run(_:to:tilt:observe:)`` throws.
@discardableResult
public func expectRepeatable(
  _ scenario: Scenario,
  for time: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let runs = try (0..<2).map { _ in try Simulation(scenario) }
  return try expectSame(runs[0], runs[1], for: time, sourceLocation: sourceLocation)
}

/// What tells two simulations apart at their ticks, or nil.
private func difference(_ first: Simulation, _ second: Simulation) -> String? {
  let ids = (first.descriptions.map(\.id), second.descriptions.map(\.id))
  guard ids.0 == ids.1 else { return "the bodies are \(ids.0) and \(ids.1)" }
  for (id, (one, other)) in zip(ids.0, zip(first.states, second.states)) {
    for ((name, a), (_, b)) in zip(one.numbers, other.numbers) where a.bitPattern != b.bitPattern {
      return
        "at tick \(first.tick) and \(second.tick), \(first.time.plain) s, \(id) has \(name) \(a) and \(b)"
    }
  }
  guard first.digest != second.digest, first.tick == second.tick else { return nil }
  return "at tick \(first.tick) the states are the same, and were not before"
}

extension BodyState {
  fileprivate var numbers: [(String, Double)] {
    [
      ("x", position.x), ("y", position.y), ("angle", angle), ("vx", velocity.x),
      ("vy", velocity.y), ("w", angularVelocity),
    ]
  }
}
