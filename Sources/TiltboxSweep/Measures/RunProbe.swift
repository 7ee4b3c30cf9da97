internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// Observes a run and computes its measures.
final class RunProbe {
  let simulation: Simulation
  /// Whether each expectation was met, once the run has ended.
  private(set) var expectations: [Bool] = []

  private let measures: [Measure]
  private let allNames: [[Double]]
  /// The trackers of all measures in order, and the state of each.
  private let trackers: [(measure: Int, tracker: Tracker)]
  private let firstTrackers: [Int]
  private var trackerStates: [Tracker.State] = []
  private var current = 0
  private let monitor: ExpectationMonitor?

  /// Makes a probe and observes the run's first tick; `given` has the numbers of the file's `let`.
  init(_ measures: [Measure], _ simulation: Simulation, given: [String: Double]) throws {
    self.simulation = simulation
    self.measures = measures
    let scenario = simulation.scenario
    monitor =
      measures.contains(where: \.usesExpectations)
      ? try ExpectationMonitor(readingFilesOf: simulation) : nil
    var (trackers, firstTrackers) = ([(measure: Int, tracker: Tracker)](), [Int]())
    for (index, measure) in measures.enumerated() {
      firstTrackers.append(trackers.count)
      trackers += measure.trackers.map { (index, $0) }
    }
    (self.trackers, self.firstTrackers) = (trackers, firstTrackers)
    if measures.contains(where: { !$0.names.isEmpty }) {
      var known = FormulaNames(scenario, nil)
      known.add(given: given)
      allNames = measures.map { measure in
        measure.names.map { (try? known.value(of: $0, at: 0)) ?? .nan }
      }
    } else {
      allNames = []
    }
    trackerStates = trackers.map { _ in Tracker.State() }
    for index in trackers.indices {
      current = trackers[index].measure
      trackerStates[index] = trackers[index].tracker.begin(self)
      observe(tracker: index, at: simulation.tick)
    }
  }

  /// Observes the newest tick.
  func observe() {
    let tick = simulation.tick
    for index in trackerStates.indices { observe(tracker: index, at: tick) }
    monitor?.observe(simulation)
  }

  private func observe(tracker index: Int, at tick: Int) {
    guard trackerStates[index].ticks.contains(tick) else { return }
    var state = trackerStates[index]
    current = trackers[index].measure
    trackers[index].tracker.observe(self, &state)
    trackerStates[index] = state
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
  func name(_ slot: Int) -> Double { allNames[current][slot] }

  /// Returns the value of a tracker of the current measure.
  func value(ofTracker index: Int) -> Double { trackerStates[firstTrackers[current] + index].value }
}

/// A function of a run in a formula: a quantity of a body, its contacts, its sleep, or the result of an expectation.
struct RunReading {
  let term: Term

  /// The functions with names of bodies as arguments.
  static let names =
    Scenario.Expectation.Measure.allCases.map(\.rawValue) + [
      "firstContact", "contacts", "asleep", "expect",
    ]

  init(
    _ name: String,
    _ texts: [FormulaText],
    at offset: Int,
    in list: TrackerList,
    time: (FormulaText) throws(FormulaError) -> Term
  ) throws(FormulaError) {
    func expect(_ count: ClosedRange<Int>, _ example: String) throws(FormulaError) {
      guard !count.contains(texts.count) else { return }
      throw FormulaError(offset: offset, message: "\(name) is written as in \(example)")
    }
    switch name {
    case "firstContact":
      try expect(2...2, "firstContact(ball, walls)")
      let body = try list.body(texts[0])
      let partner = try list.partner(texts[1])
      term = list.tracked(.firstContact(ContactPair(body.id, partner)))
    case "contacts":
      try expect(1...2, "contacts(ball), or contacts(ball, walls)")
      let body = try list.body(texts[0])
      let partner = texts.count == 2 ? try list.partner(texts[1]) : nil
      term = list.tracked(.contacts(ContactPair(body.id, partner)))
    case "asleep":
      try expect(1...1, "asleep(ball)")
      term = list.tracked(.asleep(try list.body(texts[0]).index))
    case "expect":
      try expect(0...1, "expect, or expect(1) for the first")
      term = try list.expectation(texts.first, at: offset)
    default:
      guard let measure = Scenario.Expectation.Measure(rawValue: name) else {
        preconditionFailure("\(name) is no reading")
      }
      try expect(1...2, "\(name)(ball), or \(name)(ball, 1.5) for a time in seconds")
      let value = Self.value(of: measure, try list.body(texts[0]).index)
      let now = Term(value)
      term = texts.count == 1 ? now : list.tracked(.at(value), try time(texts[1]))
    }
  }

  private static func value(
    of measure: Scenario.Expectation.Measure,
    _ body: Int
  ) -> @Sendable (RunProbe) -> Double {
    guard let reading = measure.reading else {
      return { measure.value(of: body, in: $0.simulation) }
    }
    return { reading($0.simulation.states[body]) }
  }
}
