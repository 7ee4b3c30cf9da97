import Chipmunk

/// The body meets a partner for the first time, at a time if one is given.
struct FirstContactCondition: ExpectationCondition {
  let partner: String
  let time: EventTime

  static let sharedKeys = ["at", "within"]
  static let toleranceUnit: String? = "s"
  static let fields = [
    Field("firstContact", .text)
      .means("What the body meets for the first time: a body, walls, or walls.bottom.")
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let partner = reader.text(key) else { return nil }
    return .firstContact(with: partner, at: reader.number("at"), within: reader.within())
  }

  var latestTime: Double? { time.at }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    if site.body == nil { found.add("\(site.path).body", "a first contact is one body's; name it") }
    found.checkPartner(partner, of: site.body, at: "\(site.path).firstContact")
    time.report(at: site, to: &found)
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    let pair = ContactPair(ids.first ?? "", partner)
    return FirstEventEvaluator(
      bodies: pair.bodies,
      time: time,
      step: scenario.world.step,
      matches: { $0.kind == .begin && pair.matches($0) },
      words: { event, time in event == nil ? "no contact by \(time)" : time }
    )
  }

  func words(_ subject: String) -> String { "\(subject) first meets \(partner)\(time.words)" }

  var members: [FieldContent.Member] { [.init("firstContact", .text(partner))] + time.members }
}

/// A constraint breaks, at a time if one is given, or does not break.
struct BreakCondition: ExpectationCondition {
  let constraint: String
  var time = EventTime()
  /// Whether it must break, rather than must not.
  var isWanted = true

  static let sharedKeys = ["at", "within"]
  static let keysWithoutOthers = ["holds"]
  static let toleranceUnit: String? = "s"
  static let fields = [
    Field("breaks", .text)
      .means("A constraint that breaks, at some time or at one given with at."),
    Field("holds", .text).means("A constraint that does not break."),
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let constraint = reader.text(key) else { return nil }
    if key == "holds" { return .holds(constraint) }
    return .breaks(constraint, at: reader.number("at"), within: reader.within())
  }

  private var key: String { isWanted ? "breaks" : "holds" }

  var latestTime: Double? { time.at }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    let path = "\(site.path).\(key)"
    if site.body != nil { found.add(path, "a constraint is meant, and no body; drop body") }
    time.report(at: site, to: &found)
    guard let index = found.constraint(constraint, at: path),
      site.scenario.constraints[index].breakForce == .infinity
    else { return }
    found.add(path, "\"\(constraint)\" cannot break; give constraints[\(index)] a breakForce")
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    let description = scenario.constraints.first { $0.id == constraint }
    return FirstEventEvaluator(
      bodies: description.map { [$0.a, $0.b] } ?? [],
      isWanted: isWanted,
      time: time,
      step: scenario.world.step,
      matches: { $0.kind == .break && $0.a == constraint },
      words: { event, time in
        event.map { "broken at \(time) by \($0.force.plain)" } ?? "unbroken at \(time)"
      }
    )
  }

  func words(_ subject: String) -> String {
    isWanted ? "\(constraint) breaks\(time.words)" : "\(constraint) does not break"
  }

  var members: [FieldContent.Member] { [.init(key, .text(constraint))] + time.members }
}

/// The time of an event, in seconds, and how far it may be off.
struct EventTime {
  /// Nil for any time.
  var at: Double?
  /// Nil for two steps.
  var tolerance: Double?

  var words: String {
    guard let at else { return "" }
    return " at \(at.plain) s, within " + (tolerance.map { "\($0.plain) s" } ?? "two steps")
  }

  var members: [FieldContent.Member] { .present("at", at) + .present("within", tolerance) }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    if let at { found.checkTime("\(site.path).at", at, site.scenario, slack: 1) }
    guard let tolerance else { return }
    found.check("\(site.path).within", tolerance, Scenario.Expectation.tolerance)
  }

  /// Whether the event may happen at a time, in steps of a length. The tolerance includes a time that exceeds it by a
  /// rounding error.
  func contains(_ time: Double, step: Double) -> Bool {
    at.map { abs(time - $0) <= (tolerance ?? 2 * step) + 1e-9 * step } ?? true
  }
}

/// Watches for the first event of a kind, such as a contact of two bodies or the break of a constraint.
struct FirstEventEvaluator: ExpectationEvaluator {
  let bodies: Set<String>
  /// Whether the event must happen, rather than must not.
  var isWanted = true
  /// The time at which it must happen.
  var time = EventTime()
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
    return (time.contains(found.time, step: step), got)
  }

  var decisiveTick: Int? {
    found?.tick ?? time.at.map { min(newest.tick, Int(min($0 / step, 1e15))) } ?? newest.tick
  }
}
