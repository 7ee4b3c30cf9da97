/// A JSON text in the making, its members in the order in which they were given.
indirect enum JSON {
  case object([(String, JSON)])
  case array([JSON])
  case text(String)
  case number(Double)
  case flag(Bool)

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
    case .text(let text): return Self.quoted(text)
    case .number(let number): return Int(exactly: number).map(String.init) ?? "\(number)"
    case .flag(let flag): return flag ? "true" : "false"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
