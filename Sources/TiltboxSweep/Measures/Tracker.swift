internal import Chipmunk
internal import Tiltbox

/// Follows a run tick by tick, and knows at its end a number that no single tick shows.
struct Tracker: Sendable {
  /// What becomes of a quantity over a time.
  enum Extreme: String, Sendable {
    case max, min, mean
  }

  enum Kind: Sendable {
    case over(Extreme, @Sendable (RunProbe) -> Double)
    case at(@Sendable (RunProbe) -> Double)
    case firstContact(ContactPair)
    case contacts(ContactPair)
    case asleep(Int)
  }

  private let kind: Kind
  private let from: (@Sendable (RunProbe) -> Double)?
  private let to: (@Sendable (RunProbe) -> Double)?
  private var ticks = 0...Int.max
  private var count = 0
  private(set) var value = Double.nan

  init(
    _ kind: Kind,
    from: (@Sendable (RunProbe) -> Double)?,
    to: (@Sendable (RunProbe) -> Double)?
  ) {
    (self.kind, self.from, self.to) = (kind, from, to)
  }

  /// Finds out which ticks count, and begins anew.
  mutating func begin(_ run: RunProbe) {
    let step = run.simulation.scenario.world.step
    func tick(_ time: Double) -> Int {
      time.isNaN ? .max : Int(Swift.max(0, Swift.min((time / step).rounded(), 1e15)))
    }
    let first = from.map { tick($0(run)) } ?? 0
    switch kind {
    case .at: ticks = first...first
    default: ticks = first...Swift.max(first, to.map { tick($0(run)) } ?? .max)
    }
    switch kind {
    case .contacts, .asleep: value = 0
    default: value = .nan
    }
    count = 0
  }

  /// Looks at the newest tick.
  mutating func observe(_ run: RunProbe) {
    let simulation = run.simulation
    switch kind {
    case .over(let extreme, let quantity):
      if ticks.contains(simulation.tick) { take(quantity(run), extreme) }
    case .at(let quantity):
      if ticks.lowerBound == simulation.tick { value = quantity(run) }
    case .firstContact(let pair):
      guard value.isNaN else { return }
      let isMet = simulation.events.contains { $0.kind == .begin && pair.matches($0) }
      if isMet { value = simulation.time }
    case .contacts(let pair):
      for event in simulation.events where event.kind == .begin && pair.matches(event) {
        value += 1
      }
    case .asleep(let body):
      guard simulation.tick > 0, simulation.bodies[body].isSleeping else { return }
      count += 1
      value = Double(count) * simulation.scenario.world.step
    }
  }

  private mutating func take(_ number: Double, _ extreme: Extreme) {
    guard !number.isNaN else { return }
    count += 1
    switch extreme {
    case _ where count == 1: value = number
    case .max: value = Swift.max(value, number)
    case .min: value = Swift.min(value, number)
    case .mean: value += (number - value) / Double(count)
    }
  }
}
