/// The ticks at which a condition is checked, in the scenario's own step.
struct TickWindow {
  /// How many of the ticks must meet the condition.
  enum Need {
    case one, all
  }

  let need: Need
  /// The first and last tick; nil means the run's last tick.
  let first: Int?
  let last: Int?

  init(_ when: Scenario.Expectation.When, step: Double) {
    func tick(_ time: Double) -> Int { Int(ticks: (time / step).rounded()) }
    switch when {
    case .at(let time): (need, first, last) = (.all, tick(time), tick(time))
    case .atEnd: (need, first, last) = (.all, nil, nil)
    case .always(let from, let to): (need, first, last) = (.all, tick(from), to.map(tick))
    case .eventually(let from, let to): (need, first, last) = (.one, tick(from), to.map(tick))
    }
  }

  /// Whether to check at a new tick. If a longer step has skipped the whole window, the first tick after it counts.
  func contains(_ tick: Int, after previous: Int) -> Bool {
    guard let first else { return false }
    return tick >= first && (tick <= last ?? .max || previous < first)
  }
}
