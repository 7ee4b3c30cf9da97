/// A JSON value. The members of an object keep the order of the text.
package enum JSON: Sendable {
  case object([(String, JSON)])
  case array([JSON])
  case text(String)
  case number(Double)
  case whole(Int)
  case flag(Bool)
  case null

  /// A list of numbers.
  package init(_ numbers: [Double]) { self = .array(numbers.map(JSON.number)) }

  /// The value of a member of an object.
  package subscript(key: String) -> JSON? { members?.first { $0.0 == key }?.1 }

  /// The members of an object, in order.
  package var members: [(String, JSON)]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Returns an object without one of its members; another value as it is.
  package func without(_ key: String) -> JSON {
    members.map { .object($0.filter { $0.0 != key }) } ?? self
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var number: Double? {
    switch self {
    case .number(let number): number
    case .whole(let number): Double(number)
    default: nil
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}

extension JSON: JSONTree {
  package static func scalar(_ text: String, isPlain: Bool, at offset: Int) throws(JSONError)
    -> JSON
  {
    guard isPlain else { return .text(text) }
    switch text {
    case "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      guard let number = decimal(text), number.isFinite else {
        throw JSONError(.value, at: offset, found: text)
      }
      return .number(number)
    }
  }

  /// Whether JSON has a bare word: a decimal number, `true`, `false` or `null`.
  package static func hasWord(_ text: String) -> Bool {
    decimal(text) != nil || ["true", "false", "null"].contains(text)
  }

  /// The number that a word is, perhaps infinite; nil for another word. `Double.init` would also accept `infinity`,
  /// `0x1p3` and `010`.
  private static func decimal(_ text: String) -> Double? {
    isNumber(text) ? Double(text) : nil
  }

  /// Whether a word is a number of JSON, which has no sign but a minus, no zeros before the first digit, and digits on
  /// both sides of a point.
  package static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func skip(_ signs: String) -> Bool {
      guard let next = rest.first, signs.utf8.contains(next) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Bool {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      rest = rest[digits.endIndex...]
      return !digits.isEmpty
    }
    _ = skip("-")
    guard skip("0") || skipDigits() else { return false }
    if skip("."), !skipDigits() { return false }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }

  package static func array(_ elements: [JSON], at offset: Int) -> JSON { .array(elements) }

  package static func member(_ key: String, at offset: Int, _ value: JSON) -> (String, JSON) {
    (key, value)
  }

  package static func object(_ members: [(String, JSON)], at offset: Int) -> JSON {
    .object(members)
  }
}

extension JSON {
  /// The text on one line. Numbers are the shortest decimals that read back to the same bits. O(n).
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text on one line. O(n).
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, (key, value)) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(json: key)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .text(let text): bytes.append(json: text)
    case .number(let number):
      bytes.append(decimal: number)
      // Some readers take a zero without a point as an integer, and integers have no negative zero.
      if number == 0, number.sign == .minus { bytes += ".0".utf8 }
    case .whole(let number): bytes += number.description.utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    }
  }

  /// The text with one member a line; arrays of plain values stay on one line.
  package func indented(by indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members):
      let lines = members.map { "\(inner)\(JSON.text($0).line): \($1.indented(by: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where elements.allSatisfy(\.isPlain):
      return "[" + elements.map { $0.indented() }.joined(separator: ", ") + "]"
    case .array(let elements):
      let lines = elements.map { inner + $0.indented(by: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .text, .number, .whole, .flag, .null: return line
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }
}

extension [UInt8] {
  /// Appends the shortest decimal that reads back to the same double, without the `.0` of a whole number; `null` for a
  /// number that is not finite.
  package mutating func append(decimal number: Double) {
    unsafe append(decimals: 1) { unsafe $0.append(number) }
  }

  /// Appends up to `count` numbers, directly into the array's memory.
  package mutating func append(decimals count: Int, _ body: (inout NumberWriter) -> Void) {
    unsafe append(addingCapacity: count * (NumberWriter.longest + 1)) { span in
      unsafe span.withUnsafeMutableBufferPointer { memory, count in
        guard let start = unsafe memory.baseAddress.map({ unsafe $0 + count }) else { return }
        var writer = unsafe NumberWriter(at: start)
        unsafe body(&writer)
        unsafe count += writer.next - start
      }
    }
  }

  /// Appends a JSON string with its quotes. Escapes control characters, and those that end a line in YAML or are not
  /// allowed there, since scenarios are read as YAML.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    defer { append(UInt8(ascii: "\"")) }
    let isSimple = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard !isSimple else { return append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": self += "\\\(scalar)".utf8
      case "\n": self += "\\n".utf8
      case _ where Self.mustBeEscaped(scalar):
        let code = String(scalar.value, radix: 16)
        self += ("\\u" + String(repeating: "0", count: 4 - code.count) + code).utf8
      default: self += UTF8.encode(scalar).map { Array($0) } ?? []
      }
    }
  }

  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0xFDD0...0xFDEF, 0xFEFF, 0xFFFE...0xFFFF: true
    default: false
    }
  }
}

/// Writes the digits of numbers directly into existing memory, without strings.
@unsafe
package struct NumberWriter {
  /// The greatest number of bytes of a number: -2.2250738585072014e-308.
  package static var longest: Int { 24 }

  /// The place of the next byte.
  package private(set) var next: UnsafeMutablePointer<UInt8>

  /// Makes a writer that begins at `start`. The memory must have room for everything appended.
  package init(at start: UnsafeMutablePointer<UInt8>) { unsafe next = start }

  /// Appends the shortest decimal that reads back to the same double, without the `.0` of a whole number. A number that
  /// is not finite is written as JSON's null.
  package mutating func append(_ number: Double) {
    guard number.isFinite else { return unsafe write("null") }
    unsafe number.write(to: &self)
    if unsafe next[-1] == UInt8(ascii: "0"), unsafe next[-2] == UInt8(ascii: ".") {
      unsafe next -= 2
    }
  }

  /// Appends a comma and the number.
  package mutating func append(nextOf number: Double) {
    unsafe next.initialize(to: UInt8(ascii: ","))
    unsafe next += 1
    unsafe append(number)
  }
}

extension NumberWriter: @unsafe TextOutputStream {
  package mutating func write(_ text: String) {
    for byte in text.utf8 {
      unsafe next.initialize(to: byte)
      unsafe next += 1
    }
  }

  /// The standard library's numbers write their digits through this before they make a string.
  // swift-format-ignore: NoLeadingUnderscores
  package mutating func _writeASCII(_ digits: UnsafeBufferPointer<UInt8>) {
    guard let start = digits.baseAddress else { return }
    unsafe next.initialize(from: start, count: digits.count)
    unsafe next += digits.count
  }
}

/// The reason why a text is not JSON.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  /// The missing element.
  package enum Expected: String, Sendable {
    case key = "a key in quotes"
    case colon = "a colon"
    case value = "a value"
    case commaOrBrace = "a comma or a closing brace"
    case commaOrBracket = "a comma or a closing bracket"
    case closingQuote = "a closing quote"
    case escape = "an escape"
    case hexadecimal = "four hexadecimal digits"
    case surrogate = "the second half of a surrogate pair"
    case unicode = "UTF-8"
    case lessNesting = "fewer brackets around it"
    case end = "nothing more"
  }

  package let expected: Expected
  /// The byte offset, counted from 0.
  package let offset: Int
  private let found: String

  package init(_ expected: Expected, at offset: Int, found: String = "") {
    (self.expected, self.offset, self.found) = (expected, offset, found)
  }

  /// `this is not JSON: expected a colon, got "1}"`.
  package var description: String {
    switch expected {
    case .unicode: "this is not UTF-8"
    case .lessNesting: "nested too deeply"
    default:
      "this is not JSON: expected \(expected.rawValue), got "
        + (found.isEmpty ? "the end of the line" : found.debugDescription)
    }
  }
}
