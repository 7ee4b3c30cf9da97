import Chipmunk

/// Watches a quantity of one body, of several bodies, or of none.
struct StateEvaluator: ExpectationEvaluator {
  /// The reading of a body at a tick.
  struct Reading {
    /// The distance from the allowed values; 0 or less is right, and NaN is wrong.
    let distance: Double
    /// The value in words.
    let got: String

    var isRight: Bool { distance <= 0 }
  }

  private let ids: [String]
  private let window: TickWindow
  /// Reads every body; the id is empty for a quantity without a body.
  private let read: (_ simulation: Simulation) -> [(body: String, reading: Reading)]

  /// The worst reading at the first wrong tick if all must be right, or the best reading if one must be.
  private var decisive: (tick: Int, time: Double, body: String, reading: Reading)?
  private var wasLooked = false
  private var isDecided = false
  private var newest = (tick: 0, time: 0.0, ofScenario: -1)

  init(
    _ ids: [String],
    _ when: Scenario.Expectation.When,
    _ step: Double,
    read: @escaping (_ simulation: Simulation, _ index: Int) -> Reading
  ) {
    self.ids = ids
    window = TickWindow(when, step: step)
    self.read = { simulation in
      ids.map { id in
        let reading = simulation.place(of: id).map { read(simulation, $0) }
        return (id, reading ?? Reading(distance: .infinity, got: "no such body any more"))
      }
    }
  }

  /// Watches a quantity that belongs to no body.
  init(
    _ when: Scenario.Expectation.When,
    _ step: Double,
    read: @escaping (_ simulation: Simulation) -> Reading
  ) {
    ids = []
    window = TickWindow(when, step: step)
    self.read = { [("", read($0))] }
  }

  mutating func observe(_ simulation: Simulation) {
    let previous = newest.ofScenario
    newest = (simulation.tick, simulation.time, simulation.ticksOfScenario)
    if window.contains(newest.ofScenario, after: previous), !isDecided { look(simulation) }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.first == nil { look(simulation) }
  }

  /// The worst of all readings counts.
  private mutating func look(_ simulation: Simulation) {
    wasLooked = true
    var worst: (body: String, reading: Reading)?
    for candidate in read(simulation)
    where worst.map({ !(candidate.reading.distance <= $0.reading.distance) }) ?? true {
      worst = candidate
    }
    guard let worst else { return }
    switch window.need {
    case .all:
      if decisive == nil || !worst.reading.isRight || window.first == window.last {
        decisive = (simulation.tick, simulation.time, worst.body, worst.reading)
      }
      isDecided = !worst.reading.isRight
    case .one:
      if decisive.map({ worst.reading.distance < $0.reading.distance }) ?? true {
        decisive = (simulation.tick, simulation.time, worst.body, worst.reading)
      }
      isDecided = worst.reading.isRight
    }
  }

  var decisiveTick: Int? { decisive?.tick ?? newest.tick }
  var bodies: Set<String> { decisive.map { [$0.body] } ?? Set(ids) }

  var verdict: (isMet: Bool, got: String) {
    guard wasLooked else { return (false, "a run that ended before, at \(newest.time.plain) s") }
    guard let decisive else { return (true, "no bodies that it is about") }
    let isMet = decisive.reading.isRight && reachesEnd
    let subject = ids.count > 1 ? "\(decisive.body): " : ""
    if decisive.reading.isRight, !isMet {
      return (false, "a run that ended before, at \(newest.time.plain) s")
    }
    if isMet, window.need == .all, window.first != window.last || ids.count > 1 {
      return (true, "")
    }
    return (isMet, "\(subject)\(decisive.reading.got) at \(decisive.time.plain) s")
  }

  /// Whether the run was long enough to conclude that all readings are right.
  private var reachesEnd: Bool {
    window.need == .one || newest.ofScenario >= window.last ?? 0
  }
}

extension Simulation {
  /// The index of a body in ``bodies``, or nil if it is gone. Complexity: O(*bodies*).
  package func place(of id: String) -> Int? { descriptions.firstIndex { $0.id == id } }
}
