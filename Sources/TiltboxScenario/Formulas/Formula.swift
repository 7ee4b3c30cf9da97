/// Why a formula has no value.
struct FormulaError: Error, Hashable {
  /// Where in the formula, in characters from its beginning.
  let offset: Int
  let message: String
}

/// A formula in a scenario file: `sqrt(2*h/g)`.
///
///     sum     = product { ("+" | "-") product }
///     product = signed { ("*" | "/") signed }
///     signed  = ("-" | "+") signed | power
///     power   = atom [ "^" signed ]
///     atom    = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
///
/// There are no variables to set, no loops and no conditions: a formula ends, after a time in proportion to its
/// length, with a finite number or an error. Angles are in radians.
struct Formula {
  private let characters: [Character]
  private let names: FormulaNames
  private var index = 0
  private var depth = 0

  /// The most characters of a formula.
  static let longest = 300
  /// The most parentheses, signs and powers within each other.
  static let deepest = 40

  /// The number that a formula comes to. Complexity: O(*characters*).
  static func value(of text: String, _ names: FormulaNames) throws(FormulaError) -> Double {
    guard text.count <= longest else {
      throw FormulaError(
        offset: longest,
        message: "the formula is longer than \(longest) characters; compute a part of it beforehand"
      )
    }
    var formula = Formula(characters: Array(text), names: names)
    let value = try formula.sum()
    guard formula.peek() == nil else { throw formula.expected("an operator") }
    return value
  }

  private init(characters: [Character], names: FormulaNames) {
    (self.characters, self.names) = (characters, names)
  }

  private mutating func sum() throws(FormulaError) -> Double {
    try enter()
    defer { depth -= 1 }
    var value = try product()
    while let (sign, place) = take("+", "-") {
      let other = try product()
      value = try finite(sign == "+" ? value + other : value - other, "the sum", place)
    }
    return value
  }

  private mutating func product() throws(FormulaError) -> Double {
    var value = try signed()
    while let (sign, place) = take("*", "/") {
      let other = try signed()
      if sign == "/", other == 0 {
        throw FormulaError(offset: place, message: "\(value) is divided by 0")
      }
      value = try finite(sign == "*" ? value * other : value / other, "the product", place)
    }
    return value
  }

  private mutating func signed() throws(FormulaError) -> Double {
    guard let (sign, _) = take("-", "+") else { return try power() }
    try enter()
    defer { depth -= 1 }
    let value = try signed()
    return sign == "-" ? -value : value
  }

  private mutating func power() throws(FormulaError) -> Double {
    let base = try atom()
    guard let (_, place) = take("^") else { return base }
    try enter()
    defer { depth -= 1 }
    let exponent = try signed()
    return try finite(raise(base, to: exponent), "\(base)^\(exponent)", place)
  }

  private mutating func atom() throws(FormulaError) -> Double {
    guard let next = peek() else { throw expected("a number, a name or a parenthesis") }
    if next.isASCII, next.isNumber || next == "." { return try number() }
    if next.isLetter { return try nameOrFunction() }
    guard take("(") != nil else { throw expected("a number, a name or a parenthesis") }
    let value = try sum()
    guard take(")") != nil else { throw expected("a closing parenthesis") }
    return value
  }

  private mutating func number() throws(FormulaError) -> Double {
    let start = index
    while let next = current, next.isASCII, next.isNumber || next == "." { index += 1 }
    if let next = current, next == "e" || next == "E" {
      index += 1
      if let sign = current, sign == "+" || sign == "-" { index += 1 }
      while let next = current, next.isASCII, next.isNumber { index += 1 }
    }
    let text = String(characters[start..<index])
    guard let value = Scalar.decimal(text), value.isFinite else {
      throw FormulaError(offset: start, message: "\(text) is not a number")
    }
    return value
  }

  private mutating func nameOrFunction() throws(FormulaError) -> Double {
    let start = index
    while let next = current, next.isLetter || next.isNumber || next == "_" { index += 1 }
    let name = String(characters[start..<index])
    guard take("(") != nil else { return try names.value(of: name, at: start) }
    guard let function = FormulaFunction.all[name] else {
      throw names.unknown(name, among: FormulaFunction.all.keys.sorted(), at: start)
    }
    var arguments = [try sum()]
    while take(",") != nil { arguments.append(try sum()) }
    guard take(")") != nil else { throw expected("a comma or a closing parenthesis") }
    guard arguments.count == function.arity else {
      throw FormulaError(
        offset: start,
        message: "\(name) takes \(function.arity) number\(function.arity == 1 ? "" : "s"), "
          + "and here are \(arguments.count)"
      )
    }
    let list = arguments.map { "\($0)" }.joined(separator: ", ")
    return try finite(function.apply(arguments), "\(name)(\(list))", start)
  }

  private func finite(
    _ value: Double,
    _ what: String,
    _ offset: Int
  ) throws(FormulaError) -> Double {
    guard !value.isFinite else { return value }
    let kind = value.isNaN ? "is not a real number" : "is too large"
    throw FormulaError(offset: offset, message: "\(what) \(kind)")
  }

  private mutating func enter() throws(FormulaError) {
    depth += 1
    guard depth > Self.deepest else { return }
    throw FormulaError(
      offset: index,
      message: "more than \(Self.deepest) parentheses within each other; simplify the formula"
    )
  }

  // From one character to the next.

  private var current: Character? { index < characters.count ? characters[index] : nil }

  /// The next character that is not blank.
  private mutating func peek() -> Character? {
    while let next = current, next.isWhitespace { index += 1 }
    return current
  }

  /// Steps over one of some characters, if it comes next.
  private mutating func take(_ wanted: Character...) -> (Character, place: Int)? {
    guard let next = peek(), wanted.contains(next) else { return nil }
    index += 1
    return (next, index - 1)
  }

  private mutating func expected(_ what: String) -> FormulaError {
    let found = peek().map { "\"\($0)\"" } ?? "the end"
    return FormulaError(offset: index, message: "expected \(what) in the formula, got \(found)")
  }
}
