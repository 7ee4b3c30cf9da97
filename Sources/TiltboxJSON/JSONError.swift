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
