public import Tiltbox
internal import TiltboxJSON

extension Scenario {
  /// The scenario as a scenario file in YAML, with each element of a list on one line; reading it yields the same
  /// scenario, bit for bit.
  ///
  /// Complexity: O(*bodies* + *shapes* + *animations*).
  public var yaml: String {
    (tree.members ?? []).map { key, value in
      guard case .array(let elements) = value, !elements.isEmpty else {
        return "\(key): \(value.flow)\n"
      }
      return "\(key):\n" + elements.map { "  - \($0.flow)\n" }.joined()
    }.joined()
  }
}

extension JSON {
  /// The value in YAML on one line, with quotes only where a text needs them.
  fileprivate var flow: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\($0): \($1.flow)" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .text(let text): Self.isPlain(text) ? text : line
    default: line
    }
  }

  /// Whether a text without quotes is that text: no number, no other word of YAML, and without a sign of it.
  private static func isPlain(_ text: String) -> Bool {
    let scalar = Scalar(text: text, isPlain: true)
    return text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_.\/-]*/) != nil && !scalar.isNull
      && scalar.flag == nil
  }
}
