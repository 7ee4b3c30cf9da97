extension Scenario.Expectation.When: CustomStringConvertible {
  /// When, in words.
  public var description: String {
    switch self {
    case .at(let time): "at \(time.plain) s"
    case .atEnd: "at the end"
    case .always(let from, let to): "at all times" + Self.span(from, to)
    case .eventually(let from, let to): "at some time" + Self.span(from, to)
    }
  }

  private static func span(_ from: Double, _ to: Double?) -> String {
    if from == 0, to == nil { return "" }
    return " from \(from.plain) s to " + (to.map { "\($0.plain) s" } ?? "the end")
  }
}

extension Scenario.Expectation.When {
  /// The latest time, in seconds; nil for the run's end.
  var latestTime: Double? {
    switch self {
    case .at(let time): time
    case .atEnd: nil
    case .always(let from, let to), .eventually(let from, let to): to ?? from
    }
  }

  /// The field to write.
  var member: FieldContent.Member {
    switch self {
    case .at(let time): .init("at", .number(time))
    case .atEnd: .init("at", .text("end"))
    case .always(let from, let to): .init("always", Self.content(from, to))
    case .eventually(let from, let to): .init("eventually", Self.content(from, to))
    }
  }

  private static func content(_ from: Double, _ to: Double?) -> FieldContent {
    if from == 0, to == nil { return .flag(true) }
    return .list([.number(from), to.map(FieldContent.number) ?? .text("end")])
  }

  /// Reports times outside the run, and intervals that end before they begin.
  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    switch self {
    case .at(let time): found.checkTime("\(site.path).at", time, site.scenario)
    case .atEnd: break
    case .always(let from, let to), .eventually(let from, let to):
      let path = "\(site.path).\(member.key)"
      found.checkTime(path, from, site.scenario)
      guard let to else { return }
      found.checkTime(path, to, site.scenario)
      if from > to { found.add(path, "the interval ends before it begins; swap its times") }
    }
  }
}

/// The ticks at which a condition is checked, in the scenario's own step; also the newest tick of the run.
struct TickWindow {
  /// How many of the ticks must meet the condition.
  enum Need {
    case one, all
  }

  let need: Need
  /// The first and last tick; nil means the run's last tick.
  let first: Int?
  let last: Int?
  private(set) var newest = (tick: 0, time: 0.0)
  private var ticksOfScenario = -1

  init(_ when: Scenario.Expectation.When, step: Double) {
    func tick(_ time: Double) -> Int { Int(ticks: (time / step).rounded()) }
    switch when {
    case .at(let time): (need, first, last) = (.all, tick(time), tick(time))
    case .atEnd: (need, first, last) = (.all, nil, nil)
    case .always(let from, let to): (need, first, last) = (.all, tick(from), to.map(tick))
    case .eventually(let from, let to): (need, first, last) = (.one, tick(from), to.map(tick))
    }
  }

  /// Moves on to the newest tick, and returns whether to check there. If a longer step has skipped the whole window, the
  /// first tick after it counts.
  mutating func isDue(at simulation: Simulation) -> Bool {
    let previous = ticksOfScenario
    newest = (simulation.tick, simulation.time)
    ticksOfScenario = simulation.ticksOfScenario
    guard let first, ticksOfScenario >= first else { return false }
    return ticksOfScenario <= last ?? .max || previous < first
  }

  /// Whether to check at the end of the run.
  var isAtEnd: Bool { first == nil }

  /// Whether the run was long enough to conclude that all ticks meet the condition.
  var isOver: Bool { need == .one || ticksOfScenario >= last ?? 0 }

  /// The end of a run that was too short.
  var earlyEnd: String { "a run that ended before, at \(newest.time.plain) s" }
}
