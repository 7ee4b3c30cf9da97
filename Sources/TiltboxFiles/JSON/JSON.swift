/// A JSON text in the making, its members in the order in which they were given.
package indirect enum JSON: Sendable {
  case object([(String, JSON)])
  case array([JSON])
  case text(String)
  case number(Double)
  case whole(Int)
  case flag(Bool)
  case null

  /// The text, one member a line; arrays of plain values stay on theirs.
  func indented(by indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members):
      let lines = members.map { "\(inner)\(Self.quoted($0)): \($1.indented(by: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .array(let elements) where elements.allSatisfy(\.isPlain):
      return "[" + elements.map { $0.indented() }.joined(separator: ", ") + "]"
    case .array(let elements):
      let lines = elements.map { inner + $0.indented(by: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .text, .number, .whole, .flag, .null: return line
    }
  }

  /// The text on one line.
  package var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0)):\($1.line)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .text(let text): Self.quoted(text)
    case .number(let number): Self.shortest(number)
    case .whole(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  /// The shortest decimal that reads back to the same bits: a negative zero keeps its sign.
  private static func shortest(_ number: Double) -> String {
    if number == 0, number.sign == .minus { return "-0.0" }
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  /// Control characters, and what a reader of YAML would take for the end of a line or not take at all.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0xFDD0...0xFDEF, 0xFEFF, 0xFFFE...0xFFFF: true
    default: false
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where mustBeEscaped(scalar):
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
