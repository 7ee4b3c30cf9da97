internal import Chipmunk
internal import Tiltbox

/// A part of a remedy, which it takes from the value.
enum RemedyPart: String {
  case key, unit, names, example, otherBody, emptyList, most, least
  case text, word, pair, coordinate, side, color, bound, lower, upper, expected, tolerance
  case compared, comparedList, formula, indices, file, afterGreater, synonym, near, flagOfBody
  case fieldOfShape, quotes
  case number, quantity, portion, amount, infinity, zero, computed, notation, nearestWhole
  case shareLeft, radians, frequency, rate, fraction, length, converted, withoutItsUnit
  case list, first, second, numbered, divided, pairWithPoint, pointNames, magnitude, direction,
    firstTwo
  case listed, pairOfDecimals, points, sum, only
  case bracketed, braced, formulaInBraces, crowdedColon, members, idOfEntry
}

extension Value {
  /// Returns a part of a remedy; nil if the value or its type has no such part.
  func part(_ part: RemedyPart) -> String? {
    let (scalar, nodes) = (node.scalar, node.sequence)
    switch part {
    // Of the field.
    case .key: return key
    case .unit: return type.parameterRange?.units.first { !$0.isEmpty }
    case .names: return firstType.namesOfPair
    case .example: return type.table.flatMap { Self.examples[$0.name] }
    // What stands for no body in a list of two ids.
    case .otherBody:
      guard case .list(.text, count: 2...2) = type else { return nil }
      return ["begin", "separate"].contains(key) ? "walls" : "ground"
    case .emptyList:
      guard case .list(_, let count) = type, count.contains(0) else { return nil }
      return "[]"
    case .most:
      guard case .list(_, let count) = type, let nodes, nodes.count > max(count.upperBound, 99)
      else { return nil }
      return "\(count.upperBound)"
    case .least:
      guard case .list(_, let count) = firstType, let nodes, nodes.count < count.lowerBound else {
        return nil
      }
      return "\(count.lowerBound)" + (count.count > 1 ? " or more" : "")

    // Of a text.
    case .text: return scalar?.text
    case .word: return scalar?.number == nil ? scalar?.text : nil
    case .pair: return (scalar ?? nodes?.first?.scalar)?.pairMeant
    case .coordinate: return coordinate
    case .side: return firstType.namesOfPair == "width, height" ? coordinate : nil
    case .color: return scalar.flatMap { ColorName.list(of: $0.text) }
    case .bound: return scalar.map { String($0.text.drop { "<>= ".contains($0) }) }
    case .lower: return scalar?.interval?.lower
    case .upper: return scalar?.interval?.upper
    case .expected: return tolerated?.number
    case .tolerance: return tolerated?.tolerance
    case .compared: return key == comparedKey ? key : nil
    case .comparedList: return comparedKey
    case .formula: return scalar.flatMap { adviceOnFormula($0.text) }
    case .indices: return scalar?.formulaOfIndices
    case .file:
      guard let scalar, scalar.number == nil, !scalar.text.hasPrefix("-"),
        scalar.text.dropLast().contains(".")
      else { return nil }
      return scalar.text
    // What follows > on the line, which YAML reads as the sign of a text in several lines.
    case .afterGreater:
      guard scalar?.text.isEmpty == true, let written = diagnostics.rest(from: node.place),
        written.hasPrefix(">")
      else { return nil }
      return String(written.drop { ">= ".contains($0) })
    case .synonym: return scalar.flatMap { FieldSynonyms.choice(for: $0.text, among: type.choices) }
    case .near: return scalar.flatMap { Suggestion.nearest(to: $0.text, among: type.choices) }
    case .flagOfBody:
      guard let key = scalar?.text, case .flag? = FieldTable.body[key]?.type else { return nil }
      return key
    case .fieldOfShape: return scalar.flatMap { FieldTable.shape[$0.text]?.key }
    case .quotes:
      guard let scalar, !scalar.isPlain else { return nil }
      let bare = Scalar(text: scalar.text, isPlain: true)
      return bare.number != nil || bare.flag != nil ? "quotes" : nil

    // Of a number.
    case .number: return scalar?.finiteNumber?.plain
    case .quantity: return scalar?.quantity?.number.plain
    case .portion: return scalar?.quantity.map { ($0.number / 100).brief() }
    case .amount: return (scalar?.finiteNumber ?? scalar?.quantity?.number)?.plain
    case .infinity: return type.parameterRange?.wordForInfinity
    // 0, if it is valid and nothing else means none.
    case .zero:
      if case .whole(let range, _) = firstType { return range.contains(0) ? "0" : nil }
      guard let range = firstType.rangeOfNumber, range.contains(0), range.wordForInfinity == nil,
        !["per second", "s"].contains(range.unit)
      else { return nil }
      return "0"
    case .computed:
      guard let scalar, scalar.isPlain else { return nil }
      return (try? Formula.number(of: scalar.text, .constants))?.shortest
    // A number with characters of other notations.
    case .notation:
      if firstType.rangeOfNumber == nil {
        guard case .whole = firstType else { return nil }
      }
      return Self.notations.lazy.compactMap { wrong, right, words in
        guard let given = scalar?.text, given.contains(wrong) else { return nil }
        let text = given.replacing(wrong, with: right)
        guard Scalar(text: text, isPlain: true).number != nil else { return nil }
        return "\(words)write \(text)" + (right == "." ? ", with a point" : "")
      }.first
    case .nearestWhole:
      guard case .whole(let range, _) = firstType, range.lowerBound < range.upperBound else {
        return nil
      }
      guard let number = scalar?.number, number.isFinite else { return "give a whole number" }
      if number < Double(range.lowerBound) { return "give \(range.lowerBound) or more" }
      if number > Double(range.upperBound) { return "give \(range.upperBound) or less" }
      let whole = Set([number.rounded(.down), number.rounded(.up)]).sorted()
      let near = whole.filter { Double(range.lowerBound)...Double(range.upperBound) ~= $0 }
      return "write \(near.map(\.shortest).joined(separator: " or "))"

    // Of a number in another unit than the field's. The first is what is left of a velocity that loses a percentage in
    // a second.
    case .shareLeft:
      guard let misfit, misfit.unit == "%", misfit.wanted == "per second" else { return nil }
      return (1 - misfit.number / 100).brief()
    case .radians:
      guard let given = scalar?.quantity, ["deg", "degrees", "°"].contains(given.unit) else {
        return nil
      }
      return (given.number * .pi / 180).brief(9)
    // The rate in place of a time step.
    case .frequency:
      guard let misfit, misfit.number >= 1, ["Hz", "hz", "fps"].contains(misfit.unit) else {
        return nil
      }
      return misfit.number.plain
    // The rate of a time step such as `1/60`.
    case .rate:
      guard firstType.rangeOfNumber?.unit == "Hz", let text = scalar?.text.filter({ $0 != " " }),
        text.hasPrefix("1/")
      else { return nil }
      return Double(text.dropFirst(2))?.plain
    case .fraction:
      let text = scalar?.text.filter { $0 != " " } ?? ""
      return Scalar(text: text, isPlain: true).fraction.map { _ in text }
    case .length:
      guard let misfit, misfit.wanted.hasPrefix("units"),
        ["px", "pt", "m", "cm", "mm", "pixel"].contains(where: misfit.unit.hasPrefix)
      else { return nil }
      return misfit.number.plain
    case .converted:
      guard let misfit, let factor = Self.factors[misfit.wanted]?[misfit.unit] else { return nil }
      let number = (misfit.number * factor).brief(9)
      return misfit.wanted.isEmpty ? number : "\(number), in \(misfit.wanted)"
    // The number of a quantity whose unit is that of other fields.
    case .withoutItsUnit:
      let known = ["%", "units", "units/s", "units/s²", "rad", "rad/s", "s", "kg", "Hz"]
      guard let misfit, known.contains(misfit.unit) else { return nil }
      return misfit.number.plain
        + (misfit.wanted.isEmpty ? ", without a unit" : ", in \(misfit.wanted)")

    // Of a list.
    case .list: return nodes.map(Self.list)
    // Numbers without brackets: `1, 0`. `1,0` may be a decimal, too.
    case .listed:
      guard case .numbers(let count) = type, let parts = scalar?.listed, count.contains(parts.count)
      else { return nil }
      let decimal = scalar?.text.replacing(",", with: ".") ?? ""
      return "[\(parts.joined(separator: ", "))]"
        + (Double(decimal) == nil ? "" : ", or \(decimal) with a point")
    case .first: return nodes?.first?.flowText
    case .second: return nodes?.dropFirst().first?.flowText
    // The numbers of a list as names of `let`.
    case .numbered:
      guard path.hasPrefix("let."), let nodes = nodes ?? node.mapping?.map(\.value) else {
        return nil
      }
      if nodes.isEmpty { return "\(key): …" }
      let names = nodes.prefix(2).enumerated().map {
        "\(key)\($0 + 1): \($1.scalar?.written ?? "…")"
      }
      return names.joined(separator: ", ") + (nodes.count > 2 ? ", …" : "")
    case .divided: return dividedFormula
    case .pairWithPoint: return pairWithPoint
    case .pointNames: return hasFlatPoints ? firstType.namesOfPair : nil
    case .magnitude: return gravityMeant?.magnitude
    case .direction: return gravityMeant?.direction
    case .firstTwo:
      if let parts = scalar?.listed, parts.count == 3 { return "[\(parts[0]), \(parts[1])]" }
      guard let nodes, nodes.allSatisfy({ $0.scalar != nil }) else { return nil }
      return Self.list(nodes.prefix(2))
    // Four whole numbers as two with decimals: `[1,5, 2,5]`.
    case .pairOfDecimals:
      guard let parts = nodes?.map({ $0.scalar?.whole }).complete(), parts.count == 4,
        parts[1] >= 0, parts[3] >= 0
      else { return nil }
      return "[\(parts[0]).\(parts[1]), \(parts[2]).\(parts[3])]"
    // Points whose numbers stand in one list.
    case .points:
      guard case .list(_, let count) = firstType, let nodes,
        nodes.allSatisfy({ $0.scalar?.number != nil }), nodes.count.isMultiple(of: 2),
        nodes.count >= 2 * count.lowerBound
      else { return nil }
      let points = stride(from: 0, to: nodes.count, by: 2).map { Self.list(nodes[$0..<$0 + 2]) }
      return "[\(points.joined(separator: ", "))]"
    // The sum of a list of powers of two.
    case .sum:
      guard let bits = nodes?.map({ $0.scalar?.whole }).complete(),
        bits.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 })
      else { return nil }
      return "\(bits.reduce(0, |))"
    // The number of a list or a mapping with nothing else.
    case .only:
      let nodes = nodes ?? node.mapping?.map(\.value) ?? []
      return nodes.count == 1 ? nodes[0].scalar?.finiteNumber?.plain : nil

    // Of a mapping.
    case .bracketed:
      guard type.takesList, let words = node.bracedWords else { return nil }
      return "[\(words.joined(separator: ", "))]"
    case .braced: return node.bracedWords.flatMap { $0.count == 1 ? "{\($0[0])}" : nil }
    case .formulaInBraces:
      return node.bracedWords.flatMap { $0.count == 1 ? adviceOnFormula($0[0]) : nil }
    // The first field of `id:ball circle:10`.
    case .crowdedColon:
      guard let scalar, let field = scalar.text.prefixMatch(of: /(\w+):(\S+)/),
        type.table?[String(field.1)] != nil
      else { return nil }
      return YAMLDiagnosis.crowdedColon(String(field.1), String(field.2))
    // The numbers of a mapping such as `{y: 2, x: 1}`, in the order of a pair.
    case .members:
      guard node.mapping?.count == 2 else { return nil }
      return [["x", "y"], ["vx", "vy"], ["width", "height"], ["w", "h"]].lazy
        .compactMap { names in names.map { node[$0] }.complete() }
        .first { $0.allSatisfy { $0.scalar?.number != nil } }.map(Self.list)
    // The key as the id of an element: `crate: {box: [9, 9]}`.
    case .idOfEntry:
      guard case .list(let element, _) = type, element.table?["id"] != nil,
        let first = node.mapping?.first, first.value.mapping != nil
      else { return "" }
      return "id: \(first.key), "
    }
  }

  /// A mapping of each table, for texts in its place.
  private static let examples = [
    "world": "{gravity: 1000}", "run": "{duration: 10}", "body": "{circle: 10, mass: 1}",
    "shape": "{circle: 10}", "filter": "{group: 1}",
    "rope": "{from: [0, 90], to: [90, 90]}", "blob": "{radius: 40, stiffness: 800}",
    "constraint": "{pivot: [a, b], at: [0, 0]}", "value": "{id: score, numbers: 0}",
    "layer": "{id: sky, box: [20, 10]}", "touch": "{at: 1, point: [10, 20]}",
    "following": "{duration: 0.5}", "spring": "{duration: 0.5, bounce: 0.2}",
    "handover": "{body: ball, at: 1}", "animation": "{target: tilt, to: [1, 0]}",
    "expectation": "{body: ball, firstContact: walls}", "contactChange": "{begin: [a, walls]}",
  ]

  private static let notations = [
    (",", ".", ""), ("_", "", ""), ("'", "", ""),
    ("\u{2212}", "-", "the sign is U+2212, not a hyphen; "),
    ("\u{2013}", "-", "the sign is U+2013, not a hyphen; "),
  ]

  private static let factors: [String: [String: Double]] = [
    "rad": ["deg": Double.pi / 180, "degrees": .pi / 180, "°": .pi / 180],
    "rad/s": ["rpm": Double.pi / 30, "rev/s": 2 * .pi, "deg/s": .pi / 180, "°/s": .pi / 180],
    "units": ["unit": 1], "units/s": ["unit/s": 1],
    "s": ["ms": 1e-3, "sec": 1, "seconds": 1, "min": 60],
    "": ["%": 1e-2],
    "kg": ["g": 1e-3, "t": 1e3],
    "kg·units²/s²": ["J": 1],
    "Hz": ["fps": 1, "hz": 1, "kHz": 1e3],
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

  /// Two or more numbers in a text, with commas between them.
  fileprivate var listed: [String]? {
    let parts = text.split(separator: ",").map(\.trimmed)
    return parts.count > 1 && parts.allSatisfy { Double($0) != nil } ? parts : nil
  }

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
