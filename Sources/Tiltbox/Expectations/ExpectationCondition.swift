package import Chipmunk

/// A condition of expectations: its fields in a file, and what they mean. Each is one type, in the list
/// ``Scenario/Expectation/kinds``.
package protocol ExpectationCondition: Sendable {
  /// The fields that name the condition, and others that belong to these.
  static var fields: [Field] { get }
  /// The fields that it shares with other conditions: `at`, `always`, `eventually`, `within`.
  static var sharedKeys: [String] { get }
  /// The keys of the condition beside which none of these can stand.
  static var keysWithoutOthers: [String] { get }
  /// The unit of `within`, if it is another one than that of the field.
  static var toleranceUnit: String? { get }
  /// Reads the condition that a key names; nil after reporting what is wrong.
  static func read(_ key: String, _ reader: some ConditionReader) -> Scenario.Expectation.Condition?

  /// Whether this is expected of every dynamic body if no body is named.
  var isAboutBodies: Bool { get }
  /// The time at which the condition must hold, if it can hold at any.
  var window: Scenario.Expectation.When? { get }
  /// The latest other time that the condition names, in seconds; nil if it names none.
  var latestTime: Double? { get }
  /// Reports the problems of the condition, such as unknown names and times outside the run.
  func report(at site: ExpectationSite, to found: inout DiagnosticList)
  /// Makes the evaluator for some bodies; throws for a recording that was not read.
  func evaluator(
    of ids: [String],
    in scenario: Scenario
  ) throws(Diagnostic) -> any ExpectationEvaluator
  /// The expectation in words, with its tolerance and units.
  func words(_ subject: String) -> String
  /// The fields to write.
  var members: [FieldContent.Member] { get }
}

extension ExpectationCondition {
  typealias Condition = Scenario.Expectation.Condition
  typealias When = Scenario.Expectation.When

  package static var sharedKeys: [String] { [] }
  package static var keysWithoutOthers: [String] { [] }
  package static var toleranceUnit: String? { nil }
  package var isAboutBodies: Bool { false }
  package var window: Scenario.Expectation.When? { nil }
  package var latestTime: Double? { nil }

  /// The keys that name the condition; an expectation has one key of one condition.
  package static var keys: [String] { fields.filter { $0.owners == nil }.map(\.key) }
}

/// The place of an expectation in a scenario.
package struct ExpectationSite {
  let path: String
  let body: String?
  let scenario: Scenario
}

/// Reads the fields of an expectation. Each method returns nil for a missing field, and for a wrong one after reporting
/// it.
package protocol ConditionReader {
  /// Whether a field is present, valid or not.
  func has(_ key: String) -> Bool
  func text(_ key: String) -> String?
  func number(_ key: String) -> Double?
  func vector(_ key: String) -> Vector?
  func vectors(_ key: String) -> [Vector]?
  func changes(_ key: String) -> [Scenario.Expectation.ContactChange]?
  /// Reads a count, or bounds of one.
  func count(_ key: String) -> ClosedRange<Int>?
  /// Reads a value or a formula of time, with a tolerance, or bounds.
  func target(_ key: String, unit: String) -> Scenario.Expectation.Target?
  /// Reads the target of one number, or a value for each of several numbers, with one tolerance.
  func targets(_ key: String) -> [Scenario.Expectation.Target]?
  /// Reads the tolerance of a field, which every comparison of numbers needs.
  func tolerance(of key: String, unit: String) -> Double?
  /// Reads the tolerance, if it is given.
  func within() -> Double?
  /// Reads the time at which the expectation must hold; if the file names none, returns `standard` or reports a problem.
  func when(else standard: Scenario.Expectation.When?) -> Scenario.Expectation.When?
  /// The path of a file that a field names, relative to the folder of the scenario.
  func path(_ key: String, _ name: String) -> String
  func report(_ message: String, at key: String)
}

extension Scenario.Expectation {
  /// The conditions, in the order of their fields.
  package static let kinds: [any ExpectationCondition.Type] = [
    FirstContactCondition.self, ContactCountCondition.self, VectorCondition.self,
    NumberCondition.self, TargetCondition.self, SleepCondition.self, InsideCondition.self,
    OrderCondition.self, BreakCondition.self, DigestCondition.self,
  ]
}

extension Scenario.Expectation.Condition {
  var content: any ExpectationCondition {
    switch self {
    case .firstContact(let partner, let time, let tolerance):
      FirstContactCondition(partner: partner, time: EventTime(at: time, tolerance: tolerance))
    case .value(let measure, let target, let when):
      NumberCondition(measure: measure, target: target, when: when)
    case .vector(let measure, let value, let tolerance, let when):
      VectorCondition(measure: measure, value: value, tolerance: tolerance, when: when)
    case .numbers(let target, let targets, let when):
      TargetCondition(target: target, targets: targets, when: when)
    case .asleep(let time): SleepCondition(time: time)
    case .inside(let low, let high, let when): InsideCondition(low: low, high: high, when: when)
    case .contacts(let partner, let range, let when):
      ContactCountCondition(partner: partner, range: range, when: when)
    case .order(let changes): OrderCondition(changes: changes)
    case .breaks(let constraint, let time, let tolerance):
      BreakCondition(constraint: constraint, time: EventTime(at: time, tolerance: tolerance))
    case .holds(let constraint): BreakCondition(constraint: constraint, isWanted: false)
    case .digest(let file): DigestCondition.recording(file)
    case .digestValue(let digest, let time): DigestCondition.value(digest, at: time)
    }
  }
}

extension Scenario.Expectation: CustomStringConvertible {
  /// The expectation in words, with its tolerance and units.
  public var description: String {
    let content = condition.content
    return content.words(body ?? "every body") + (content.window.map { " \($0)" } ?? "")
  }

  /// The expectation's fields in a file.
  package var members: [FieldContent.Member] {
    let content = condition.content
    return .present("body", body) + content.members + (content.window.map { [$0.member] } ?? [])
  }

  /// Makes the evaluator of the expectation; throws for a recording that was not read.
  func evaluator(_ scenario: Scenario) throws(Diagnostic) -> any ExpectationEvaluator {
    let ids = body.map { [$0] } ?? scenario.bodies.filter { $0.type == .dynamic }.map(\.id)
    return try condition.content.evaluator(of: ids, in: scenario)
  }

  fileprivate func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    let content = condition.content
    if let body, found.names.bodies[body] == nil, ["all", "every", "any"].contains(body) {
      found.add("\(site.path).body", "without body it is about every dynamic body; drop it")
    } else if let body {
      found.checkName(body, in: found.names.bodies, at: "\(site.path).body")
    }
    if body == nil, content.isAboutBodies, !found.names.hasDynamicBody {
      found.add(
        site.path,
        "there is no dynamic body, so nothing is expected; add one, or name a body",
        missing: MissingName("", in: "bodies")
      )
    }
    content.report(at: site, to: &found)
    content.window?.report(at: site, to: &found)
  }

  /// An expected number, in its own unit.
  package static let number = number(in: "")

  /// An expected number in a unit.
  package static func number(in unit: String) -> ParameterRange {
    ParameterRange("expected value", unit, -1e30...1e30)
  }

  /// The greatest allowed deviation, in the same unit.
  package static let tolerance = ParameterRange("tolerance", "", 0...1e30)
}

extension Scenario {
  /// Reports the problems of the expectations.
  func reportExpectations(to found: inout DiagnosticList) {
    for (index, expectation) in expectations.enumerated() {
      let path = "expect[\(index)]"
      let site = ExpectationSite(path: path, body: expectation.body, scenario: self)
      expectation.report(at: site, to: &found)
    }
  }

  /// The problems of expectations that are not part of the scenario.
  func diagnostics(of expectations: [Expectation]) -> [Diagnostic] {
    var scenario = self
    scenario.expectations = expectations
    var found = DiagnosticList(of: scenario)
    scenario.reportExpectations(to: &found)
    return found.diagnostics
  }

  /// The latest time that an expectation names, in seconds; nil if none names a time.
  package var latestExpectedTime: Double? {
    expectations.map { $0.condition.content }.compactMap { $0.window?.latestTime ?? $0.latestTime }
      .max()
  }

  /// A time within a run, in seconds.
  package static let time = ParameterRange("time", "s", 0...1e9)
}

extension FieldTable {
  package static let expectation: FieldTable = FieldTable(
    "expectation",
    "Something that is expected of a run. Numbers may be formulas, as in sqrt(2*h/g).",
    [
      Field("body", .text)
        .means("The body that is meant; every dynamic one if absent.")
    ] + Scenario.Expectation.kinds.flatMap { $0.fields } + [
      Field("at", .either(.formula(Scenario.time), .choice(["end"])))
        .of(conditionKeys(sharing: "at"))
        .means("The time at which it holds, in seconds, or end."),
      Field("always", period).of(conditionKeys(sharing: "always"))
        .means("At all times, true, or those from one to another, in seconds, or to end."),
      Field("eventually", period).of(conditionKeys(sharing: "eventually"))
        .means("At some time, true, or one between two, in seconds, or one and end."),
      Field("within", .formula(Scenario.Expectation.number)).of(conditionKeys(sharing: "within"))
        .means(
          "How far it may be off: in the unit of what is expected; of a first contact or a break in seconds."
        ),
    ],
    alternatives: .exactlyOne(conditionKeys)
  )

  package static let bounds: FieldTable = FieldTable(
    "bounds",
    "A least and a greatest number; one may be absent.",
    [
      Field("min", .formula(Scenario.Expectation.number))
        .means("The least number."),
      Field("max", .formula(Scenario.Expectation.number))
        .means("The greatest number."),
    ]
  )

  /// The keys of conditions; an expectation has one of them.
  package static let conditionKeys = Scenario.Expectation.kinds.flatMap { $0.keys }

  private static func conditionKeys(sharing key: String) -> [String] {
    Scenario.Expectation.kinds.filter { $0.sharedKeys.contains(key) }.flatMap { kind in
      kind.keys.filter { !kind.keysWithoutOthers.contains($0) }
    }
  }

  /// All the time, or from one time to another.
  private static let period = FieldType.either(
    .list(.formula(Scenario.time), count: 2...2),
    .choice(["true"])
  )

  /// The keys of times.
  package static let whenKeys = ["at", "always", "eventually"]
}

extension [FieldContent.Member] {
  /// The field of a value, or no field if there is no value.
  static func present(_ key: String, _ value: (some FieldConvertible)?) -> Self {
    value?.content.map { [.init(key, $0)] } ?? []
  }
}

extension DiagnosticList {
  /// Reports a name that is none of those that an expectation may use.
  mutating func checkName(
    _ name: String,
    in known: KnownNames,
    at path: @autoclosure () -> String
  ) {
    guard known[name] == nil else { return }
    let side = "walls." + (["floor", "ground"].contains(name) ? "bottom" : name)
    let listed = known.names.prefix(13).joined(separator: ", ")
    let near = known[side] == nil ? nearest(to: name, among: known) : side
    let choice =
      if let near {
        "did you mean \(near)?"
      } else if name.hasPrefix("walls"), known["walls"] == nil {
        "give walls: {size: [width, height]}"
      } else if listed.isEmpty {
        "the scenario has no bodies"
      } else {
        "known here: \(listed)" + (known.names.count > 13 ? ", …" : "")
      }
    let words = "nothing here is called \"\(name)\"; \(choice)"
    add(path(), words, missing: MissingName(name, in: "bodies"))
  }

  /// Reports a partner of a contact that is unknown, or that is the body itself.
  mutating func checkPartner(
    _ partner: String,
    of body: String?,
    at path: @autoclosure () -> String
  ) {
    checkName(partner, in: names.partners, at: path())
    guard partner == body, names.bodies[partner] != nil else { return }
    add(path(), "a body never meets itself; name another, or walls")
  }

  /// Reports a time after the run. By default, it may be as late as the last tick is the nearest one.
  mutating func checkTime(
    _ path: String,
    _ time: Double,
    _ scenario: Scenario,
    slack: Double = 0.5
  ) {
    check(path, time, Scenario.time)
    guard let end = scenario.run.duration, time >= end + slack * scenario.world.step else { return }
    add(path, "the run ends at \(end.plain) s, before \(time.plain) s; lengthen run.duration")
  }
}
