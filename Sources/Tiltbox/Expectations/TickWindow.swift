/// When a condition is looked at, in ticks of the scenario's own step.
struct TickWindow {
  /// How many of the ticks must be right.
  enum Need {
    case one, all
  }

  let need: Need
  /// The ticks; an end that is nil is the run's last tick.
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

  /// Whether a tick is looked at as it comes. Where a longer step has passed over the whole window, the tick is that
  /// looks back on it.
  func contains(_ tick: Int, after previous: Int) -> Bool {
    guard let first else { return false }
    return tick >= first && (tick <= last ?? .max || previous < first)
  }
}
