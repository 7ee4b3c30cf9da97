internal import Tiltbox

/// An error in a formula.
package struct FormulaError: Error, Hashable {
  /// The position in the formula, in characters from its beginning.
  package let offset: Int
  package let message: String

  package init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }
}

/// A formula in a scenario file: `sqrt(2*h/g)`.
///
///     sum     = product { ("+" | "-") product }
///     product = signed { ("*" | "/") signed }
///     signed  = ("-" | "+") signed | power
///     power   = atom [ "^" signed ]
///     atom    = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
///
/// There are no assignments, loops or conditions. A ``FormulaMeaning`` determines the values of the parts: the
/// ``FormulaValues`` of a scenario evaluate them to numbers at once. Angles are in radians.
package struct Formula<Meaning: FormulaMeaning> {
  private let characters: [Character]
  private let meaning: Meaning
  private var index = 0
  private var depth = 0

  /// The maximum number of characters.
  private static var longest: Int { 300 }
  /// The maximum nesting depth of parentheses, signs and powers.
  private static var deepest: Int { 40 }

  /// Evaluates a formula. Complexity: O(*characters*).
  package static func value(
    of text: String,
    _ meaning: Meaning
  ) throws(FormulaError) -> Meaning.Value {
    guard text.count <= longest else {
      let words =
        "the formula is longer than \(longest) characters; compute a part of it beforehand"
      throw FormulaError(offset: longest, message: words)
    }
    guard !text.hasPrefix("=") else {
      let words = "the formula begins with =, which it does not need here; drop it"
      throw FormulaError(offset: 0, message: words)
    }
    var formula = Formula(characters: Array(text), meaning: meaning)
    let value = try formula.sum()
    guard formula.peek() == nil else { throw formula.missingOperator(or: nil) }
    return value
  }

  /// The error for something after a whole formula, or a whole part of one before another sign; for a name, the formula
  /// with a multiplication sign before it, and before all others that lack one.
  private mutating func missingOperator(or sign: String?) -> FormulaError {
    let error = expected(sign ?? Self.operator)
    guard let next = current, next.isLetter || next == "(" else { return error }
    let (start, before) = (index, characters[..<index])
    if String(characters[start...].prefix(while: \.isLetter)).hasPrefix("deg") {
      let after = characters[start...].drop(while: \.isLetter)
      let remedy = FormulaSigns.radians(String(before).trimmed) + String(after)
      return FormulaError(offset: start, message: "an angle is in radians; write \(remedy)")
    }
    do {
      _ = try atom()
    } catch {
      guard FormulaSigns.units.contains(String(characters[start...])) else { return error }
      let words = "a formula has no unit; write \(String(before).trimmed)"
      return FormulaError(offset: start, message: words)
    }
    let product = "\(String(before).trimmed)*\(String(characters[start...]))"
    let problem = error.message.prefix { $0 != ";" }
    var remedy = "; write \(product)"
    do { _ = try Self.value(of: product, meaning) } catch {
      if error.message.hasPrefix("expected"), let rest = error.message.firstRange(of: "; write ") {
        remedy = String(error.message[rest.lowerBound...])
      }
    }
    return FormulaError(offset: start, message: problem + remedy)
  }

  private mutating func sum() throws(FormulaError) -> Meaning.Value {
    try enter()
    defer { depth -= 1 }
    var value = try product()
    while let (sign, place) = take("+", "-") {
      let other = try product()
      value = try meaning.operation(sign, value, other, at: place)
    }
    return value
  }

  private mutating func product() throws(FormulaError) -> Meaning.Value {
    _ = peek()
    let start = index
    var value = try signed()
    while let (sign, place) = take("*", "/", "%") {
      if sign == "%" { throw try remainder(from: start, place) }
      if sign == "*", current == "*" {
        let remedy = String(characters).replacing("**", with: "^")
        throw FormulaError(offset: place, message: "a power is written ^; write \(remedy)")
      }
      let other = try signed()
      value = try meaning.operation(sign, value, other, at: place)
    }
    return value
  }

  /// The error for a remainder, with the formula that computes it.
  private mutating func remainder(
    from start: Int,
    _ place: Int
  ) throws(FormulaError) -> FormulaError {
    let left = String(characters[start..<place]).trimmed
    _ = try signed()
    while characters[index - 1].isWhitespace { index -= 1 }
    let right = String(characters[(place + 1)..<index]).trimmed
    var remedy = "\(left) - \(right)*floor(\(left)/\(right))"
    let (before, after) = (String(characters[..<start]), String(characters[index...]))
    let isWhole = before.isEmpty && after.isEmpty || before.last == "(" && after.first == ")"
    remedy = isWhole ? before + remedy + after : "\(before)(\(remedy))\(after)"
    return FormulaError(offset: place, message: "there is no %; write \(remedy)")
  }

  private mutating func signed() throws(FormulaError) -> Meaning.Value {
    guard let (sign, place) = take("-", "+") else { return try power() }
    try enter()
    defer { depth -= 1 }
    let value = try signed()
    return sign == "+" ? value : try meaning.operation("*", meaning.number(-1), value, at: place)
  }

  private mutating func power() throws(FormulaError) -> Meaning.Value {
    let base = try atom()
    guard let (_, place) = take("^") else { return base }
    try enter()
    defer { depth -= 1 }
    let exponent = try signed()
    return try meaning.operation("^", base, exponent, at: place)
  }

  private mutating func atom() throws(FormulaError) -> Meaning.Value {
    guard let next = peek() else { throw expected(Self.operand) }
    if next.isASCII, next.isNumber || next == "." { return try number() }
    if next.isLetter { return try nameOrFunction() }
    guard take("(") != nil else { throw expected(Self.operand) }
    let value = try sum()
    guard take(")") != nil else { throw missingOperator(or: "a closing parenthesis") }
    return value
  }

  private mutating func number() throws(FormulaError) -> Meaning.Value {
    let start = index
    while let next = current, next.isASCII, next.isNumber || next == "." { index += 1 }
    if let next = current, next == "e" || next == "E" {
      index += 1
      if let sign = current, sign == "+" || sign == "-" { index += 1 }
      while let next = current, next.isASCII, next.isNumber { index += 1 }
    }
    let text = String(characters[start..<index])
    guard let value = Scalar.decimal(text), value.isFinite else {
      let words = "\(text) is not a number; write one such as 2.5 or 1e3"
      throw FormulaError(offset: start, message: words)
    }
    return meaning.number(value)
  }

  private mutating func nameOrFunction() throws(FormulaError) -> Meaning.Value {
    let start = index
    while let next = current, next.isLetter || next == "_" || (next.isASCII && next.isNumber) {
      index += 1
    }
    let name = String(characters[start..<index])
    if current == "." { try expectNoModule(name, at: start) }
    guard take("(") != nil else { return try meaning.name(name, at: start) }
    if meaning.readsText(name) { return try meaning.call(name, texts: try texts(), at: start) }
    try meaning.expect(function: name, at: start)
    guard take(")") == nil else { return try meaning.call(name, [], at: start) }
    var arguments = [try sum()]
    while take(",") != nil { arguments.append(try sum()) }
    guard take(")") != nil else { throw missingOperator(or: "a comma or a closing parenthesis") }
    return try meaning.call(name, arguments, at: start)
  }

  /// Throws for `Math.sqrt` and `math.pi`, with the formula without the name before the point.
  private func expectNoModule(_ name: String, at start: Int) throws(FormulaError) {
    let word = String(characters[(index + 1)...].prefix(while: \.isLetter))
    let known = word.lowercased()
    guard known == "pi" || FormulaFunction.all[known] != nil else { return }
    let remedy = String(characters).replacing("\(name).", with: "").replacing(word, with: known)
    throw FormulaError(offset: start, message: "there is no \(name); write \(remedy)")
  }

  /// Parses the unevaluated arguments up to the closing parenthesis. One that begins with a double quote ends with the
  /// next one.
  private mutating func texts() throws(FormulaError) -> [FormulaText] {
    var texts: [FormulaText] = []
    while true {
      _ = peek()
      let start = index
      var (open, isQuoted) = (0, false)
      while let next = current, isQuoted || open > 0 || (next != "," && next != ")") {
        if next == "\"", isQuoted || index == start { isQuoted.toggle() }
        if !isQuoted { open += next == "(" ? 1 : next == ")" ? -1 : 0 }
        index += 1
      }
      var text = characters[start..<index]
      while text.last?.isWhitespace == true { text.removeLast() }
      if text.count > 1, text.first == "\"", text.last == "\"" {
        text = text.dropFirst().dropLast()
      }
      texts.append((String(text), start))
      if take(",") == nil { break }
    }
    guard take(")") != nil else { throw expected("a comma or a closing parenthesis") }
    return texts
  }

  private mutating func enter() throws(FormulaError) {
    depth += 1
    guard depth > Self.deepest else { return }
    let words = "more than \(Self.deepest) parentheses within each other; simplify the formula"
    throw FormulaError(offset: index, message: words)
  }

  // Reading characters.

  private var current: Character? { index < characters.count ? characters[index] : nil }

  /// Skips blanks and returns the next character.
  private mutating func peek() -> Character? {
    while let next = current, next.isWhitespace { index += 1 }
    return current
  }

  /// Consumes the next character if it is one of those wanted.
  private mutating func take(_ wanted: Character...) -> (Character, place: Int)? {
    guard let next = peek(), wanted.contains(next) else { return nil }
    index += 1
    return (next, index - 1)
  }

  private mutating func expected(_ what: String) -> FormulaError {
    let next = peek()
    if let advice = next.flatMap({ FormulaSigns.advice(on: $0, in: characters) }) {
      return FormulaError(offset: index, message: advice)
    }
    let found = next.map { "\"\($0)\"" } ?? "the end"
    let remedy =
      switch what {
      case Self.operator where next == ")": "drop it"
      case Self.operator: "put +, -, * or / before it"
      case Self.operand: next == nil ? "complete it" : "drop it, or put a number before it"
      default: "put ) before it"
      }
    let words = "expected \(what) in the formula, got \(found); \(remedy)"
    return FormulaError(offset: index, message: words)
  }

  private static var `operator`: String { "an operator" }
  private static var operand: String { "a number, a name or a parenthesis" }
}

/// Signs of mathematics that formulas write with ASCII characters.
enum FormulaSigns {
  private static let signs: [Character: (words: String, ascii: String)] = [
    "·": (product, "*"), "⋅": (product, "*"), "×": (product, "*"),
    "÷": ("a quotient is written /", "/"), "\u{2212}": ("a minus sign is written -", "-"),
    "²": (power, "^2"), "³": (power, "^3"), "√": ("a square root is written sqrt", "sqrt"),
    "°": ("an angle is in radians", radians("")),
  ]
  /// The units of fields that begin with a letter.
  static let units: Set = ["units", "units/s", "units/s²", "kg", "kg/s", "kg/s²", "s", "rad", "g"]
  static let noConditions = "a formula has no conditions; compute it with min, max and floor"
  private static let conditions: Set<Character> = ["?", "<", ">", "=", "!", "&", "|"]
  private static let product = "a product is written *"
  private static let power = "a power is written ^"

  /// Returns the formula for an angle in degrees.
  static func radians(_ degrees: String) -> String { "\(degrees)*pi/180" }

  /// Returns the advice for such a sign, or for that of a condition, in a formula; nil for any other character.
  static func advice(on sign: Character, in formula: [Character]) -> String? {
    if sign == "|", !String(formula).contains("||") { return "an absolute value is written abs(x)" }
    guard !conditions.contains(sign) else { return noConditions }
    return signs[sign].map { "\($0.words); write \(ascii(formula))" }
  }

  /// Returns the formula without such signs.
  private static func ascii(_ formula: [Character]) -> String {
    var (text, rest) = ("", formula[...])
    while let next = rest.popFirst() {
      text += signs[next]?.ascii ?? String(next)
      guard next == "√" else { continue }
      rest = rest.drop { $0 == " " }
      let radicand = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
      guard !radicand.isEmpty, rest.dropFirst(radicand.count).first != "(" else { continue }
      text += "(\(String(radicand)))"
      rest = rest.dropFirst(radicand.count)
    }
    return text
  }
}
