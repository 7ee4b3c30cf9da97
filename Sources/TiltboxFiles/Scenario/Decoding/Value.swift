internal import Chipmunk
internal import Tiltbox

/// A value in the file with the type of its field. The methods return the value as this type; if it is wrong, they
/// report the problem and return nil.
struct Value {
  let node: Node
  let type: FieldType
  let diagnostics: Diagnostics
  private let parent: String
  private let part: PathComponent?

  /// Makes the value of a path, or of a part of it.
  init(
    _ node: Node,
    at path: String,
    _ part: PathComponent? = nil,
    as type: FieldType,
    _ diagnostics: Diagnostics
  ) {
    (self.node, self.type, self.diagnostics) = (node, type, diagnostics)
    (parent, self.part) = (path, part)
    if let refusal = node.refusal { report(refusal) }
  }

  /// The path of the field, which is only made where something needs it: most values are right.
  var path: String { part?.appended(to: parent) ?? parent }

  func report(_ message: String) { diagnostics.report(message, at: path, node.place) }

  /// Returns the text. A number is a text too: `id: 1`.
  func text() -> String? {
    guard let scalar = node.scalar else { return wrongType() }
    return scalar.text
  }

  func flag() -> Bool? { node.scalar?.flag ?? wrongType() }

  /// Returns the number, which may have its unit after it.
  func number() -> Double? {
    if let number = node.scalar?.number { return number }
    if case .fraction = type, let fraction = node.scalar?.fraction { return fraction }
    if let word = type.parameterRange?.wordForInfinity, isWord(word) { return .infinity }
    return numberWithUnit() ?? wrongType()
  }

  private func numberWithUnit() -> Double? {
    guard let written = node.scalar?.quantity, let range = type.parameterRange else { return nil }
    return range.units.contains(written.unit) ? written.number : nil
  }

  /// Returns the number, or the value of a formula.
  func formula(_ names: FormulaNames) -> Double? { value(names)?.number }

  /// Returns the number, or a formula as a function of time.
  func formulaOfTime(_ names: FormulaNames) -> FormulaValues.Value? { value(names.withTime) }

  private func value(_ names: FormulaNames) -> FormulaValues.Value? {
    guard let scalar = node.scalar else { return wrongType() }
    if let number = scalar.number ?? numberWithUnit() { return .number(number) }
    // Some texts are mistakes that are better explained as a whole than as a formula.
    guard scalar.flag == nil, advice == nil else { return wrongType() }
    do {
      return try Formula.value(of: scalar.text, FormulaValues(names))
    } catch {
      let offset = error.offset + (scalar.isPlain ? 0 : 1)
      diagnostics.report(error.message, at: path, node.place.advanced(by: offset))
      return nil
    }
  }

  /// The value as one of another type.
  func reading(as type: FieldType) -> Value { Value(node, at: path, as: type, diagnostics) }

  /// The value as a number or a formula in a unit.
  func expected(in unit: String) -> Value {
    reading(as: .formula(Scenario.Expectation.number(in: unit)))
  }

  /// The elements of a list, or a single value as its only element.
  func elements(as type: FieldType) -> [Value] {
    guard let nodes = node.sequence else { return [reading(as: type)] }
    let path = path
    return nodes.enumerated().map { Value($1, at: path, .index($0), as: type, diagnostics) }
  }

  /// Returns a point, an id, or an id and a point on that body.
  private func place() -> FieldContent? {
    if let id = node.scalar, id.number == nil { return .text(id.text) }
    guard let nodes = node.sequence, nodes.count == 2 else { return wrongType() }
    guard let id = nodes[0].scalar, id.number == nil, nodes[1].sequence != nil else {
      return reading(as: .vector(.position)).pair().map { .pair($0) }
    }
    return elements(as: .vector(.position))[1].pair().map { .list([.text(id.text), .pair($0)]) }
  }

  func whole() -> Int? {
    guard case .whole(let range, _) = firstType, let whole = node.scalar?.whole,
      range.contains(whole)
    else {
      return wrongType()
    }
    return whole
  }

  func pair() -> Vector? {
    if let nodes = node.sequence, nodes.count == 2, let x = nodes[0].plainNumber,
      let y = nodes[1].plainNumber
    {
      return Vector(x, y)
    }
    guard node.sequence?.count == 2, dividedFormula == nil, let range = firstType.parameterRange
    else { return wrongType() }
    let parts = elements(as: .number(range)).map { $0.number() }
    guard let x = parts[0], let y = parts[1] else { return nil }
    return Vector(x, y)
  }

  /// Returns one number or a list of numbers as a list.
  func numbers() -> [Double]? {
    let given = node.sequence?.count ?? (node.scalar?.number == nil ? 0 : 1)
    guard case .numbers(let count) = type, count.contains(given), dividedFormula == nil else {
      return wrongType()
    }
    return elements(as: .number(ValueDescription.number)).map { $0.number() }.complete()
  }

  /// Whether the value is one of the field's words.
  func isWord(_ word: String) -> Bool { node.scalar?.text == word }

  func list() -> [Value]? {
    guard case .list(let element, let count) = firstType, let nodes = node.sequence,
      count.contains(nodes.count), dividedFormula == nil, adviceOnFlatPoints == nil
    else { return wrongType() }
    return elements(as: element)
  }

  /// Reads the value as the field's type. A mapping keeps the members that can be read; a list needs all elements.
  func content() -> FieldContent? {
    switch type {
    case .text: return text().map { .text($0) }
    case .flag: return flag().map { .flag($0) }
    case .number, .size, .fraction: return number().map { .number($0) }
    case .whole: return whole().map { .whole($0) }
    case .pair: return pair().map { .pair($0) }
    case .numbers: return numbers().map { .list($0.map { .number($0) }) }
    case .choice(let words): return words.first(where: isWord).map { .text($0) } ?? wrongType()
    case .either(.number, .choice(let words)):
      return words.first(where: isWord).map { .text($0) } ?? number().map { .number($0) }
    case .timing:
      _ = timing()
      return nil
    case .either(let list, .mapping) where node.sequence != nil: return reading(as: list).content()
    case .place: return place()
    case .either(.list, .mapping): return fields().map { .mapping($0.members()) }
    case .formula, .names, .either: return nil
    case .list: return list()?.map { $0.content() }.complete().map { .list($0) }
    case .mapping, .another: return fields().map { .mapping($0.members()) }
    }
  }

  /// Returns the fields of a mapping. Of another value, all problems in its parts are suppressed.
  func fields() -> Fields? {
    guard let table = type.table, let entries = node.mapping,
      node.bracedWords == nil || !type.takesList
    else {
      diagnostics.suppressPart(path)
      return wrongType()
    }
    return Fields(entries, of: self, table)
  }

  func wrongType<Wanted>() -> Wanted? {
    guard node.refusal == nil else { return nil }
    guard !diagnostics.isFull else {
      diagnostics.count(at: path)
      return nil
    }
    let remedy = advice.map { "; \($0)" } ?? type.remedy
    report("expected \(type.words), got \(got)\(remedy)")
    return nil
  }

  /// The value in a message. What a formula computes explains nothing where there should be two numbers.
  private var got: String {
    if case .pair = type, let formula = node.scalar?.formula { return formula }
    return "\(node)"
  }

  /// The advice for a scalar that is nearly right.
  var adviceOnScalar: String? {
    node.scalar.flatMap {
      type.meant(by: $0) ?? adviceOnFormula($0.text) ?? firstType.nearestWhole(to: $0)
    }
  }

  /// Returns the advice for a formula of the file's names that has braces, a dollar sign or nothing in place of its =.
  func adviceOnFormula(_ text: String) -> String? {
    switch firstType {
    case .number, .size, .fraction, .whole, .numbers:
      diagnostics.names.advice(onFormula: text.filter { !"${}".contains($0) })
    default: nil
    }
  }

  /// The type of the value apart from a word or a mapping.
  private var firstType: FieldType {
    if case .either(let first, _) = type { return first }
    return type
  }
}

extension Array {
  /// The elements; nil if one is missing.
  func complete<Part>() -> [Part]? where Element == Part? {
    let parts = compactMap(\.self)
    return parts.count == count ? parts : nil
  }
}

extension Node {
  /// The number of a plain scalar that can be used.
  fileprivate var plainNumber: Double? { refusal == nil ? scalar?.number : nil }
}

extension FieldType {
  /// Returns advice for a scalar that is nearly right.
  fileprivate func meant(by scalar: Scalar) -> String? {
    switch self {
    case .choice(let choices), .either(_, .choice(let choices)):
      if let meant = FieldSynonyms.choice(for: scalar.text, among: choices) {
        return "here it is called \(meant)"
      }
      if let near = Suggestion.nearest(to: scalar.text, among: choices) {
        return "did you mean \(near)?"
      }
      if choices.contains("kinematic"), case .flag? = FieldTable.body[scalar.text]?.type {
        return "that is a field of its own; write \(scalar.text): true"
      }
      if choices.contains("kinematic"), FieldTable.shape[scalar.text] != nil {
        return "a type says how the body moves; write \(scalar.text): … for its shape"
      }
      if let words = formulaMeant(by: scalar) { return words }
    case .either(.either(let first, _), _): return first.meant(by: scalar)
    case .formula, .either(.formula, _): return formulaMeant(by: scalar)
    case .number, .size, .fraction:
      if scalar.text.hasPrefix("=") { return "formulas are for scenario files; give a number" }
      if let words = adviceOnAbsence(scalar) ?? adviceOnRate(scalar) ?? converted(scalar)
        ?? Self.notation(scalar) ?? scalar.adviceOnIndices
      {
        return words
      }
      if let word = parameterRange?.wordForInfinity, ["infinity", "inf"].contains(scalar.text) {
        return "write \(word)"
      }
      if let value = try? Formula.number(of: scalar.text, .constants),
        scalar.isPlain
      {
        return "write \(value), or =\(scalar.text)"
      }
    case .flag where scalar.isPlain:
      if ["yes", "on", "y", "1"].contains(scalar.text.lowercased()) { return "write true" }
      if ["no", "off", "n", "0"].contains(scalar.text.lowercased()) { return "write false" }
    case .whole:
      if let words = Self.notation(scalar) { return words }
    case .flag: break
    default: return nil
    }
    let bare = Scalar(text: scalar.text, isPlain: true)
    let couldStand = !scalar.isPlain && (bare.number != nil || bare.flag != nil)
    return couldStand ? "drop the quotes" : nil
  }

  /// Returns advice for a number that is not a whole number in the range.
  fileprivate func nearestWhole(to scalar: Scalar) -> String? {
    guard case .whole(let range, _) = self, range.lowerBound < range.upperBound else { return nil }
    if range.contains(0), Scalar.wordsForNone.contains(scalar.text) { return "write 0" }
    guard let number = scalar.number, number.isFinite else { return "give a whole number" }
    if number < Double(range.lowerBound) { return "give \(range.lowerBound) or more" }
    if number > Double(range.upperBound) { return "give \(range.upperBound) or less" }
    let whole = Set([number.rounded(.down), number.rounded(.up)]).sorted()
    let near = whole.filter { Double(range.lowerBound)...Double(range.upperBound) ~= $0 }
    return "write \(near.map(\.shortest).joined(separator: " or "))"
  }

  /// Returns advice for a comparison, or for another unit, in place of a formula.
  private func formulaMeant(by scalar: Scalar) -> String? {
    guard parameterRange != nil else { return nil }
    let ends = scalar.text.split(separator: "..")
    if table?.name == "bounds", ends.count == 2, ends.allSatisfy({ Double($0) != nil }) {
      return "write {min: \(ends[0]), max: \(ends[1])}"
    }
    if table?.name == "bounds", let first = scalar.text.first, "<>".contains(first) {
      let bound = scalar.text.dropFirst().drop { "= ".contains($0) }
      return "write {\(first == "<" ? "max" : "min"): \(bound)}"
    }
    if let words = converted(scalar) ?? Self.notation(scalar) { return words }
    guard let written = scalar.quantity, let units = parameterRange?.units,
      Self.units.contains(written.unit), !units.contains(written.unit)
    else { return nil }
    if written.unit == "%" { return "it takes no percentage; write a number in \(units[0])" }
    return "write \(written.number.plain), " + (units == [""] ? "without a unit" : "in \(units[0])")
  }

  /// Returns the advice for `none` in place of 0.
  private func adviceOnAbsence(_ scalar: Scalar) -> String? {
    guard let range = parameterRange, range.contains(0), range.wordForInfinity == nil,
      !["per second", "s"].contains(range.unit),
      scalar.flag == false || Scalar.wordsForNone.contains(scalar.text)
    else { return nil }
    return "write 0"
  }

  /// Returns the advice for a time step in place of a rate, and for one with blanks.
  private func adviceOnRate(_ scalar: Scalar) -> String? {
    let text = scalar.text.filter { $0 != " " }
    if case .fraction = self {
      return Scalar(text: text, isPlain: true).fraction.map { _ in "write \(text)" }
    }
    guard parameterRange?.unit == "Hz", text.hasPrefix("1/"), let rate = Double(text.dropFirst(2))
    else { return nil }
    return "write \(rate.plain), in Hz"
  }

  /// Units that are no names in formulas.
  private static let units = ["%", "units", "units/s", "units/s²", "rad", "rad/s", "s", "kg", "Hz"]

  /// Returns advice for a number with characters of other notations.
  private static func notation(_ scalar: Scalar) -> String? {
    notations.lazy.compactMap { wrong, right, words in
      let text = scalar.text.replacing(wrong, with: right)
      guard text != scalar.text, Scalar(text: text, isPlain: true).number != nil else { return nil }
      return "\(words)write \(text)" + (right == "." ? ", with a point" : "")
    }.first
  }

  private static let notations = [
    (",", ".", ""), ("_", "", ""), ("'", "", ""), ("\u{2212}", "-", minus("U+2212")),
    ("\u{2013}", "-", minus("U+2013")),
  ]

  private static func minus(_ name: String) -> String { "the sign is \(name), not a hyphen; " }

  /// Returns advice that converts a number in another unit to the field's unit.
  private func converted(_ scalar: Scalar) -> String? {
    guard let written = scalar.quantity, let units = parameterRange?.units,
      !units.contains(written.unit)
    else { return nil }
    let unit = units[0]
    if case .fraction = self, written.number >= 1, ["Hz", "hz", "fps"].contains(written.unit) {
      return "write 1/\(written.number.plain), in s"
    }
    if unit.hasPrefix("units"), Self.lengths.contains(where: written.unit.hasPrefix) {
      return "write \(written.number.plain); you choose the unit of length"
    }
    guard let factor = Self.factors[unit]?[written.unit] else { return nil }
    let number = (written.number * factor).brief(9)
    return unit.isEmpty ? "write \(number)" : "write \(number), in \(unit)"
  }

  private static let lengths = ["px", "pt", "m", "cm", "mm", "pixel"]

  private static let factors: [String: [String: Double]] = [
    "rad": ["deg": Double.pi / 180, "degrees": .pi / 180, "°": .pi / 180],
    "rad/s": ["rpm": Double.pi / 30, "rev/s": 2 * .pi, "deg/s": .pi / 180, "°/s": .pi / 180],
    "units": ["unit": 1], "units/s": ["unit/s": 1],
    "s": ["ms": 1e-3, "sec": 1, "seconds": 1, "min": 60],
    "": ["%": 1e-2],
    "kg": ["g": 1e-3, "t": 1e3],
    "Hz": ["fps": 1, "hz": 1, "kHz": 1e3],
  ]
}

extension ParameterRange {
  /// The units that a number may have after it: one, or two if the range names two, as in `units/s (or rad/s)`.
  var units: [String] {
    let parts = unit.split(separator: " (or ")
    guard parts.count == 2 else { return [unit] }
    return [String(parts[0]), String(parts[1].dropLast())]
  }
}
