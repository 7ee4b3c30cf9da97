/// Signs of mathematics that formulas write with ASCII characters.
enum FormulaSigns {
  private static let signs: [Character: (words: String, ascii: String)] = [
    "·": (product, "*"), "⋅": (product, "*"), "×": (product, "*"),
    "÷": ("a quotient is written /", "/"), "\u{2212}": ("a minus sign is written -", "-"),
    "²": (power, "^2"), "³": (power, "^3"), "√": ("a square root is written sqrt", "sqrt"),
    "°": ("an angle is in radians", radians("")),
  ]
  private static let product = "a product is written *"
  private static let power = "a power is written ^"

  /// Returns the formula for an angle in degrees.
  static func radians(_ degrees: String) -> String { "\(degrees)*pi/180" }

  /// Returns the advice for such a sign in a formula; nil for any other character.
  static func advice(on sign: Character, in formula: [Character]) -> String? {
    signs[sign].map { "\($0.words); write \(ascii(formula))" }
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
