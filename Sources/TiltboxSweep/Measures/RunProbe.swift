internal import Tiltbox
internal import TiltboxScenario

/// A run as its measures see it.
final class RunProbe {
  let simulation: Simulation
  /// The quantities of the scenario that the measure at work names.
  private(set) var names: [Double] = []
  /// Which expectations have come true, once the run is over.
  private(set) var expectations: [Bool] = []

  private let measures: [Measure]
  private var trackers: [[Tracker]]
  private var allNames: [[Double]]
  private var current = 0
  private let monitor: ExpectationMonitor?

  /// Makes a probe, and looks at the run's first tick.
  init(_ measures: [Measure], _ simulation: Simulation) throws {
    self.simulation = simulation
    self.measures = measures
    let scenario = simulation.scenario
    monitor =
      measures.contains(where: \.usesExpectations) ? try ExpectationMonitor(simulation) : nil
    trackers = measures.map(\.trackers)
    allNames = []
    if measures.contains(where: { !$0.names.isEmpty }) {
      let known = FormulaNames(scenario, nil)
      allNames = measures.map { measure in
        measure.names.map { (try? known.value(of: $0, at: 0)) ?? .nan }
      }
    }
    for measure in measures.indices {
      select(measure)
      for index in trackers[measure].indices {
        var tracker = trackers[measure][index]
        tracker.begin(self)
        tracker.observe(self)
        trackers[measure][index] = tracker
      }
    }
  }

  /// Looks at the newest tick.
  func observe() {
    for measure in trackers.indices where !trackers[measure].isEmpty {
      select(measure)
      for index in trackers[measure].indices {
        var tracker = trackers[measure][index]
        tracker.observe(self)
        trackers[measure][index] = tracker
      }
    }
    monitor?.observe(simulation)
  }

  /// The measures' values, now that the run is over; not a number where there is none.
  func values() -> [Double] {
    expectations = monitor?.finish(simulation).map(\.isMet) ?? []
    return measures.indices.map { measure in
      select(measure)
      let value = measures[measure].term.value(self)
      return value.isFinite ? value : .nan
    }
  }

  func value(ofTracker index: Int) -> Double { trackers[current][index].value }

  private func select(_ measure: Int) {
    current = measure
    if !allNames.isEmpty { names = allNames[measure] }
  }
}
