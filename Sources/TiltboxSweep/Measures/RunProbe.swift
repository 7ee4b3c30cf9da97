internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Observes a run and computes its measures.
final class RunProbe {
  let simulation: Simulation
  /// Whether each expectation was met, once the run has ended.
  private(set) var expectations: [Bool] = []

  private let measures: [Measure]
  /// The quantities of the scenario that each measure refers to.
  private let names: [[Double]]
  /// The indices of the bodies that each measure refers to; nil for one that the run lacks.
  private let bodies: [[Int?]]
  /// The trackers of each measure, and their states.
  private let trackers: [[Tracker]]
  private var states: [[Tracker.State]]
  /// The measure that is observed or evaluated.
  private var current = 0
  private let monitor: ExpectationMonitor?

  /// Makes a probe and observes the run's first tick.
  init(_ measures: [Measure], _ simulation: Simulation) throws {
    (self.simulation, self.measures) = (simulation, measures)
    monitor =
      measures.contains(where: \.usesExpectations)
      ? try ExpectationMonitor(readingFilesOf: simulation) : nil
    let known = measures.allSatisfy(\.names.isEmpty) ? nil : FormulaNames(simulation.scenario, nil)
    names = measures.map { $0.names.map { (try? known?.value(of: $0, at: 0)) ?? .nan } }
    let ids = simulation.scenario.bodies.lazy.map(\.id)
    bodies = measures.map { $0.bodies.map { ids.firstIndex(of: $0) } }
    trackers = measures.map(\.trackers)
    states = trackers.map { $0.map { _ in Tracker.State() } }
    observeTrackers(areNew: true)
  }

  /// Observes the newest tick.
  func observe() {
    observeTrackers(areNew: false)
    monitor?.observe(simulation)
  }

  private func observeTrackers(areNew: Bool) {
    let tick = simulation.tick
    for measure in trackers.indices {
      current = measure
      for index in trackers[measure].indices {
        if areNew { states[measure][index] = trackers[measure][index].begin(self) }
        // A tracker may read those before it.
        var state = states[measure][index]
        guard state.ticks.contains(tick) else { continue }
        trackers[measure][index].observe(self, &state)
        states[measure][index] = state
      }
    }
  }

  /// Returns the measures' values at the end of the run; NaN for a measure without a value.
  func values() -> [Double] {
    expectations = monitor?.finish(simulation).map(\.isMet) ?? []
    return measures.indices.map { measure in
      current = measure
      let value = measures[measure].term.value(self)
      return value.isFinite ? value : .nan
    }
  }

  /// Returns a quantity of the scenario that the current measure refers to.
  func name(_ slot: Int) -> Double { names[current][slot] }

  /// Returns the index of a body that the current measure refers to; nil if the run lacks it.
  func body(_ slot: Int) -> Int? { bodies[current][slot] }

  /// Returns the value of a tracker of the current measure.
  func value(ofTracker index: Int) -> Double { states[current][index].value }
}

// The functions of a run in a formula: a quantity of a body, its contacts, its sleep, or the result of an expectation.
extension RunMeaning {
  /// The functions with names of bodies as arguments.
  static let readings =
    Scenario.Expectation.Measure.allCases.map(\.rawValue) + [
      "firstContact", "contacts", "asleep", "expect",
    ]

  func call(_ name: String, texts: [FormulaText], at offset: Int) throws(FormulaError) -> Term {
    func expect(_ count: ClosedRange<Int>, _ example: String) throws(FormulaError) {
      guard !count.contains(texts.count) else { return }
      throw FormulaError(offset: offset, message: "\(name) is written as in \(example)")
    }
    switch name {
    case "firstContact":
      try expect(2...2, "firstContact(ball, walls)")
      let body = try list.body(texts[0])
      let pair = ContactPair(body.id, try list.partner(texts[1]))
      return list.tracked(.firstContact(pair), of: body.slot)
    case "contacts":
      try expect(1...2, "contacts(ball), or contacts(ball, walls)")
      let body = try list.body(texts[0])
      let partner = texts.count == 2 ? try list.partner(texts[1]) : nil
      return list.tracked(.contacts(ContactPair(body.id, partner)), of: body.slot)
    case "asleep":
      try expect(1...1, "asleep(ball)")
      let slot = try list.body(texts[0]).slot
      return list.tracked(.asleep(slot), of: slot)
    case "expect":
      try expect(0...1, "expect, or expect(1) for the first")
      return try list.expectation(texts.first, at: offset)
    default:
      guard let measure = Scenario.Expectation.Measure(rawValue: name) else {
        preconditionFailure("\(name) is no reading")
      }
      try expect(1...2, "\(name)(ball), or \(name)(ball, 1.5) for a time in seconds")
      let now = Self.value(of: measure, try list.body(texts[0]).slot)
      guard texts.count == 2 else { return now }
      let time = try term(of: texts[1].text, at: texts[1].offset)
      try checkTime(time, at: texts[1].offset)
      return list.tracked(.over(.max, now.value), time, time)
    }
  }

  private static func value(of measure: Scenario.Expectation.Measure, _ slot: Int) -> Term {
    guard let reading = measure.reading else {
      return Term { run in
        run.body(slot).map { measure.value(of: $0, in: run.simulation) } ?? .nan
      }
    }
    return Term { run in run.body(slot).map { reading(run.simulation.states[$0]) } ?? .nan }
  }
}
