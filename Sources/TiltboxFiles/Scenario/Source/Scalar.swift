/// A word, a number or a text in a scenario file.
///
/// The core schema of YAML 1.2 determines the meaning of a plain (unquoted) scalar: `010` is ten, `yes` and `1_000` are
/// texts. Besides, `0b101` is five. Quoted scalars are always texts.
package struct Scalar: Sendable {
  /// The text; that of a formula's result is followed by a line with the formula. So a scalar takes 17 bytes.
  private let stored: String
  private let origin: Origin

  private enum Origin: Sendable { case plain, quoted, formula }

  package init(text: String, isPlain: Bool, formula: String? = nil) {
    stored = formula.map { "\(text)\n\($0)" } ?? text
    origin = formula != nil ? .formula : isPlain ? .plain : .quoted
  }

  package var text: String {
    origin == .formula ? String(stored.prefix { !$0.isNewline }) : stored
  }

  package var isPlain: Bool { origin != .quoted }

  /// The formula whose result the text is, if any.
  package var formula: String? {
    origin == .formula ? String(stored.drop { !$0.isNewline }.dropFirst()) : nil
  }

  /// Whether there is no value at all, as in `mass:`.
  package var isEmpty: Bool { isPlain && text.isEmpty }

  /// Whether the value is explicitly null.
  package var isNull: Bool {
    guard isPlain else { return false }
    return switch text {
    case "~", "null", "Null", "NULL": true
    default: false
    }
  }

  package var flag: Bool? {
    guard isPlain else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: return nil
    }
  }

  /// The number, which may be infinite or NaN.
  package var number: Double? {
    guard isPlain else { return nil }
    if let number = Scalar.short(text) { return number }
    if let whole = based { return Double(whole) }
    return Scalar.decimal(text)
  }

  /// The number, if it is finite.
  var finiteNumber: Double? { number.flatMap { $0.isFinite ? $0 : nil } }

  /// The integer in any notation: `10`, `10.0`, `0xA`, `0o12`, `0b1010`.
  package var whole: Int? {
    guard isPlain else { return nil }
    if let whole = based ?? Int(text) { return whole }
    return Scalar.decimal(text).flatMap { Int(exactly: $0) }
  }

  /// The number of a plain scalar such as `0.5`, or of a fraction such as `1/120`, quoted or not.
  package var fraction: Double? {
    if let number { return number }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let over = Scalar.decimal(parts[0]),
      let under = Scalar.decimal(parts[1])
    else { return nil }
    return over / under
  }

  /// The number or fraction and the unit of a text such as `45 rad`; nil for anything else. `units/s^2` is `units/s²`.
  package var quantity: (number: Double, unit: String)? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-./eE".contains($0)) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard !unit.isEmpty, let number = Scalar(text: String(digits), isPlain: true).fraction else {
      return nil
    }
    return (number, String(unit).replacing("^2", with: "²").replacing("*", with: "·"))
  }

  /// The integer of a text such as `0xA`, `0o12` or `0b1010`.
  private var based: Int? {
    guard text.utf8.first == UInt8(ascii: "0"), text.dropFirst(2).first?.isHexDigit == true else {
      return nil
    }
    let radixes: [Substring: Int] = ["0x": 16, "0o": 8, "0b": 2]
    return radixes[text.prefix(2)].flatMap { Int(text.dropFirst(2), radix: $0) }
  }

  /// Parses a number of up to 15 digits without an exponent, such as `-0.5`. Its digits and the power of ten are exact, so
  /// one division rounds like the standard library, in a fifth of the time.
  private static func short(_ text: String) -> Double? {
    var (digits, count, decimals) = (0, 0, -1)
    var bytes = text.utf8.makeIterator()
    var next = bytes.next()
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { next = bytes.next() }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = 10 * digits + Int(byte - UInt8(ascii: "0"))
        count += 1
        if decimals >= 0 { decimals += 1 }
      case UInt8(ascii: ".") where decimals < 0 && count > 0: decimals = 0
      default: return nil
      }
      guard count <= 15 else { return nil }
      next = bytes.next()
    }
    guard count > 0, decimals != 0 else { return nil }
    let number = Double(digits) / powers[max(decimals, 0)]
    return isNegative ? -number : number
  }

  /// The powers of ten up to 10¹⁵.
  private static let powers = (0..<15).reduce(into: [1.0]) { powers, _ in
    powers.append(10 * powers[powers.count - 1])
  }

  /// Parses a decimal number, `.inf` or `.nan`; the standard library would also accept `infinity` and `0x1p3`.
  static func decimal(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): true
      default: false
      }
    }
    guard !isDecimal else { return Double(text) }
    switch text {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    case ".nan", ".NaN", ".NAN": return .nan
    default: return nil
    }
  }
}

extension Scalar: CustomStringConvertible {
  /// A description for error messages, which truncates a long text.
  package var description: String {
    if isEmpty || isNull { return "nothing" }
    if number != nil || flag != nil { return text }
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    return "the text \(String(shown).debugDescription)"
  }
}
