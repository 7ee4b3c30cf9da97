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
    guard scalar.flag == nil, ValueAdvice.advice(on: self) == nil else { return wrongType() }
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

  /// The type apart from a word, a list or a mapping in its place.
  var firstType: FieldType {
    var type = type
    while case .either(let first, _) = type { type = first }
    return type
  }

  /// Whether the value is one of the field's words.
  func isWord(_ word: String) -> Bool { node.scalar?.text == word }

  func list() -> [Value]? {
    guard case .list(let element, let count) = firstType, let nodes = node.sequence,
      count.contains(nodes.count), dividedFormula == nil, !hasFlatPoints
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
    let remedy = ValueAdvice.advice(on: self).map { "; \($0)" } ?? type.remedy
    report("expected \(type.words), got \(got)\(remedy)")
    return nil
  }

  /// The value in a message. What a formula computes explains nothing where there should be two numbers.
  private var got: String {
    if case .pair = type, let formula = node.scalar?.formula { return formula }
    return "\(node)"
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

extension ParameterRange {
  /// The units that a number may have after it: one, or two if the range names two, as in `units/s (or rad/s)`.
  var units: [String] {
    let parts = unit.split(separator: " (or ")
    guard parts.count == 2 else { return [unit] }
    return [String(parts[0]), String(parts[1].dropLast())]
  }
}
