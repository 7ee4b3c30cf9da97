package import Chipmunk

/// A field of a mapping: its name, its type and its meaning.
package struct Field: Sendable {
  package let key: String
  package let type: FieldType
  /// One sentence, with the unit and the default.
  package private(set) var about: String
  /// The default, if the model has a value for it.
  package private(set) var standard: FieldContent?
  /// The alternatives of the table that have the field; nil for all.
  package var owners: [String]?
  /// The alternatives of the table that require the field.
  package var neededBy: [String] = []
  /// The ranges that differ from the type's range, by alternative.
  package var ranges: [String: ParameterRange] = [:]
  /// The names of the number in formulas, or of both numbers of a pair.
  package var symbols: [String] = []
  /// Whether the field determines the meaning of other fields.
  package var decidesOthers = false
  /// Whether the field is written even if it has its default.
  package var isAlwaysWritten = false

  package init(_ key: String, _ type: FieldType, _ about: String = "") {
    self.key = key
    self.type = type
    self.about = about
  }

  /// The number of copies of a body or a constraint in a file; the file's reader makes them.
  package static let repetition = Field(
    "repeat",
    .either(
      .whole(1...Scenario.mostBodies),
      .list(.whole(1...Scenario.mostBodies), count: 1...3)
    ),
    "How many copies the file means: a number, or two or three of them for a grid, with the indices i, j and k."
  )

  /// The field, for some of the table's alternatives.
  func of(_ owners: [String]) -> Field {
    var copy = self
    copy.owners = owners
    return copy
  }

  /// The field with its sentence.
  package func means(_ about: String) -> Field {
    var copy = self
    copy.about = about
    return copy
  }

  /// The field with a default, which also replaces `{}` in its sentence.
  func with(standard: FieldContent?) -> Field {
    guard let standard else { return self }
    var copy = self
    copy.standard = standard
    let parts = about.split(separator: "{}", omittingEmptySubsequences: false)
    copy.about = parts.joined(separator: standard.words)
    return copy
  }

  /// The type for one of the table's alternatives, which may have a range of its own.
  package func type(beside alternative: String?) -> FieldType {
    guard let alternative, let own = ranges[alternative] else { return type }
    return .number(own)
  }

  /// The range for one of the table's alternatives.
  package func range(beside alternative: String?) -> ParameterRange? {
    if let alternative, let own = ranges[alternative] { return own }
    if case .size(let size) = type { return size }
    return type.quantity
  }

  /// Whether the number may have either sign.
  package var hasFreeSign: Bool { if case .size = type { true } else { false } }
}

/// The fields of a mapping. They drive reading and writing files, range checks, suggestions in errors, the schema for
/// editors and the reference.
package final class FieldTable: Sendable {
  /// The fields that exclude each other.
  package enum Alternatives: Sendable {
    case none
    case atMostOne([String])
    case exactlyOne([String])

    package var keys: [String] {
      switch self {
      case .none: []
      case .atMostOne(let keys), .exactlyOne(let keys): keys
      }
    }
  }

  package let name: String
  package let about: String
  package let fields: [Field]
  package let required: [String]
  package let alternatives: Alternatives
  private let indices: KeyIndex
  /// Whether each field is one of the alternatives.
  private let areAlternatives: [Bool]

  package init(
    _ name: String,
    _ about: String,
    _ fields: [Field],
    required: [String] = [],
    alternatives: Alternatives = .none
  ) {
    self.name = name
    self.about = about
    self.fields = fields
    self.required = required
    self.alternatives = alternatives
    indices = KeyIndex(fields.map(\.key))
    areAlternatives = fields.map { alternatives.keys.contains($0.key) }
  }

  /// Returns the index of the field with a key.
  package func index(of key: String) -> Int? { indices[key] }

  /// Whether the field at an index is one of the alternatives.
  package func isAlternative(_ index: Int) -> Bool { areAlternatives[index] }

  package subscript(key: String) -> Field? { indices[key].map { fields[$0] } }
}
