import Chipmunk

/// Two ids that may touch each other; `walls` means any wall.
package struct ContactPair: Sendable {
  let a: String
  let b: String?

  package init(_ a: String, _ b: String?) { (self.a, self.b) = (a, b) }

  package func matches(_ event: Event) -> Bool {
    (Self.is(event.a, a) && Self.is(event.b, b)) || (Self.is(event.b, a) && Self.is(event.a, b))
  }

  private static func `is`(_ name: String, _ wanted: String?) -> Bool {
    guard let wanted else { return true }
    return name == wanted || (wanted == "walls" && name.hasPrefix("walls."))
  }

  var bodies: Set<String> { b.map { [a, $0] } ?? [a] }
}

/// The number of contacts that the body has begun is in a range, with a partner if one is given.
struct ContactCountCondition: ExpectationCondition {
  let partner: String?
  let range: ClosedRange<Int>
  let when: When

  static let sharedKeys = FieldTable.whenKeys
  static let fields = [
    Field("contacts", .either(.whole(0...1_000_000_000), .mapping(.bounds)))
      .means("How many contacts the body begins."),
    Field("with", .text).of(["contacts"])
      .means("With whom those contacts are; with anybody if absent."),
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    guard let range = reader.count(key), let when = reader.when(else: .atEnd) else { return nil }
    return .contacts(with: reader.text("with"), range, when)
  }

  var isAboutBodies: Bool { true }
  var window: When? { when }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    if let partner { found.checkPartner(partner, of: site.body, at: "\(site.path).with") }
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    ContactCountEvaluator(
      ids: ids,
      pairs: ids.map { ContactPair($0, partner) },
      range: range,
      window: TickWindow(when, step: scenario.world.step),
      counts: Array(repeating: 0, count: ids.count)
    )
  }

  func words(_ subject: String) -> String {
    let count =
      range.lowerBound == range.upperBound
      ? "\(range.lowerBound)"
      : range.upperBound == .max
        ? "\(range.lowerBound) or more"
        : "\(range.lowerBound) to \(range.upperBound)"
    let noun = count == "1" ? "contact" : "contacts"
    return "\(subject) begins \(count) \(noun)\(partner.map { " with \($0)" } ?? "")"
  }

  var members: [FieldContent.Member] {
    let most = range.upperBound < .max ? range.upperBound : nil
    let bounds = [FieldContent.Member("min", .whole(range.lowerBound))] + .present("max", most)
    return [.init("contacts", .mapping(bounds))] + .present("with", partner)
  }
}

/// Counts the contacts that begin.
struct ContactCountEvaluator: ExpectationEvaluator {
  let ids: [String]
  let pairs: [ContactPair]
  let range: ClosedRange<Int>
  private(set) var window: TickWindow
  private(set) var counts: [Int]
  private(set) var seen: (tick: Int, time: Double, counts: [Int])?
  private(set) var isDecided = false

  mutating func observe(_ simulation: Simulation) {
    let isDue = window.isDue(at: simulation)
    for event in simulation.events where event.kind == .begin {
      for index in pairs.indices where pairs[index].matches(event) { counts[index] += 1 }
    }
    if isDue { evaluate() }
  }

  mutating func finish(_ simulation: Simulation) {
    if window.isAtEnd { evaluate() }
  }

  private mutating func evaluate() {
    guard !isDecided else { return }
    seen = (window.newest.tick, window.newest.time, counts)
    let isRight = counts.allSatisfy(range.contains)
    isDecided = window.need == .all ? !isRight : isRight
  }

  var verdict: (isMet: Bool, got: String) {
    guard let seen, window.isOver else { return (false, window.earlyEnd) }
    let wrong = seen.counts.firstIndex { !range.contains($0) }
    let shown = wrong ?? 0
    guard seen.counts.indices.contains(shown) else { return (true, "no bodies that it is about") }
    let subject = ids.count > 1 ? "\(ids[shown]): " : ""
    return (wrong == nil, "\(subject)\(seen.counts[shown]) by \(seen.time.plain) s")
  }

  var decisiveTick: Int? { seen?.tick ?? window.newest.tick }
  var bodies: Set<String> {
    guard let wrong = seen?.counts.firstIndex(where: { !range.contains($0) }) else {
      return Set(ids)
    }
    return [ids[wrong]]
  }
}

/// Contacts begin and end in order, each at the tick of the previous one or later.
struct OrderCondition: ExpectationCondition {
  let changes: [Scenario.Expectation.ContactChange]

  static let fields = [
    Field("order", .list(.mapping(.contactChange), count: 1...1000))
      .means("Contacts that begin and end in this order.")
  ]

  static func read(_ key: String, _ reader: some ConditionReader) -> Condition? {
    reader.changes(key).map { .order($0) }
  }

  func report(at site: ExpectationSite, to found: inout DiagnosticList) {
    if changes.isEmpty {
      found.add("\(site.path).order", "the list is empty; name a contact")
    } else if site.body != nil {
      found.add("\(site.path).body", "each contact names its bodies; drop body")
    }
    for (index, change) in changes.enumerated() {
      let path = "\(site.path).order[\(index)].\(change.kind.rawValue)"
      found.checkName(change.a, in: found.names.partners, at: path)
      found.checkPartner(change.b, of: change.a, at: path)
    }
  }

  func evaluator(of ids: [String], in scenario: Scenario) -> any ExpectationEvaluator {
    OrderEvaluator(changes: changes)
  }

  func words(_ subject: String) -> String {
    "in this order: " + changes.map(\.description).joined(separator: ", ")
  }

  var members: [FieldContent.Member] {
    let list = changes.map { change in
      FieldContent.mapping([.init(change.kind.rawValue, .list([.text(change.a), .text(change.b)]))])
    }
    return [.init("order", .list(list))]
  }
}

extension FieldTable {
  package static let contactChange: FieldTable = FieldTable(
    "contactChange",
    "A contact that begins or ends between two bodies, or a body and walls.",
    [
      Field("begin", .list(.text, count: 2...2))
        .means("The two that begin to touch."),
      Field("separate", .list(.text, count: 2...2))
        .means("The two that cease to."),
    ],
    alternatives: .exactlyOne(["begin", "separate"])
  )
}

extension Scenario.Expectation.ContactChange: CustomStringConvertible {
  /// `ball meets crate-1`, `ball leaves crate-1`.
  public var description: String { "\(a) \(kind == .begin ? "meets" : "leaves") \(b)" }
}

/// Watches for contacts that begin and end in a given order.
struct OrderEvaluator: ExpectationEvaluator {
  let changes: [Scenario.Expectation.ContactChange]
  private(set) var times: [Double] = []
  private(set) var tick = 0

  mutating func observe(_ simulation: Simulation) {
    // Events of one tick have no order: any order counts, but each event once.
    var events = simulation.events
    while times.count < changes.count {
      let next = changes[times.count]
      let pair = ContactPair(next.a, next.b)
      guard let index = events.firstIndex(where: { $0.kind == next.kind && pair.matches($0) })
      else { break }
      events.remove(at: index)
      times.append(simulation.time)
    }
    tick = simulation.tick
  }

  var verdict: (isMet: Bool, got: String) {
    let seen = zip(changes, times).map { "\($0) at \($1.plain) s" }.joined(separator: ", ")
    guard times.count < changes.count else { return (true, seen) }
    let missing = "never \(changes[times.count])"
    return (false, times.isEmpty ? missing : "\(seen), then \(missing)")
  }

  var decisiveTick: Int? { tick }
  var bodies: Set<String> { Set(changes.flatMap { [$0.a, $0.b] }) }
}
