/// Watches for the first event of a kind, such as a contact of two bodies or the break of a constraint.
struct FirstEventEvaluator: ExpectationEvaluator {
  let bodies: Set<String>
  /// Whether the event must happen, rather than must not.
  var isWanted = true
  /// The time at which it must happen, in seconds; nil for any.
  var time: Double?
  /// How far it may be off, in seconds; nil for two steps.
  var tolerance: Double?
  let step: Double
  let matches: (Event) -> Bool
  /// Describes the event, nil for none, at its time or at the newest one.
  let words: (_ event: Event?, _ time: String) -> String
  private(set) var found: (event: Event, tick: Int, time: Double)?
  private(set) var newest = (tick: 0, time: 0.0)

  mutating func observe(_ simulation: Simulation) {
    newest = (simulation.tick, simulation.time)
    guard found == nil, let event = simulation.events.first(where: matches) else { return }
    found = (event, newest.tick, newest.time)
  }

  var verdict: (isMet: Bool, got: String) {
    let got = words(found?.event, "\((found?.time ?? newest.time).plain) s")
    guard let found, isWanted else { return ((found != nil) == isWanted, got) }
    // The tolerance includes a time that exceeds it by a rounding error.
    let most = (tolerance ?? 2 * step) + 1e-9 * step
    return (time.map { abs(found.time - $0) <= most } ?? true, got)
  }

  var decisiveTick: Int? {
    found?.tick ?? time.map { min(newest.tick, Int(min($0 / step, 1e15))) } ?? newest.tick
  }
}
