internal import Chipmunk
internal import Tiltbox

/// The parts of remedies: what they take from a value, or nil if the value or its type has no such part.
enum RemedyParts {
  typealias Part = @Sendable (Value) -> String?

  static let all = [ofFields, ofTexts, ofNumbers, ofQuantities, ofLists, ofMappings]
    .reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private static let ofFields: [String: Part] = [
    "key": { $0.key },
    "unit": { $0.type.parameterRange?.units.first { !$0.isEmpty } },
    "names": { $0.firstType.namesOfPair },
    "example": { $0.type.table.flatMap { examples[$0.name] } },
    // What stands for no body in a list of two ids.
    "otherBody": { value in
      guard case .list(.text, count: 2...2) = value.type else { return nil }
      return ["begin", "separate"].contains(value.key) ? "walls" : "ground"
    },
    "emptyList": { value in
      if case .list(_, let count) = value.type, count.contains(0) { "[]" } else { nil }
    },
    "most": { value in
      guard case .list(_, let count) = value.type, let given = value.node.sequence?.count,
        given > max(count.upperBound, 99)
      else { return nil }
      return "\(count.upperBound)"
    },
    "least": { value in
      guard case .list(_, let count) = value.firstType, let given = value.node.sequence?.count,
        given < count.lowerBound
      else { return nil }
      return "\(count.lowerBound)" + (count.count > 1 ? " or more" : "")
    },
  ]

  /// A mapping of each table, for texts in its place.
  private static let examples = [
    "body": "{circle: 10, mass: 1}", "shape": "{circle: 10}", "filter": "{group: 1}",
    "rope": "{from: [0, 90], to: [90, 90]}", "blob": "{radius: 40, stiffness: 800}",
    "constraint": "{pivot: [a, b], at: [0, 0]}", "value": "{id: score, numbers: 0}",
    "layer": "{id: sky, box: [20, 10]}", "touch": "{at: 1, point: [10, 20]}",
    "following": "{duration: 0.5}", "spring": "{duration: 0.5, bounce: 0.2}",
    "handover": "{body: ball, at: 1}", "animation": "{target: tilt, to: [1, 0]}",
    "expectation": "{body: ball, firstContact: walls}", "contactChange": "{begin: [a, walls]}",
  ]

  private static let ofTexts: [String: Part] = [
    "text": { $0.node.scalar?.text },
    "word": { $0.node.scalar?.number == nil ? $0.node.scalar?.text : nil },
    "pair": { ($0.node.scalar ?? $0.node.sequence?.first?.scalar)?.pairMeant },
    "coordinate": { $0.coordinate },
    "side": { $0.firstType.namesOfPair == "width, height" ? $0.coordinate : nil },
    "color": { $0.node.scalar.flatMap { ColorName.list(of: $0.text) } },
    "bound": { $0.node.scalar.map { String($0.text.drop { "<>= ".contains($0) }) } },
    "lower": { $0.node.scalar?.interval?.lower },
    "upper": { $0.node.scalar?.interval?.upper },
    "expected": { $0.tolerated?.number },
    "tolerance": { $0.tolerated?.tolerance },
    "compared": { $0.key == $0.comparedKey ? $0.key : nil },
    "comparedList": { $0.comparedKey },
    "formula": { value in value.node.scalar.flatMap { value.adviceOnFormula($0.text) } },
    "indices": { $0.node.scalar?.formulaOfIndices },
    "file": { value in
      guard let scalar = value.node.scalar, scalar.number == nil, !scalar.text.hasPrefix("-"),
        scalar.text.dropLast().contains(".")
      else { return nil }
      return scalar.text
    },
    // What follows > on the line, which YAML reads as the sign of a text in several lines.
    "afterGreater": { value in
      guard value.node.scalar?.text.isEmpty == true,
        let written = value.diagnostics.rest(from: value.node.place), written.hasPrefix(">")
      else { return nil }
      return String(written.drop { ">= ".contains($0) })
    },
    "synonym": { value in
      value.node.scalar.flatMap { FieldSynonyms.choice(for: $0.text, among: value.type.choices) }
    },
    "near": { value in
      value.node.scalar.flatMap { Suggestion.nearest(to: $0.text, among: value.type.choices) }
    },
    "flagOfBody": { value in
      guard let key = value.node.scalar?.text, case .flag? = FieldTable.body[key]?.type else {
        return nil
      }
      return key
    },
    "fieldOfShape": { $0.node.scalar.flatMap { FieldTable.shape[$0.text]?.key } },
    "quotes": { value in
      guard let scalar = value.node.scalar, !scalar.isPlain else { return nil }
      let bare = Scalar(text: scalar.text, isPlain: true)
      return bare.number != nil || bare.flag != nil ? "quotes" : nil
    },
  ]

  private static let ofNumbers: [String: Part] = [
    "number": { $0.node.scalar?.finiteNumber?.plain },
    "quantity": { $0.node.scalar?.quantity?.number.plain },
    "amount": { ($0.node.scalar?.finiteNumber ?? $0.node.scalar?.quantity?.number)?.plain },
    "infinity": { $0.type.parameterRange?.wordForInfinity },
    // 0, if it is valid and nothing else means none.
    "zero": { value in
      if case .whole(let range, _) = value.firstType { return range.contains(0) ? "0" : nil }
      guard let range = value.firstType.rangeOfNumber, range.contains(0),
        range.wordForInfinity == nil, !["per second", "s"].contains(range.unit)
      else { return nil }
      return "0"
    },
    "computed": { value in
      guard let scalar = value.node.scalar, scalar.isPlain else { return nil }
      return (try? Formula.number(of: scalar.text, .constants)).map { "\($0)" }
    },
    // A number with characters of other notations.
    "notation": { value in
      if value.firstType.rangeOfNumber == nil {
        guard case .whole = value.firstType else { return nil }
      }
      return notations.lazy.compactMap { wrong, right, words in
        guard let given = value.node.scalar?.text, given.contains(wrong) else { return nil }
        let text = given.replacing(wrong, with: right)
        guard Scalar(text: text, isPlain: true).number != nil else { return nil }
        return "\(words)write \(text)" + (right == "." ? ", with a point" : "")
      }.first
    },
    "nearestWhole": { value in
      guard case .whole(let range, _) = value.firstType, range.lowerBound < range.upperBound else {
        return nil
      }
      guard let number = value.node.scalar?.number, number.isFinite else {
        return "give a whole number"
      }
      if number < Double(range.lowerBound) { return "give \(range.lowerBound) or more" }
      if number > Double(range.upperBound) { return "give \(range.upperBound) or less" }
      let whole = Set([number.rounded(.down), number.rounded(.up)]).sorted()
      let near = whole.filter { Double(range.lowerBound)...Double(range.upperBound) ~= $0 }
      return "write \(near.map(\.shortest).joined(separator: " or "))"
    },
  ]

  private static let notations = [
    (",", ".", ""), ("_", "", ""), ("'", "", ""),
    ("\u{2212}", "-", "the sign is U+2212, not a hyphen; "),
    ("\u{2013}", "-", "the sign is U+2013, not a hyphen; "),
  ]

  /// Of numbers in other units than the field's.
  private static let ofQuantities: [String: Part] = [
    // What is left of a velocity that loses a percentage in a second.
    "shareLeft": { value in
      guard let given = value.misfit, given.unit == "%", given.wanted == "per second" else {
        return nil
      }
      return (1 - given.number / 100).brief()
    },
    "radians": { value in
      guard let given = value.node.scalar?.quantity, ["deg", "degrees", "°"].contains(given.unit)
      else { return nil }
      return (given.number * .pi / 180).brief(9)
    },
    // The rate in place of a time step.
    "frequency": { value in
      guard let given = value.misfit, given.number >= 1, ["Hz", "hz", "fps"].contains(given.unit)
      else { return nil }
      return given.number.plain
    },
    // The rate of a time step such as `1/60`.
    "rate": { value in
      guard value.firstType.rangeOfNumber?.unit == "Hz",
        let text = value.node.scalar?.text.filter({ $0 != " " }), text.hasPrefix("1/")
      else { return nil }
      return Double(text.dropFirst(2))?.plain
    },
    "fraction": { value in
      let text = value.node.scalar?.text.filter { $0 != " " } ?? ""
      return Scalar(text: text, isPlain: true).fraction.map { _ in text }
    },
    "length": { value in
      guard let given = value.misfit, given.wanted.hasPrefix("units"),
        ["px", "pt", "m", "cm", "mm", "pixel"].contains(where: given.unit.hasPrefix)
      else { return nil }
      return given.number.plain
    },
    "converted": { value in
      guard let given = value.misfit, let factor = factors[given.wanted]?[given.unit] else {
        return nil
      }
      let number = (given.number * factor).brief(9)
      return given.wanted.isEmpty ? number : "\(number), in \(given.wanted)"
    },
    // The number of a quantity whose unit is that of other fields.
    "withoutItsUnit": { value in
      let known = ["%", "units", "units/s", "units/s²", "rad", "rad/s", "s", "kg", "Hz"]
      guard let given = value.misfit, known.contains(given.unit) else { return nil }
      return given.number.plain
        + (given.wanted.isEmpty ? ", without a unit" : ", in \(given.wanted)")
    },
  ]

  private static let factors: [String: [String: Double]] = [
    "rad": ["deg": Double.pi / 180, "degrees": .pi / 180, "°": .pi / 180],
    "rad/s": ["rpm": Double.pi / 30, "rev/s": 2 * .pi, "deg/s": .pi / 180, "°/s": .pi / 180],
    "units": ["unit": 1], "units/s": ["unit/s": 1],
    "s": ["ms": 1e-3, "sec": 1, "seconds": 1, "min": 60],
    "": ["%": 1e-2],
    "kg": ["g": 1e-3, "t": 1e3],
    "Hz": ["fps": 1, "hz": 1, "kHz": 1e3],
  ]

  private static let ofLists: [String: Part] = [
    "list": { $0.node.sequence.map(Value.list) },
    "first": { $0.node.sequence?.first?.flowText },
    "second": { $0.node.sequence?.dropFirst().first?.flowText },
    "divided": { $0.dividedFormula },
    "pairWithPoint": { $0.pairWithPoint },
    "pointNames": { $0.hasFlatPoints ? $0.firstType.namesOfPair : nil },
    "magnitude": { $0.gravityMeant?.magnitude },
    "direction": { $0.gravityMeant?.direction },
    "firstTwo": { value in
      guard let nodes = value.node.sequence, nodes.allSatisfy({ $0.scalar != nil }) else {
        return nil
      }
      return Value.list(nodes.prefix(2))
    },
    // Four whole numbers as two with decimals: `[1,5, 2,5]`.
    "pairOfDecimals": { value in
      guard let parts = value.node.sequence?.map({ $0.scalar?.whole }).complete(),
        parts.count == 4, parts[1] >= 0, parts[3] >= 0
      else { return nil }
      return "[\(parts[0]).\(parts[1]), \(parts[2]).\(parts[3])]"
    },
    // Points whose numbers stand in one list.
    "points": { value in
      guard case .list(_, let count) = value.firstType, let nodes = value.node.sequence,
        nodes.allSatisfy({ $0.scalar?.number != nil }), nodes.count.isMultiple(of: 2),
        nodes.count >= 2 * count.lowerBound
      else { return nil }
      let points = stride(from: 0, to: nodes.count, by: 2).map { Value.list(nodes[$0..<$0 + 2]) }
      return "[\(points.joined(separator: ", "))]"
    },
    // The sum of a list of powers of two.
    "sum": { value in
      guard let bits = value.node.sequence?.map({ $0.scalar?.whole }).complete(),
        bits.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 })
      else { return nil }
      return "\(bits.reduce(0, |))"
    },
    // The number of a list or a mapping with nothing else.
    "only": { value in
      let nodes = value.node.sequence ?? value.node.mapping?.map(\.value) ?? []
      return nodes.count == 1 ? nodes[0].scalar?.finiteNumber?.plain : nil
    },
  ]

  private static let ofMappings: [String: Part] = [
    "bracketed": { value in
      guard value.type.takesList, let words = value.node.bracedWords else { return nil }
      return "[\(words.joined(separator: ", "))]"
    },
    "braced": { value in
      value.node.bracedWords.flatMap { $0.count == 1 ? "{\($0[0])}" : nil }
    },
    "formulaInBraces": { value in
      value.node.bracedWords.flatMap { $0.count == 1 ? value.adviceOnFormula($0[0]) : nil }
    },
    // The numbers of a mapping such as `{x: 1, y: 2}`.
    "members": { value in
      guard let entries = value.node.mapping, entries.count == 2,
        entries.allSatisfy({ $0.value.scalar?.number != nil })
      else { return nil }
      return Value.list(entries.map(\.value))
    },
    // The key as the id of an element: `crate: {box: [9, 9]}`.
    "idOfEntry": { value in
      guard case .list(let element, _) = value.type, element.table?["id"] != nil,
        let first = value.node.mapping?.first, first.value.mapping != nil
      else { return "" }
      return "id: \(first.key), "
    },
  ]
}

extension Value {
  /// The last part of the path.
  fileprivate var key: String { String(path.split(separator: ".").last ?? "") }

  /// Returns the formula of the file's names that a text is apart from braces, a dollar sign or a missing =.
  fileprivate func adviceOnFormula(_ text: String) -> String? {
    switch firstType {
    case .number, .size, .fraction, .whole, .numbers:
      diagnostics.names.advice(onFormula: text.filter { !"${}".contains($0) })
    default: nil
    }
  }

  /// The number or formula in place of two numbers, as it is written in a list.
  fileprivate var coordinate: String? {
    guard let scalar = node.scalar else { return nil }
    if let number = scalar.formula ?? scalar.finiteNumber?.plain { return number }
    let formula = diagnostics.names.advice(onFormula: scalar.text) ?? scalar.formulaOfIndices
    return formula == nil || scalar.text.hasPrefix("=") ? nil : "=\(scalar.text)"
  }

  /// The key, without an index, of a field that is compared within a tolerance.
  fileprivate var comparedKey: String? {
    let name = String(key.prefix(while: \.isLetter))
    let compared = (FieldTable.expectation["within"]?.owners ?? []) + ["value"]
    return compared.contains(name) ? name : nil
  }

  /// A number and its tolerance in one text, such as `40 ± 2`, `40 +- 2` or `40 +/- 5%`.
  fileprivate var tolerated: (number: String, tolerance: String)? {
    guard type.takesFormula, let text = node.scalar?.text,
      let sign = ["±", "+/-", "+-"].lazy.compactMap({ text.firstRange(of: $0) }).first
    else { return nil }
    let (number, given) = (text[..<sign.lowerBound].trimmed, text[sign.upperBound...].trimmed)
    guard !number.isEmpty, !given.isEmpty else { return nil }
    let unit = type.parameterRange?.units.first.map { ", in \($0)" } ?? ""
    let share = Self.part(given, of: Double(number))
    return (number, share ?? (given.hasSuffix("%") ? "…\(unit)" : given))
  }

  /// Returns a percentage of a number, for a tolerance; nil for other texts, without a number and of 0.
  static func part(_ percentage: String, of number: Double?) -> String? {
    guard let written = Scalar(text: percentage, isPlain: true).quantity, written.unit == "%",
      let number, number != 0
    else { return nil }
    return abs(written.number / 100 * number).brief()
  }

  /// A quantity in another unit than the field's.
  fileprivate var misfit: (number: Double, unit: String, wanted: String)? {
    guard let written = node.scalar?.quantity, let units = firstType.rangeOfNumber?.units,
      !units.contains(written.unit)
    else { return nil }
    return (written.number, written.unit, units[0])
  }

  /// Gravity written as a vector: its magnitude is the gravity, its direction the tilt.
  fileprivate var gravityMeant: (magnitude: String, direction: String)? {
    let parts = node.sequence?.compactMap { $0.scalar?.number } ?? []
    let length = parts.count == 2 ? Vector(parts[0], parts[1]).length : 0
    guard length.isFinite, length > 0 else { return ("1000", "[0, -1]") }
    return (length.brief(5), "[\((parts[0] / length).brief(5)), \((parts[1] / length).brief(5))]")
  }

  /// Whether the numbers of points stand in one list.
  var hasFlatPoints: Bool {
    guard case .list(.pair, _) = firstType, let nodes = node.sequence, !nodes.isEmpty else {
      return false
    }
    return nodes.allSatisfy { $0.scalar?.number != nil }
  }

  static func list(_ nodes: some Collection<Node>) -> String {
    let texts = nodes.map { $0.scalar?.written ?? "…" }
    return "[\(texts.map { $0.contains(",") ? "\"\($0)\"" : $0 }.joined(separator: ", "))]"
  }
}

extension FieldType {
  fileprivate var choices: [String] {
    switch self {
    case .choice(let choices), .either(_, .choice(let choices)): choices
    default: []
    }
  }

  /// The range of a single number.
  fileprivate var rangeOfNumber: ParameterRange? {
    switch self {
    case .number, .size, .fraction, .formula: parameterRange
    default: nil
    }
  }

  fileprivate var namesOfPair: String? {
    switch self {
    case .pair(_, let names), .list(.pair(_, let names), _): names
    case .list(.formula, _): "x, y"
    default: nil
    }
  }
}

extension Node {
  /// The words of a list that has braces for brackets: YAML reads `{a, b}` as keys without values.
  var bracedWords: [String]? {
    guard let entries = mapping, !entries.isEmpty,
      entries.allSatisfy({ $0.value.scalar?.isEmpty == true })
    else { return nil }
    return entries.map { $0.key == "?" ? "…" : $0.key }
  }
}

extension Scalar {
  /// The text as it stands in the file.
  var written: String { formula ?? text }

  /// Two numbers in a text, such as `300 x 200`, as a list.
  fileprivate var pairMeant: String? {
    let numbers = text.split { !$0.isNumber && !"+-.eE".contains($0) }
    guard formula == nil, numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else {
      return nil
    }
    return "[\(numbers[0]), \(numbers[1])]"
  }

  /// The ends of an interval such as `5..10`.
  fileprivate var interval: (lower: String, upper: String)? {
    let ends = text.split(separator: "..").map(String.init)
    return ends.count == 2 && ends.allSatisfy { Double($0) != nil } ? (ends[0], ends[1]) : nil
  }

  /// The text if it is a formula of the indices i and j that lacks its =.
  fileprivate var formulaOfIndices: String? {
    let letters = text.filter(\.isLetter)
    guard text.contains(where: \.isWholeNumber) || text.contains(where: "+-*/".contains),
      !letters.isEmpty, letters.allSatisfy({ $0 == "i" || $0 == "j" })
    else { return nil }
    return text
  }
}
