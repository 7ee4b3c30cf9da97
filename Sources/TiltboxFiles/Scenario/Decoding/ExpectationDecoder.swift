internal import Chipmunk
internal import Tiltbox

/// Decodes expectations from the tree, after the scenario that they refer to.
struct ExpectationDecoder {
  private let scenario: Scenario
  private let bodies: KnownNames
  /// The folder of the scenario file.
  private let folder: String

  init(scenario: Scenario, folder: String) {
    (self.scenario, self.folder) = (scenario, folder)
    bodies = KnownNames(scenario.bodies.map(\.id))
  }

  /// Decodes an expectation. If it cannot be read, returns a placeholder and suppresses reports about the whole.
  func expectation(_ value: Value) -> Scenario.Expectation {
    let unread = Scenario.Expectation.Condition.order([])
    // A pair in place of a time is a position, so that no kind is missing.
    if value.node["at"]?.sequence?.count == 2 {
      value.diagnostics.suppress("\(value.path).position")
    }
    guard let fields = value.fields() else { return Scenario.Expectation(nil, unread) }
    let id = fields["body"]?.text()
    var body = id.flatMap { bodies[$0] }.map { scenario.bodies[$0] }
    if body == nil, fields.has("body") { body = .placeholder }
    var names = FormulaNames(scenario, body)
    names.areGuesses = id.map { value.diagnostics.isUnreliable("numbers.\($0)") } ?? false
    let reader = ExpectationReader(fields: fields, names: names, folder: folder)
    let condition = reader.condition()
    reader.readRest()
    if names.areGuesses { reader.suppressFormulas() }
    guard let condition else {
      reader.reportRanges()
      value.diagnostics.suppress(value.path)
      fields.suppress("order")
      return Scenario.Expectation(id, unread)
    }
    return Scenario.Expectation(id, condition)
  }
}

extension BodyDescription {
  /// A body for one that is unknown, so that formulas with a body's names can be checked.
  fileprivate static var placeholder: BodyDescription {
    var body = BodyDescription(id: "")
    body.position = Vector(10, 10)
    body.shapes = [ShapeDescription(.circle(radius: 1))]
    body.mass = 1
    return body
  }
}

/// Reads the fields of one expectation.
private struct ExpectationReader: ConditionReader {
  let fields: Fields
  let names: FormulaNames
  /// The folder of the scenario file.
  let folder: String

  /// The kind of condition, by the first key that is given.
  private var kind: (type: any ExpectationCondition.Type, key: String)? {
    for type in Scenario.Expectation.kinds {
      if let key = type.keys.first(where: fields.has) { return (type, key) }
    }
    return nil
  }

  func condition() -> Scenario.Expectation.Condition? {
    kind.flatMap { $0.type.read($0.key, self) }
  }

  /// The unit of what is expected, and so of its bounds and its tolerance.
  private var unit: String {
    guard let kind else { return "" }
    return kind.type.toleranceUnit ?? fields.table[kind.key]?.type.parameterRange?.unit ?? ""
  }

  func has(_ key: String) -> Bool { fields.has(key) }
  func report(_ message: String, at key: String) { fields[key]?.report(message) }
  func text(_ key: String) -> String? { fields[key]?.text() }
  func number(_ key: String) -> Double? {
    guard let value = fields[key] else { return nil }
    guard key == "at", value.isWord("end") else { return value.formula(names) }
    value.report("an event has a time of its own; give seconds, or drop at")
    return nil
  }

  func within() -> Double? {
    guard let value = fields["within"] else { return nil }
    guard let text = value.node.scalar?.text, text.hasSuffix("%") else {
      return value.expected(in: unit).formula(names)
    }
    let due = fields[comparedKey]?.node.scalar?.text ?? ""
    let tolerance = Value.part(text, of: try? Formula.number(of: due, names))
    let remedy = tolerance.map { "for \(text) of \(due) write \($0)" } ?? "write a number"
    value.report("is no percentage; \(remedy)" + (unit.isEmpty ? "" : ", in \(unit)"))
    return nil
  }

  /// The key of the number that the tolerance belongs to.
  private var comparedKey: String {
    guard let kind else { return "" }
    return kind.type.toleranceUnit == nil ? kind.key == "target" ? "value" : kind.key : "at"
  }

  func path(_ key: String, _ name: String) -> String {
    fields[key]?.node.place.resolved(name, in: folder) ?? name
  }

  func vector(_ key: String) -> Vector? { fields[key].flatMap { vector($0) } }

  private func vector(_ value: Value) -> Vector? { pair(value).map { Vector($0, $1) } }

  func vectors(_ key: String) -> [Vector]? { fields[key]?.list()?.map { vector($0) }.complete() }

  func changes(_ key: String) -> [Scenario.Expectation.ContactChange]? {
    fields[key]?.list()?.map(change).complete()
  }

  private func change(_ value: Value) -> Scenario.Expectation.ContactChange? {
    guard let fields = value.fields() else { return nil }
    for kind in [Event.Kind.begin, .separate] {
      guard let names = fields[kind.rawValue]?.list()?.map({ $0.text() }), names.count == 2,
        let a = names[0], let b = names[1]
      else { continue }
      return Scenario.Expectation.ContactChange(kind, a, b)
    }
    return nil
  }

  func tolerance(of key: String, unit: String) -> Double? {
    if fields["within"] == nil, !fields.has("within"), !fields.suppresses("within") {
      report("needs a tolerance; give within, in \(unit)", at: key)
    }
    return within()
  }

  func target(_ key: String, unit: String) -> Scenario.Expectation.Target? {
    guard let value = fields[key] else { return nil }
    guard value.node.mapping != nil else {
      guard let number = value.formulaOfTime(names),
        let tolerance = tolerance(of: key, unit: unit)
      else { return nil }
      switch number {
      case .number(let number): return .near(number, within: tolerance)
      case .function(let function):
        let formula = names.withNumbers(value.node.scalar?.text ?? "")
        guard (try? Formula.value(of: formula, FormulaValues(names.withTime))) != nil else {
          value.report("is too long with the numbers of let in it; compute a part of it in let")
          return nil
        }
        return .following(.init(formula, function), within: tolerance)
      }
    }
    guard let bounds = value.fields() else { return nil }
    let ends = ["min", "max"]
    if !ends.contains(where: bounds.has) {
      // Unless an unknown key may be one.
      if ends.contains(where: bounds.suppresses) || bounds.hasUnexplainedKeys {
        value.diagnostics.suppress(value.path)
      } else {
        value.report("has no bounds; give min, or max")
      }
    }
    let numbers = ends.map { bounds[$0]?.expected(in: unit).formula(names) }
    return .between(numbers[0], numbers[1])
  }

  /// Suppresses problems in the values of formulas, which may be wrong because their body could not be read.
  func suppressFormulas() {
    for field in fields.table.fields where field.type.parameterRange != nil && fields.has(field.key)
    {
      guard let value = fields[field.key], value.node.scalar?.number == nil else { continue }
      fields.value.diagnostics.suppressPart(value.path)
    }
  }

  func targets(_ key: String) -> [Scenario.Expectation.Target]? {
    guard let value = fields[key] else { return nil }
    guard value.node.sequence != nil else { return target(key, unit: "its unit").map { [$0] } }
    guard let numbers = numbers(value), let tolerance = tolerance(of: key, unit: "its unit")
    else { return nil }
    return numbers.map { .near($0, within: tolerance) }
  }

  private func numbers(_ value: Value) -> [Double]? {
    guard value.node.sequence?.isEmpty == false else { return value.wrongType() }
    let numbers = value.elements(as: .formula(Scenario.Expectation.number))
    return numbers.map { $0.formula(names) }.complete()
  }

  func count(_ key: String) -> ClosedRange<Int>? {
    guard let value = fields[key] else { return nil }
    guard value.node.mapping != nil else {
      if let text = value.node.scalar?.text, value.node.scalar?.number == nil,
        (try? Formula.number(of: text, names)) != nil
      {
        value.report("a formula stands in bounds; write {min: \(text), max: \(text)}")
        return nil
      }
      return value.whole().map { $0...$0 }
    }
    guard let bounds = value.fields() else { return nil }
    let low = bounds["min"]?.formula(names) ?? 0
    let high = bounds["max"]?.formula(names)
    guard let least = Int(exactly: low), high == nil || high.flatMap({ Int(exactly: $0) }) != nil
    else {
      value.report("expected whole numbers of contacts; round min and max")
      return nil
    }
    let most = high.flatMap { Int(exactly: $0) } ?? .max
    guard least >= 0, least <= most else {
      let order = "the minimum \(least) is above the maximum \(most); swap them"
      value.report(least < 0 ? "the minimum is \(least); give 0 or more" : order)
      return nil
    }
    return least...most
  }

  func when(else standard: Scenario.Expectation.When?) -> Scenario.Expectation.When? {
    if let at = fields["at"] { return at.isWord("end") ? .atEnd : time(at).map { .at($0) } }
    if let always = fields["always"] {
      return span(always).map { .always(from: $0.from, to: $0.to) }
    }
    if let eventually = fields["eventually"] {
      return span(eventually).map { .eventually(from: $0.from, to: $0.to) }
    }
    let isGiven = FieldTable.whenKeys.contains { fields.has($0) || fields.suppresses($0) }
    if standard == nil, !isGiven {
      fields.value.report("needs a time; give at, always or eventually, as in at: end")
    }
    return isGiven ? nil : standard
  }

  /// Returns a time; reports a word that stands for none.
  private func time(_ value: Value) -> Double? {
    let word = value.node.scalar?.text ?? ""
    guard !word.isEmpty, word.allSatisfy(\.isLetter), !names.mayMean(word) else {
      return value.formula(names)
    }
    let remedy = "give seconds, or end, or for any moment write eventually: true"
    value.report("\"\(word)\" is no time; \(remedy)")
    return nil
  }

  private func span(_ value: Value) -> (from: Double, to: Double?)? {
    if value.node.scalar?.flag == true { return (0, nil) }
    guard let ends = value.list() else { return nil }
    if ends[1].isWord("end") { return ends[0].formula(names).map { ($0, nil) } }
    return pair(value).map { ($0, $1) }
  }

  /// Returns the two numbers of a list.
  private func pair(_ value: Value) -> (Double, Double)? {
    guard let numbers = value.list()?.map({ $0.formula(names) }).complete(), numbers.count == 2
    else { return nil }
    return (numbers[0], numbers[1])
  }

  /// Reports numbers outside their ranges, if the expectation as a whole cannot be checked.
  func reportRanges() {
    for field in fields.table.fields where field.type.takesFormula {
      guard let parameterRange = field.type.parameterRange, let value = fields[field.key],
        value.node.scalar != nil, !value.isWord("end"), let number = number(value, of: field.key)
      else { continue }
      let range = field.key == "within" ? Scenario.Expectation.tolerance : parameterRange
      do { try range.check(number) } catch { value.report(error.description) }
    }
  }

  /// Reads a number as the condition does, so that both report the same problem.
  private func number(_ value: Value, of key: String) -> Double? {
    switch key {
    case "within": within()
    case "at": time(value)
    case "asleepBy": value.formula(names)
    default: value.formulaOfTime(names)?.number
    }
  }

  /// Reports problems in the fields that have not been read yet, fields that do not apply to this kind of
  /// expectation, and contradictory times.
  func readRest() {
    _ = within()
    _ = fields["with"]?.text()
    if let value = fields["value"], value.node.sequence != nil { _ = numbers(value) }
    if let at = fields["at"], !at.isWord("end") {
      if kind == nil, let pair = at.node.sequence, pair.count == 2 {
        at.report("a time is one number; write position: \(Value.list(pair)), at: end")
      } else {
        _ = time(at)
      }
    }
    for key in ["always", "eventually"] { _ = fields[key].flatMap(span) }
    guard let (type, kind) = kind else { return }
    if type.toleranceUnit != nil, !fields.has("at"), !fields.suppresses("at") {
      fields["within"]?.report("is how far the time may be off; give at, or drop it")
    }
    let stray = "does not apply to this expectation; drop it"
    fields.reportStrays(beside: kind) { _ in stray }
    if kind != "contacts", let value = fields[comparedKey], value.type.table != nil,
      value.node.mapping != nil
    {
      fields["within"]?.report(stray)
    }
    let times = FieldTable.whenKeys.filter {
      fields.has($0) && fields.table[$0]?.owners?.contains(kind) == true
    }
    for key in times.dropFirst() {
      fields[key]?.report("cannot stand beside \(times[0]); drop one of them")
    }
  }
}
