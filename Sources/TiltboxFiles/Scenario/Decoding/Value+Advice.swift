internal import Chipmunk
internal import Tiltbox

extension Value {
  /// The advice for a value of another type than the field's.
  var advice: String? { adviceOnNotation ?? adviceOnCommas ?? adviceOnContent ?? adviceOnScalar }

  private var adviceOnContent: String? {
    switch (type, node.content) {
    case (.list(_, let count), .sequence(let nodes)) where nodes.count > max(count.upperBound, 99):
      return "give at most \(count.upperBound)"
    case (.mapping, let content) where path == "walls":
      return Self.adviceOnWalls(content)
    case (.mapping, .scalar(let scalar)) where path == "run":
      return (scalar.number ?? scalar.quantity?.number).map { "write run: {duration: \($0.plain)}" }
    case (.mapping(let table), .scalar(let scalar))
    where table["circle"] != nil && FormFields.keys.contains(scalar.text):
      return "write {\(scalar.text): …}"
    case (.mapping, .scalar), (.mapping, .sequence), (.another, .scalar), (.another, .sequence):
      return type.table.flatMap { Self.examples[$0.name] }.map { "write fields, as in \($0)" }
    case (.list(.mapping, _), .scalar(let scalar)) where ["none", "no"].contains(scalar.text):
      return "write []"
    case (.numbers, let content) where ["fill", "stroke"].contains(where: path.hasSuffix):
      return Self.adviceOnColor(content)
    case (.numbers, .scalar(let scalar)) where ColorName.components(of: scalar.text) != nil:
      return Self.adviceOnColor(node.content)
    case (.either(.list(.formula, _), .choice), .scalar(let scalar)):
      let key = path.split(separator: ".").last ?? ""
      if scalar.flag == false { return "drop it" }
      return scalar.number.map { "write \(key): [0, \($0.plain)], in s" }
    case (.either(.whole, .mapping), .scalar(let scalar)) where scalar.number == nil:
      return path.hasSuffix(".contacts") ? "write contacts: {min: 1}, with: \(scalar.text)" : nil
    case (.whole, .scalar(let scalar)) where scalar.text.hasPrefix("-"):
      if path.hasSuffix(".filter.group") {
        return "shapes of one group never touch; write group: 1"
      }
      return path.hasSuffix(".filter.mask") ? "leave mask out to touch all" : nil
    case (.either(.pair, _), let content) where path == "tilt":
      return Self.adviceOnTilt(content)
    case (.pair, .scalar) where path.hasSuffix(".oneWay"):
      return "write [0, 1], which lets bodies through upwards"
    case (.pair(_, let names), let content):
      return adviceOnPair(content, of: names)
    case (.list(.formula, _), let content):
      return adviceOnPair(content, of: "x, y")
    case (.list(.pair, _), .sequence) where adviceOnFlatPoints != nil:
      return adviceOnFlatPoints
    case (.either(.list, .mapping(let table)), .scalar(let scalar)) where table["file"] != nil:
      return scalar.number == nil ? "write {file: \(scalar.text)}" : nil
    case (.list(.list(.formula, _), _), .sequence(let nodes)) where nodes.count == 4:
      return Self.points(nodes)
    case (.text, .sequence(let nodes)) where path.hasSuffix(".firstContact") && nodes.count == 2:
      return "write body: \(nodes[0].flowText), firstContact: \(nodes[1].flowText)"
    case (.list(.text, let count), _) where count == 2...2:
      let isContact = path.hasSuffix(".begin") || path.hasSuffix(".separate")
      return "give the ids of two bodies, or one and \(isContact ? "walls" : "ground")"
    case (.number, .scalar(let scalar)) where Self.endless[path] != nil:
      let isEndless = scalar.flag == false || Self.wordsForEndless.contains(scalar.text)
      return isEndless ? Self.endless[path] : nil
    case (.number(let range), .scalar(let scalar)) where range.unit == "per second":
      guard let share = scalar.quantity, share.unit == "%" else { return nil }
      return "it is the share that is left after 1 s; "
        + "to lose \(scalar.text) write \((1 - share.number / 100).brief())"
    case (.number, .sequence(let nodes)) where path == "world.gravity" && nodes.count == 2:
      return Self.adviceOnGravity(nodes)
    case (.whole, .sequence(let nodes)) where path.contains(".filter."):
      let bits = nodes.compactMap { $0.scalar?.whole }
      guard bits.count == nodes.count, bits.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 }) else {
        return nil
      }
      return "write \(bits.reduce(0, |)), the sum of the bits"
    case (.number, .sequence(let nodes)) where nodes.count == 1,
      (.whole, .sequence(let nodes)) where nodes.count == 1:
      return nodes[0].scalar?.number.map { "write \($0.plain)" }
    case (.number, .mapping(let entries)) where entries.count == 1:
      return entries[0].value.scalar?.number.map { "write \($0.plain)" }
    case (.either(.formula, .choice), .sequence) where path.hasSuffix(".at"):
      return "for an interval write always: [0, 1] or eventually: [0, 1]"
    case (.either(.formula, .mapping), .sequence(let nodes)) where nodes.count == 2:
      let ends = nodes.map { $0.scalar?.text ?? "…" }
      return "write {min: \(ends[0]), max: \(ends[1])}"
    case (.formula, .scalar(let scalar)) where scalar.flag != nil && path.hasSuffix(".asleepBy"):
      return "give a time, in s"
    case (.list(let element, _), .mapping(let entries)):
      let isNamed = element.table?["id"] != nil && entries.first?.value.mapping != nil
      let id = isNamed ? "id: \(entries[0].key), " : ""
      return "begin each element of the list with a dash: - {\(id)…}"
    case (.list(_, let count), .sequence(let nodes)) where nodes.count < count.lowerBound:
      return "give \(count.lowerBound)" + (count.count > 1 ? " or more" : "")
    case (.numbers, .scalar(let scalar)):
      if let advice = adviceOnFormula(scalar.text) { return advice }
      guard let number = scalar.quantity else { return nil }
      return ["deg", "degrees", "°"].contains(number.unit)
        ? "write \((number.number * .pi / 180).brief(9)), in rad"
        : "write \(number.number.plain), without a unit"
    default:
      return nil
    }
  }

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

  /// The advice on fields whose absence means that something never happens.
  private static let endless = [
    "world.sleepAfter": "drop it, and bodies never sleep",
    "run.duration": "drop it, and the run has no end",
  ]
  private static let wordsForEndless = Scalar.wordsForNone.union([
    "never", "forever", "infinite", "infinity", "endless",
  ])

  private static func adviceOnWalls(_ content: Node.Content) -> String {
    if case .scalar(let scalar) = content, ["none", "no", "false"].contains(scalar.text) {
      return "drop it, since a scenario without walls has none"
    }
    var size = "[width, height]"
    if case .sequence(let nodes) = content, nodes.count == 2 { size = list(nodes) }
    if case .scalar(let scalar) = content, let side = scalar.number?.plain {
      size = "[\(side), \(side)]"
    }
    return "write walls: {size: \(size)}"
  }

  /// Returns the advice for gravity written as a vector: its magnitude is the gravity, its direction the tilt.
  private static func adviceOnGravity(_ nodes: [Node]) -> String {
    let parts = nodes.compactMap { $0.scalar?.number }
    let length = parts.count == 2 ? Vector(parts[0], parts[1]).length : 0
    let (size, x, y) =
      length.isFinite && length > 0
      ? (length, parts[0] / length, parts[1] / length) : (1000, 0.0, -1.0)
    return "gravity is a magnitude, and tilt is its direction; "
      + "write gravity: \(size.brief(5)) and tilt: [\(x.brief(5)), \(y.brief(5))]"
  }

  private static func adviceOnTilt(_ content: Node.Content) -> String? {
    let directions = [
      "right": "[1, 0]", "left": "[-1, 0]", "up": "[0, 1]", "down": "[0, -1]",
      "upright": "[0, -1]", "flat": "[0, 0]", "none": "[0, 0]",
    ]
    if case .scalar(let scalar) = content {
      if let known = directions[scalar.text.lowercased()] { return "write \(known), in g" }
      if let pair = scalar.pairMeant { return pair }
      if !scalar.text.hasPrefix("-"), scalar.text.dropLast().contains("."), scalar.number == nil {
        return "write tilt: {file: \(scalar.text)}"
      }
    }
    return "give [x, y] in g, where [0, -1] is upright, or {file: phone.csv}"
  }

  private static func adviceOnColor(_ content: Node.Content) -> String {
    if case .scalar(let scalar) = content, let color = ColorName.list(of: scalar.text) {
      return "write \(color)"
    }
    return "give [red, green, blue], each from 0 to 1"
  }

  /// The advice for a list of points whose numbers stand in one list.
  var adviceOnFlatPoints: String? {
    guard case .list(.pair(_, let names), let count) = type, let nodes = node.sequence,
      !nodes.isEmpty, nodes.allSatisfy({ $0.scalar?.number != nil })
    else { return nil }
    let points = nodes.count >= 2 * count.lowerBound ? Self.points(nodes) : nil
    return points ?? "write each point as [\(names)]"
  }

  /// Returns the advice for points whose numbers stand in one list.
  private static func points(_ nodes: [Node]) -> String? {
    let numbers = nodes.compactMap { $0.scalar?.number == nil ? nil : $0.scalar?.text }
    guard numbers.count == nodes.count, numbers.count.isMultiple(of: 2) else { return nil }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      "[\(numbers[$0]), \(numbers[$0 + 1])]"
    }
    return "write [\(points.joined(separator: ", "))]"
  }

  static func list(_ nodes: some Collection<Node>) -> String {
    "[" + nodes.map { $0.scalar?.written ?? "…" }.joined(separator: ", ") + "]"
  }
}

extension Value {
  /// The advice for a notation that no field of this type has: braces around a list, a comma at the end of the line, or
  /// a tolerance behind a number.
  var adviceOnNotation: String? {
    if let words = node.bracedWords {
      if type.takesList { return "write [\(words.joined(separator: ", "))] with square brackets" }
      if words.count == 1, let advice = adviceOnFormula(words[0]) { return advice }
      if case .text = type, words.count == 1 { return "put it in quotes: \"{\(words[0])}\"" }
    }
    if type.takesWord, let scalar = node.scalar, scalar.isPlain, scalar.text.count > 1 {
      if scalar.text.hasSuffix(",") { return "drop the comma" }
      if scalar.text.hasSuffix(";") { return "drop the ;" }
    }
    guard type.takesFormula, let scalar = node.scalar else { return nil }
    if scalar.text.isEmpty, type.table?.name == "bounds",
      let written = diagnostics.rest(from: node.place), written.hasPrefix(">")
    {
      return "write {min: \(written.drop { ">= ".contains($0) })}"
    }
    return adviceOnTolerance(scalar.text)
  }

  /// Returns the advice for a number and its tolerance in one text, such as `40 ± 2`, `40 +- 2` or `40 +/- 2`.
  private func adviceOnTolerance(_ text: String) -> String? {
    guard let sign = ["±", "+/-", "+-"].lazy.compactMap({ text.firstRange(of: $0) }).first else {
      return nil
    }
    let (number, given) = (text[..<sign.lowerBound].trimmed, text[sign.upperBound...].trimmed)
    guard !number.isEmpty, !given.isEmpty else { return nil }
    let unit = type.parameterRange?.units.first.map { ", in \($0)" } ?? ""
    let tolerance =
      Self.part(given, of: Double(number)) ?? (given.hasSuffix("%") ? "…\(unit)" : given)
    let key = path.split(separator: ".").last ?? ""
    let name = String(key.prefix(while: \.isLetter))
    if name == "at" { return "for a first contact write at: \(number), within: \(tolerance)" }
    let compared = (FieldTable.expectation["within"]?.owners ?? []) + ["value"]
    guard compared.contains(name) else { return "write \(number), without a tolerance" }
    return name == key
      ? "write \(name): \(number), within: \(tolerance)"
      : "write \(number) here, and within: \(tolerance) beside \(name)"
  }

  /// Returns a percentage of a number, for a tolerance; nil for other texts, without a number and of 0.
  static func part(_ percentage: String, of number: Double?) -> String? {
    guard let written = Scalar(text: percentage, isPlain: true).quantity, written.unit == "%",
      let number, number != 0
    else { return nil }
    return abs(written.number / 100 * number).brief()
  }

  /// Returns the advice for something else in place of two numbers.
  func adviceOnPair(_ content: Node.Content, of names: String) -> String? {
    switch content {
    case .scalar(let scalar):
      let isFormula = diagnostics.names.advice(onFormula: scalar.text) != nil
      return scalar.adviceOnPair(of: names, isFormula: isFormula)
    case .sequence(let nodes) where nodes.count == 1: return nodes[0].scalar?.pairMeant
    case .sequence(let nodes) where nodes.count == 3 && nodes.allSatisfy({ $0.scalar != nil }):
      return "write \(Self.list(nodes.prefix(2))), without a third number"
    case .sequence(let nodes) where nodes.count == 4:
      let digits = nodes.compactMap { $0.scalar?.whole }
      guard digits.count == 4, digits[1] >= 0, digits[3] >= 0 else { return nil }
      let (x, y) = ("\(digits[0]).\(digits[1])", "\(digits[2]).\(digits[3])")
      return "for decimals write [\(x), \(y)], with points"
    case .sequence: return nil
    case .mapping(let entries):
      let numbers = entries.compactMap {
        $0.value.scalar?.number == nil ? nil : $0.value.scalar?.text
      }
      guard numbers.count == 2, entries.count == 2, let unit = type.parameterRange?.unit else {
        return nil
      }
      return "write [\(numbers[0]), \(numbers[1])], in \(unit)"
    }
  }
}

extension FieldType {
  /// Whether the field can contain a number or one of some words.
  fileprivate var takesWord: Bool {
    switch self {
    case .number, .size, .fraction, .formula, .whole, .flag, .choice: true
    case .either(let first, let second): first.takesWord || second.takesWord
    default: false
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

  /// Returns the advice for this scalar in place of two numbers.
  fileprivate func adviceOnPair(of names: String, isFormula: Bool) -> String? {
    if text.hasPrefix("["), text.hasSuffix("]") { return "drop the quotes: write \(text)" }
    if formula == nil, let pairMeant { return pairMeant }
    let isFormula = (isFormula || adviceOnIndices != nil) && !text.hasPrefix("=")
    if let number = formula ?? number?.plain ?? (isFormula ? "=\(text)" : nil) {
      return names == "width, height"
        ? "for a square write [\(number), \(number)]" : "give x and y, as in [\(number), 0]"
    }
    return text.hasPrefix("(") ? "write [\(names)] with square brackets" : adviceOnIndices
  }

  /// The advice for a text with two numbers, such as `300 x 200`.
  var pairMeant: String? {
    let numbers = text.split { !$0.isNumber && !"+-.eE".contains($0) }
    guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
    return "write [\(numbers[0]), \(numbers[1])]"
  }

  /// The advice for a formula of the indices i and j that lacks its =.
  var adviceOnIndices: String? {
    let letters = text.filter(\.isLetter)
    guard text.contains(where: \.isWholeNumber) || text.contains(where: "+-*/".contains),
      !letters.isEmpty, letters.allSatisfy({ $0 == "i" || $0 == "j" })
    else { return nil }
    return "begin a formula of the indices with =, as in =\(text)"
  }
}

// Commas that separate elements of a list where they should not: those of decimals and of formulas.
extension Value {
  /// The advice for a list in which such a comma stands.
  var adviceOnCommas: String? {
    if let formula = dividedFormula {
      return "put a formula with a comma in quotes: \"\(formula)\""
    }
    guard type.takesPair, let nodes = node.sequence, let pair = Self.decimals(nodes) else {
      return nil
    }
    return "for decimals write [\(pair)], with a point"
  }

  /// The first formula of a list of numbers whose commas divide it: `max(3, i)` in `[=max(3, i), 50]`.
  var dividedFormula: String? {
    guard type.takesNumbers, let nodes = node.sequence else { return nil }
    return nodes.indices.lazy.compactMap { index in
      DividedFormula(nodes[index].scalar, nodes[(index + 1)...].lazy.map { $0.scalar?.written })
    }.first(where: \.isCall)?.text
  }

  /// Returns two numbers of which one has a decimal comma, as in `[50,5, 50]`: there is no space after that comma, and
  /// one after the other.
  private static func decimals(_ nodes: [Node]) -> String? {
    let texts = nodes.compactMap { $0.scalar?.written }
    let tight = nodes.indices.dropLast().filter { nodes[$0].touches(nodes[$0 + 1]) }
    guard texts.count == 3, nodes.count == 3, tight.count == 1 else { return nil }
    let (before, after) = (texts[tight[0]], texts[tight[0] + 1])
    let whole = before.reversed().prefix { $0.isNumber || $0 == "." }
    let decimals = after.prefix { $0.isNumber || $0 == "." }
    guard !whole.isEmpty, !whole.contains("."), !decimals.isEmpty, !decimals.contains(".") else {
      return nil
    }
    let number = "\(before).\(after)"
    return tight[0] == 0 ? "\(number), \(texts[2])" : "\(texts[0]), \(number)"
  }
}

extension Node {
  /// Whether the next element of a list follows the comma without a space.
  fileprivate func touches(_ next: Node) -> Bool {
    guard case .file = place, let scalar, scalar.isPlain || scalar.formula != nil else {
      return false
    }
    return place.advanced(by: scalar.written.count + 1) == next.place
  }
}

/// A formula that ends at a comma because it has no quotes, with its other parts.
package struct DividedFormula {
  /// The first part.
  let first: String
  package let text: String
  /// The number of parts after the first.
  let count: Int

  /// The maximum number of bytes, beyond those of any formula.
  private static let longest = 1000

  /// Joins the parts up to the closing parenthesis; nil if the first is complete, or another one is no text.
  init?(_ first: Scalar?, _ parts: some Sequence<String?>) {
    guard let first, first.isPlain || first.formula != nil else { return nil }
    var text = first.written
    var open = Self.open(text)
    guard open > 0 else { return nil }
    var count = 0
    for part in parts where open > 0 {
      guard let part, text.utf8.count < Self.longest else { return nil }
      text += ", \(part)"
      open += Self.open(part)
      count += 1
    }
    guard open == 0 else { return nil }
    (self.first, self.text, self.count) = (first.written, text, count)
  }

  /// Joins what the first of some entries begins, and whose commas begin the others, as in `{circle: =max(3, i)}`.
  package init?(_ entries: ArraySlice<Node.Entry>) {
    let keys = entries.dropFirst().lazy.map { $0.value.scalar?.isEmpty == true ? $0.key : nil }
    self.init(entries.first?.value.scalar, keys)
  }

  /// Whether the comma divides the arguments of a function, not the numbers of a list in parentheses.
  package var isCall: Bool {
    zip(first, first.dropFirst()).contains { ($0.isLetter || $0.isNumber) && $1 == "(" }
  }

  /// The text in the outermost parentheses.
  var arguments: String {
    let inner = text.drop { $0 != "(" }.dropFirst()
    return String(inner.last == ")" ? inner.dropLast() : inner)
  }

  private static func open(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
  }
}

extension FieldType {
  /// Whether the field can contain two numbers in a list.
  fileprivate var takesPair: Bool {
    switch self {
    case .pair, .list(.formula, count: 2...2): true
    case .either(let first, _): first.takesPair
    default: false
    }
  }

  /// Whether the elements of a list in the field are numbers.
  fileprivate var takesNumbers: Bool {
    switch self {
    case .numbers, .pair, .list(.formula, _): true
    case .either(let first, let second): first.takesNumbers || second.takesNumbers
    default: false
    }
  }

  /// Returns the advice for a formula, a text or a list in parentheses that ends at a comma; nil if it is none of them.
  func advice(on divided: DividedFormula) -> String? {
    func quotes(_ noun: String) -> String? {
      guard divided.isCall else { return nil }
      return "\"\(divided.first)\" ends at a comma; "
        + "put a \(noun) with a comma in quotes: \"\(divided.text)\""
    }
    if takesFormula { return quotes("formula") }
    if case .timing = self { return quotes("text") }
    if takesList {
      return "expected \(words), got \(divided.text); "
        + "write [\(divided.arguments)] with square brackets"
    }
    return quotes(parameterRange == nil ? "text" : "formula")
  }
}

/// Converts web colours, by name or hexadecimal number, for advice in messages.
enum ColorName {
  /// Returns red, green and blue from 0 to 1 for `#f00`, `#ff0000` or `red`; nil for other text.
  static func components(of text: String) -> [Double]? {
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : names[text.lowercased()] ?? ""
    guard digits.allSatisfy(\.isHexDigit), digits.count == 3 || digits.count == 6 else {
      return nil
    }
    let width = digits.count / 3
    return (0..<3).compactMap { part in
      let channel = digits.dropFirst(part * width).prefix(width)
      return Int(channel, radix: 16).map { Double($0) / (width == 1 ? 15 : 255) }
    }
  }

  /// Returns the components as they stand in a file: `[1, 0, 0]`.
  static func list(of text: String) -> String? {
    components(of: text).map { "[\($0.map { $0.brief(3) }.joined(separator: ", "))]" }
  }

  private static let names = [
    "black": "000", "white": "fff", "red": "f00", "green": "008000", "blue": "00f",
    "yellow": "ff0", "orange": "ffa500", "purple": "800080", "cyan": "0ff", "magenta": "f0f",
    "gray": "808080", "grey": "808080", "pink": "ffc0cb", "brown": "a52a2a",
  ]
}
