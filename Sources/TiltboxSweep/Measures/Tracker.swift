internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Follows a run tick by tick to compute a number that no single tick shows.
struct Tracker: Sendable {
  /// A statistic of a quantity over a period.
  enum Extreme: String, Sendable {
    case max, min, mean
  }

  enum Kind: Sendable {
    case over(Extreme, @Sendable (RunProbe) -> Double)
    case firstContact(ContactPair)
    case contacts(ContactPair)
    case asleep(Int)
  }

  /// The state of a tracker during a run.
  struct State {
    /// The ticks that it still has to observe.
    var ticks = 0...Int.max
    var count = 0
    var value = Double.nan
  }

  let kind: Kind
  /// The body without which there is nothing to observe, as a slot of the run; nil if there is none.
  let body: Int?
  /// The times of the first and the last tick to observe; nil for those of the run.
  let from: Term?
  let to: Term?

  /// Determines the ticks of a run to observe.
  func begin(_ run: RunProbe) -> State {
    let step = run.simulation.scenario.world.step
    func tick(_ term: Term) -> Int {
      let time = term.value(run)
      return time.isNaN ? .max : Int(max(-1, min((time / step).rounded(), 1e15)))
    }
    let first = from.map(tick) ?? 0
    if let body, run.body(body) == nil { return State(ticks: .max ... .max) }
    var state = State(ticks: first...max(first, to.map(tick) ?? .max))
    switch kind {
    case .contacts, .asleep: state.value = 0
    default: break
    }
    return state
  }

  /// Observes the newest tick, which must be one of the state's `ticks`.
  func observe(_ run: RunProbe, _ state: inout State) {
    let simulation = run.simulation
    switch kind {
    case .over(let extreme, let quantity): state.take(quantity(run), extreme)
    case .firstContact(let pair):
      guard simulation.events.contains(where: { $0.kind == .begin && pair.matches($0) }) else {
        return
      }
      state.value = simulation.time
      state.ticks = .max ... .max
    case .contacts(let pair):
      for event in simulation.events where event.kind == .begin && pair.matches(event) {
        state.value += 1
      }
    case .asleep(let body):
      guard simulation.tick > 0, let body = run.body(body), simulation.bodies[body].isSleeping
      else { return }
      state.count += 1
      state.value = Double(state.count) * simulation.scenario.world.step
    }
  }
}

extension Tracker.State {
  fileprivate mutating func take(_ number: Double, _ extreme: Tracker.Extreme) {
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

/// Collects the trackers and names that a measure's formula needs, while the formula is parsed.
final class TrackerList {
  private(set) var trackers: [Tracker] = []
  private(set) var names: [String] = []
  private(set) var bodies: [String] = []
  private(set) var usesExpectations = false
  /// The latest time written as a number at which a tracker begins or ends, in seconds; 0 if there is none.
  private(set) var latestTime = 0.0
  private let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The index of a named quantity in the list of quantities that a run looks up once.
  func slot(of name: String) -> Int { Self.slot(of: name, in: &names) }

  private static func slot(of name: String, in names: inout [String]) -> Int {
    if let slot = names.firstIndex(of: name) { return slot }
    names.append(name)
    return names.count - 1
  }

  /// Returns a term whose value is tracked from tick to tick.
  func tracked(
    _ kind: Tracker.Kind,
    of body: Int? = nil,
    _ from: Term? = nil,
    _ to: Term? = nil
  ) -> Term {
    latestTime = max(latestTime, from?.constant ?? 0, to?.constant ?? 0)
    let index = trackers.count
    trackers.append(Tracker(kind: kind, body: body, from: from, to: to))
    return Term { $0.value(ofTracker: index) }
  }

  /// Returns a body's id, and its slot in the list of bodies that a run looks up once: runs may differ in their bodies.
  func body(_ text: FormulaText) throws(FormulaError) -> (id: String, slot: Int) {
    let ids = scenario.bodies.map(\.id)
    guard ids.contains(text.text) else { throw unknown(text, "no body is called", among: ids) }
    return (text.text, Self.slot(of: text.text, in: &bodies))
  }

  func partner(_ text: FormulaText) throws(FormulaError) -> String {
    let walls = ["walls", "walls.bottom", "walls.right", "walls.top", "walls.left"]
    let known = scenario.bodies.map(\.id) + (scenario.walls == nil ? [] : walls)
    guard known.contains(text.text) else { throw unknown(text, "nothing is called", among: known) }
    return text.text
  }

  /// Returns whether the expectations are met: all of them, or the one with a number, counted from 1.
  func expectation(_ text: FormulaText?, at offset: Int) throws(FormulaError) -> Term {
    let count = scenario.expectations.count
    usesExpectations = true
    guard count > 0 else {
      throw FormulaError(offset: offset, message: "the scenario expects nothing; give it expect")
    }
    guard let text else {
      return Term(isYesNo: true) { run in
        run.expectations.isEmpty ? .nan : run.expectations.allSatisfy(\.self) ? 1 : 0
      }
    }
    guard let number = Int(text.text), (1...count).contains(number) else {
      let words =
        "the scenario has no expectation \(text.text); they are numbered from 1 to \(count)"
      throw FormulaError(offset: text.offset, message: words)
    }
    return Term(isYesNo: true) { run in
      run.expectations.count < number ? .nan : run.expectations[number - 1] ? 1 : 0
    }
  }

  private func unknown(_ text: FormulaText, _ words: String, among known: [String]) -> FormulaError
  {
    let near = Suggestion.nearest(to: text.text, among: known)
    let advice = near.map { "did you mean \($0)?" } ?? "known here: \(Suggestion.list(of: known))"
    return FormulaError(offset: text.offset, message: "\(words) \"\(text.text)\"; \(advice)")
  }
}
