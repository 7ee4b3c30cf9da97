internal import Chipmunk
internal import Tiltbox

/// Reads the fields of one expectation.
struct ExpectationReader {
  let fields: Fields
  let names: FormulaNames

  /// The unit of what is expected, and so of its bounds and its tolerance.
  private var unit: String {
    if fields.has("firstContact") || fields.has("breaks") { return "s" }
    let key = FieldTable.conditionKeys.first(where: fields.has) ?? ""
    return fields.table[key]?.type.quantity?.unit ?? ""
  }

  func number(_ key: String) -> Double? { fields[key]?.formula(names) }

  /// The tolerance, if it is given.
  func within() -> Double? { fields["within"]?.expected(in: unit).formula(names) }

  func vector(_ value: Value) -> Vector? {
    guard let parts = value.list()?.map({ $0.formula(names) }), parts.count == 2,
      let x = parts[0], let y = parts[1]
    else { return nil }
    return Vector(x, y)
  }

  /// Returns the tolerance, which every comparison of numbers needs.
  func tolerance(of value: Value, unit: String) -> Double? {
    let isMisspelt = fields.value.diagnostics.suppresses(fields.path("within"))
    if fields["within"] == nil, !fields.has("within"), !isMisspelt {
      value.report("needs a tolerance; give within, in \(unit)")
    }
    return within()
  }

  /// Reads a target: a value or a formula of time, with a tolerance, or bounds.
  func target(_ value: Value, unit: String) -> Scenario.Expectation.Target? {
    guard value.node.mapping != nil else {
      guard let number = value.formulaOfTime(names),
        let tolerance = tolerance(of: value, unit: unit)
      else { return nil }
      switch number {
      case .number(let number): return .near(number, within: tolerance)
      case .function(let function):
        let formula = names.withNumbers(value.node.scalar?.text ?? "")
        return .following(.init(formula, function), within: tolerance)
      }
    }
    guard let bounds = value.fields() else { return nil }
    let (low, high) = (
      bounds["min"]?.expected(in: unit).formula(names),
      bounds["max"]?.expected(in: unit).formula(names)
    )
    if !["min", "max"].contains(where: bounds.has) {
      reportMissingBounds(bounds)
    }
    return .between(low, high)
  }

  /// Reports that there are no bounds, unless an unknown key may be one.
  private func reportMissingBounds(_ bounds: Fields) {
    let diagnostics = fields.value.diagnostics
    let isMisspelt = ["min", "max"].contains { diagnostics.suppresses(bounds.path($0)) }
    if isMisspelt || bounds.hasUnexplainedKeys {
      diagnostics.suppress(bounds.value.path)
    } else {
      bounds.value.report("has no bounds; give min, or max")
    }
  }

  /// Suppresses problems in the values of formulas, which may be wrong because their body could not be read.
  func suppressFormulas() {
    for field in fields.table.fields where field.type.quantity != nil && fields.has(field.key) {
      guard let value = fields[field.key], value.node.scalar?.number == nil else { continue }
      fields.value.diagnostics.suppressPart(value.path)
    }
  }

  /// Reads the target of one number, or a value for each of several numbers, with one tolerance.
  func targets(_ value: Value) -> [Scenario.Expectation.Target]? {
    guard value.node.sequence != nil else { return target(value, unit: "its unit").map { [$0] } }
    guard let numbers = numbers(value), let tolerance = tolerance(of: value, unit: "its unit")
    else { return nil }
    return numbers.map { .near($0, within: tolerance) }
  }

  private func numbers(_ value: Value) -> [Double]? {
    guard let nodes = value.node.sequence, !nodes.isEmpty else { return value.wrongType() }
    let type = FieldType.formula(Scenario.Expectation.number)
    let numbers = nodes.enumerated().map { index, node in
      Value(node, at: "\(value.path)[\(index)]", as: type, fields.value.diagnostics).formula(names)
    }
    return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
  }

  /// Reads a count, or bounds of one.
  func count(_ value: Value) -> ClosedRange<Int>? {
    guard value.node.mapping != nil else { return value.whole().map { $0...$0 } }
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
      value.report(
        least < 0
          ? "the minimum is \(least); give 0 or more"
          : "the minimum \(least) is above the maximum \(most); swap them"
      )
      return nil
    }
    return least...most
  }

  /// Reads the time at which the expectation must hold; if the file names none, returns `standard` or reports a
  /// problem.
  func when(else standard: Scenario.Expectation.When?) -> Scenario.Expectation.When? {
    if let at = fields["at"] {
      return at.isWord("end") ? .atEnd : time(at).map { .at($0) }
    }
    if let always = fields["always"] {
      return span(always).map { .always(from: $0.from, to: $0.to) }
    }
    if let eventually = fields["eventually"] {
      return span(eventually).map { .eventually(from: $0.from, to: $0.to) }
    }
    let isGiven = FieldTable.whenKeys.contains {
      fields.has($0) || fields.value.diagnostics.suppresses(fields.path($0))
    }
    if standard == nil, !isGiven {
      fields.value.report("needs a time; give at, always or eventually, as in at: end")
    }
    return isGiven ? nil : standard
  }

  /// Returns a time; reports a word that stands for none.
  private func time(_ value: Value) -> Double? {
    if isUnknownWord(value) {
      let word = value.node.scalar?.text ?? ""
      value.report(
        "\"\(word)\" is no time; give seconds, or end, or for any moment write eventually: true"
      )
      return nil
    }
    return value.formula(names)
  }

  /// Returns a number that does not depend on time.
  private func constant(_ value: Value) -> Double? {
    guard case .number(let number)? = value.formulaOfTime(names) else { return nil }
    return number
  }

  private func isUnknownWord(_ value: Value) -> Bool {
    guard let text = value.node.scalar?.text, !text.isEmpty else { return false }
    return text.allSatisfy(\.isLetter) && !names.mayMean(text)
  }

  private func span(_ value: Value) -> (from: Double, to: Double?)? {
    if value.node.scalar?.flag == true { return (0, nil) }
    guard let times = value.list()?.map({ $0.formula(names) }), times.count == 2,
      let from = times[0], let to = times[1]
    else { return nil }
    return (from, to)
  }

  /// Reports numbers outside their ranges, if the expectation as a whole cannot be checked.
  func reportRanges() {
    var ranges = [
      "within": Scenario.Expectation.tolerance, "at": Scenario.time, "asleepBy": Scenario.time,
    ]
    for measure in Scenario.Expectation.Measure.allCases {
      ranges[measure.rawValue] = Scenario.Expectation.number
    }
    for (key, range) in ranges {
      let field = key == "within" ? fields[key]?.expected(in: unit) : fields[key]
      guard let value = field, value.node.scalar != nil, !value.isWord("end"),
        let number = key == "at" ? time(value) : constant(value)
      else { continue }
      do { try range.check(number) } catch { value.report(error.description) }
    }
  }

  /// Reports problems in the fields that have not been read yet, fields that do not apply to this kind of
  /// expectation, and contradictory times.
  func readRest() {
    _ = within()
    _ = fields["with"]?.text()
    if let value = fields["value"], value.node.sequence != nil { _ = numbers(value) }
    if let at = fields["at"], !at.isWord("end") { _ = time(at) }
    for key in ["always", "eventually"] { _ = fields[key].flatMap(span) }
    guard let kind = FieldTable.conditionKeys.first(where: fields.has) else { return }
    let stray = "does not apply to this expectation; drop it"
    fields.reportStrays(beside: kind) { _ in stray }
    let number = kind == "target" ? "value" : kind
    if kind != "contacts", let value = fields[number], value.type.table != nil,
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
