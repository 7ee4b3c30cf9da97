package import Tiltbox

extension Scenario {
  /// Draws a filmstrip for each unmet expectation: two moments before its decision, the decision, and one after it.
  ///
  /// - Throws: The errors of `ScenarioCheck` and of `Trajectory`.
  ///
  /// Complexity: O(*ticks* · *bodies*).
  package func pictures(of results: [ExpectationResult]) throws -> [String?] {
    let ticks = results.map { $0.isMet ? nil : $0.tick }
    let decided = ticks.compactMap(\.self)
    guard let first = decided.min(), let last = decided.max() else { return ticks.map { _ in nil } }
    let moments = [-0.4, -0.2, 0, 0.1]
    let range = Double(first) * world.step - 0.4...Double(last) * world.step + 0.1
    let simulation = try Simulation(self)
    let end = Int((range.upperBound / world.step).rounded(.up))
    let trajectory = try Trajectory(
      of: SimulationReader(simulation, through: min(lastTick(fallback: range.upperBound), end)),
      rate: 1 / world.step,
      range: range
    )
    return try ticks.map { tick in
      guard let tick else { return nil }
      let times = moments.map { Double(tick) * world.step + $0 }
      return try trajectory.strip(at: times.filter { $0 >= 0 && $0 <= trajectory.end + world.step })
    }
  }
}
