package import Tiltbox
package import TiltboxJSON

/// A value to set a scenario field to.
package enum FieldValue: Hashable, Sendable {
  case number(Double)
  case text(String)
  case flag(Bool)
  /// As if the field were not there.
  case null
  case list([FieldValue])
}

extension FieldValue {
  /// Parses values separated by commas, like those between the brackets of a list in a file.
  ///
  /// - Throws: `Diagnostic`.
  package static func list(of text: String) throws(Diagnostic) -> [FieldValue] {
    guard let nodes = try YAMLReader.read("[\(text)]", override: 0)?.sequence else {
      throw Diagnostic("give values with commas between")
    }
    return try nodes.map { node throws(Diagnostic) in try FieldValue(node) }
  }

  init(_ node: Node) throws(Diagnostic) {
    if let refusal = node.refusal { throw Diagnostic(refusal) }
    switch node.content {
    case .scalar(let scalar):
      guard !scalar.isEmpty else {
        throw Diagnostic("a value is missing between two commas, or before or after one")
      }
      if scalar.isNull {
        self = .null
      } else if let number = scalar.number {
        guard number.isFinite else { throw Diagnostic("\(scalar.text) is not finite") }
        self = .number(number)
      } else if let flag = scalar.flag {
        self = .flag(flag)
      } else {
        self = .text(scalar.text)
      }
    case .sequence(let nodes):
      self = .list(try nodes.map { node throws(Diagnostic) in try FieldValue(node) })
    case .mapping:
      throw Diagnostic("a mapping is no single value; vary one field of it")
    }
  }

  /// Parses a decimal, or a fraction such as `1/120`; nil if the text is not a finite number.
  package static func number(_ text: some StringProtocol) -> Double? {
    let scalar = Scalar(text: text.trimmed, isPlain: true)
    return scalar.fraction.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value as JSON.
  package var json: JSON {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    case .null: .null
    case .list(let values): .array(values.map(\.json))
    }
  }

  /// Reads a value that ``json`` has written; nil for an object.
  package init?(_ json: JSON) {
    switch json {
    case .number(let number): self = .number(number)
    case .whole(let number): self = .number(Double(number))
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    case .null: self = .null
    case .array(let elements):
      let values = elements.map { FieldValue($0) }
      guard !values.contains(nil) else { return nil }
      self = .list(values.compactMap(\.self))
    case .object: return nil
    }
  }

  /// Returns the value as a node of a file.
  func node(at place: SourceLocation) -> Node {
    switch self {
    case .number(let number): Node(plain: "\(number)", at: place)
    case .text(let text):
      Node(
        content: .scalar(Scalar(text: text, isPlain: !Scalar(text: text, isPlain: true).isOther)),
        place: place
      )
    case .flag(let flag): Node(plain: flag ? "true" : "false", at: place)
    case .null: Node(plain: "null", at: place)
    case .list(let values):
      Node(content: .sequence(values.map { $0.node(at: place) }), place: place)
    }
  }
}

extension Scalar {
  /// Whether a plain scalar means something other than its text.
  fileprivate var isOther: Bool { isEmpty || isNull || flag != nil || number != nil }
}

extension Node {
  fileprivate init(plain text: String, at place: SourceLocation) {
    self.init(content: .scalar(Scalar(text: text, isPlain: true)), place: place)
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  package var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
