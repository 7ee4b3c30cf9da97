internal import Motion
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
      let remedy = FormulaSigns.radians(String(before).trimmed)
      return FormulaError(offset: start, message: "an angle is in radians; write \(remedy)")
    }
    do {
      _ = try atom()
    } catch {
      return error
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
    guard let (sign, _) = take("-", "+") else { return try power() }
    try enter()
    defer { depth -= 1 }
    let value = try signed()
    return sign == "-" ? meaning.negative(value) : value
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
      texts.append(FormulaText(text: String(text), offset: start))
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
  static let noConditions = "a formula has no conditions; compute it with min, max and floor"
  private static let conditions: Set<Character> = ["?", "<", ">", "=", "!", "&", "|"]
  private static let product = "a product is written *"
  private static let power = "a power is written ^"

  /// Returns the formula for an angle in degrees.
  static func radians(_ degrees: String) -> String { "\(degrees)*pi/180" }

  /// Returns the advice for such a sign, or for that of a condition, in a formula; nil for any other character.
  static func advice(on sign: Character, in formula: [Character]) -> String? {
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

/// A function for formulas. Angles are in radians.
package struct FormulaFunction: Sendable {
  package let arity: Int
  package let apply: @Sendable ([Double]) -> Double

  package static let all: [String: FormulaFunction] = [
    "sqrt": one { $0.squareRoot() }, "abs": one { abs($0) },
    "sin": one { sine($0) }, "cos": one { cosine($0) }, "tan": one { tangent($0) },
    "asin": one { arcSine($0) }, "acos": one { arcCosine($0) },
    "atan": one { arcTangent($0, over: 1) }, "atan2": two { arcTangent($0, over: $1) },
    "exp": one { exponential($0) }, "ln": one { logarithm($0) },
    "floor": one { $0.rounded(.down) }, "ceil": one { $0.rounded(.up) },
    "round": one { $0.rounded() },
    "min": two { min($0, $1) }, "max": two { max($0, $1) },
  ]

  private static func one(_ apply: @escaping @Sendable (Double) -> Double) -> FormulaFunction {
    FormulaFunction(arity: 1) { apply($0[0]) }
  }

  private static func two(
    _ apply: @escaping @Sendable (Double, Double) -> Double
  ) -> FormulaFunction {
    FormulaFunction(arity: 2) { apply($0[0], $0[1]) }
  }
}

extension FormulaFunction {
  /// Throws if a name is neither a function nor one of `others`.
  package static func expect(
    _ name: String,
    at offset: Int,
    _ names: FormulaNames,
    others: [String] = []
  ) throws(FormulaError) {
    let known = all.keys + others
    guard !known.contains(name) else { return }
    throw names.unknown(name, among: known.sorted(), at: offset)
  }

  /// Returns the function with a name, which must exist; throws if its number of arguments is wrong.
  package static func named(
    _ name: String,
    count: Int,
    at offset: Int
  ) throws(FormulaError) -> FormulaFunction {
    guard let function = all[name] else { preconditionFailure("\(name) is no function") }
    guard count == function.arity else {
      let (wanted, call) = function.arity == 1 ? ("1 number", "(x)") : ("2 numbers", "(x, y)")
      let words = "\(name) takes \(wanted), not \(count); write \(name)\(call)"
      throw FormulaError(offset: offset, message: words)
    }
    return function
  }
}

/// The evaluation of a formula's parts.
package protocol FormulaMeaning {
  associatedtype Value

  func number(_ number: Double) -> Value
  func name(_ name: String, at offset: Int) throws(FormulaError) -> Value
  func negative(_ value: Value) -> Value
  /// Evaluates one of `+ - * / ^`.
  func operation(
    _ sign: Character,
    _ left: Value,
    _ right: Value,
    at offset: Int
  ) throws(FormulaError) -> Value
  /// Throws if the function does not exist.
  func expect(function name: String, at offset: Int) throws(FormulaError)
  func call(_ name: String, _ arguments: [Value], at offset: Int) throws(FormulaError) -> Value

  /// Whether a function takes its arguments as text, such as the names of bodies.
  func readsText(_ name: String) -> Bool
  func call(_ name: String, texts: [FormulaText], at offset: Int) throws(FormulaError) -> Value
}

/// An unevaluated argument, and its position in the formula.
package struct FormulaText: Hashable, Sendable {
  package let text: String
  package let offset: Int
}

extension FormulaMeaning {
  package func readsText(_ name: String) -> Bool { false }

  package func call(
    _ name: String,
    texts: [FormulaText],
    at offset: Int
  ) throws(FormulaError) -> Value {
    preconditionFailure("no function of this meaning reads text")
  }
}

/// Evaluates a formula's parts to finite numbers, any other result being an error, and parts with the time `t`, in
/// seconds, to functions of it.
package struct FormulaValues: FormulaMeaning {
  package enum Value: Sendable {
    case number(Double)
    case function(@Sendable (_ time: Double) -> Double)

    var number: Double? { if case .number(let number) = self { number } else { nil } }

    fileprivate var function: @Sendable (_ time: Double) -> Double {
      switch self {
      case .number(let number): { _ in number }
      case .function(let function): function
      }
    }
  }

  private let names: FormulaNames

  /// Prepares to evaluate formulas, which may have the time in them if the names do.
  package init(_ names: FormulaNames) { self.names = names }

  package func number(_ number: Double) -> Value { .number(number) }

  package func name(_ name: String, at offset: Int) throws(FormulaError) -> Value {
    if names.hasTime, name == FormulaNames.time { return .function { $0 } }
    return .number(try names.value(of: name, at: offset))
  }

  package func negative(_ value: Value) -> Value {
    if case .number(let number) = value { return .number(-number) }
    let function = value.function
    return .function { -function($0) }
  }

  package func operation(
    _ sign: Character,
    _ left: Value,
    _ right: Value,
    at offset: Int
  ) throws(FormulaError) -> Value {
    let apply = Self.operation(sign)
    guard let a = left.number, let b = right.number else {
      let (left, right) = (left.function, right.function)
      return .function { apply(left($0), right($0)) }
    }
    guard sign != "/" || b != 0 || names.areGuesses else {
      let words = "\(a.shortest) is divided by 0; divide it by another number"
      throw FormulaError(offset: offset, message: words)
    }
    let what =
      switch sign {
      case "+", "-": "the sum"
      case "*", "/": "the product"
      default: "\(a.shortest)^\(b.shortest)"
      }
    return .number(try finite(apply(a, b), what, offset))
  }

  /// Returns the operation of a sign, one of `+ - * / ^`.
  package static func operation(_ sign: Character) -> @Sendable (Double, Double) -> Double {
    switch sign {
    case "+": { $0 + $1 }
    case "-": { $0 - $1 }
    case "*": { $0 * $1 }
    case "/": { $0 / $1 }
    default: { power($0, $1) }
    }
  }

  package func expect(function name: String, at offset: Int) throws(FormulaError) {
    let others = names.random == nil ? [] : [FormulaNames.random]
    try FormulaFunction.expect(name, at: offset, names, others: others)
  }

  package func call(
    _ name: String,
    _ arguments: [Value],
    at offset: Int
  ) throws(FormulaError) -> Value {
    let numbers = arguments.compactMap(\.number)
    if name == FormulaNames.random { return .number(try random(numbers, offset)) }
    let function = try FormulaFunction.named(name, count: arguments.count, at: offset)
    guard numbers.count == arguments.count else {
      let parts = arguments.map(\.function)
      return .function { time in function.apply(parts.map { $0(time) }) }
    }
    let list = numbers.map(\.shortest).joined(separator: ", ")
    return .number(try finite(function.apply(numbers), "\(name)(\(list))", offset))
  }

  /// Returns the random number of an index, from 0 to 1 or between two other numbers.
  private func random(_ arguments: [Double], _ offset: Int) throws(FormulaError) -> Double {
    guard let stream = names.random, arguments.count == 1 || arguments.count == 3 else {
      let i = names.given["i"] == nil ? "1" : "i"
      let words = "random takes 1 or 3 numbers, not \(arguments.count); write random(\(i)), "
      throw FormulaError(offset: offset, message: words + "or random(\(i), from, to)")
    }
    let share = stream.unit(at: arguments[0])
    guard arguments.count == 3 else { return share }
    let (from, to) = (arguments[1], arguments[2])
    return try finite(from + (to - from) * share, "the random number", offset)
  }

  private func finite(
    _ value: Double,
    _ what: @autoclosure () -> String,
    _ offset: Int
  ) throws(FormulaError) -> Double {
    guard !value.isFinite else { return value }
    guard !names.areGuesses else { return 1 }
    let problem =
      value.isNaN
      ? "is not a real number; change its numbers" : "is too large; give smaller numbers"
    throw FormulaError(offset: offset, message: "\(what()) \(problem)")
  }
}

extension Formula where Meaning == FormulaValues {
  /// Evaluates a formula without the time to a finite number.
  package static func number(
    of text: String,
    _ names: FormulaNames
  ) throws(FormulaError) -> Double {
    guard case .number(let number) = try value(of: text, FormulaValues(names)) else {
      preconditionFailure("without the time there is no function of it")
    }
    return number
  }
}
