package import Chipmunk

/// A field of a mapping: what it is called, what can stand in it and what it means.
package struct Field: Sendable {
  package let key: String
  package let type: FieldType
  /// One sentence, with the unit and what holds if the field is absent.
  package private(set) var about: String
  /// What holds if the field is absent, where the model has a value for that.
  package private(set) var standard: FieldContent?
  /// The alternatives of its table with which it goes; nil for all.
  package var owners: [String]?
  /// The alternatives of its table that cannot do without it.
  package var neededBy: [String] = []
  /// The ranges that differ from that of the type, by the alternative.
  package var ranges: [String: Quantity] = [:]
  /// The names by which formulas know the number, or the two of a pair.
  package var symbols: [String] = []
  /// Whether it decides what other fields mean.
  package var decidesOthers = false
  /// Whether it is written even where it has the value that holds anyway.
  package var isAlwaysWritten = false

  package init(_ key: String, _ type: FieldType, _ about: String = "") {
    self.key = key
    self.type = type
    self.about = about
  }

  /// How often a file repeats a body or a constraint; its reader makes the copies.
  package static let repetition = Field(
    "repeat",
    .either(
      .whole(1...Scenario.mostBodies),
      .list(.whole(1...Scenario.mostBodies), count: 1...3)
    ),
    "How many copies the file means: a number, or two or three of them for a grid, with the indices i, j and k."
  )

  /// The field of some of the table's alternatives.
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

  /// The field of which is known what holds if it is absent; in its sentence that takes the place of `{}`.
  func with(standard: FieldContent?) -> Field {
    guard let standard else { return self }
    var copy = self
    copy.standard = standard
    let parts = about.split(separator: "{}", omittingEmptySubsequences: false)
    copy.about = parts.joined(separator: standard.words)
    return copy
  }

  /// The range beside one of the table's alternatives.
  package func range(beside alternative: String?) -> Quantity? {
    if let alternative, let own = ranges[alternative] { return own }
    if case .size(let size) = type { return size }
    return type.quantity
  }

  /// Whether the sign of the number is free.
  package var hasFreeSign: Bool { if case .size = type { true } else { false } }
}

/// The fields of a mapping. Reading and writing files, the ranges that are checked, the suggestions in errors, the
/// schema for editors and the reference all go by it.
package struct FieldTable: Sendable {
  /// Which fields cannot stand together.
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
  private let byKey: [String: Field]

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
    byKey = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
  }

  package subscript(key: String) -> Field? { byKey[key] }
}
