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
  /// Whether the field is written even if it has its default.
  package var isAlwaysWritten = false

  package init(_ key: String, _ type: FieldType, _ about: String = "") {
    (self.key, self.type, self.about) = (key, type, about)
  }

  /// The number of copies of a body or a constraint in a file; the file's reader makes them.
  package static let repetition = Field(
    "repeat",
    .either(.whole(1...Scenario.mostBodies), .list(.whole(1...Scenario.mostBodies), count: 1...3)),
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

  /// The range for one of the table's alternatives.
  package func range(beside alternative: String?) -> ParameterRange? {
    if let alternative, let own = ranges[alternative] { return own }
    if case .size(let size) = type { return size }
    return type.parameterRange
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

  /// Returns the type of the field at an index for one of the table's alternatives, which may have a range of its own.
  package func type(at index: Int, beside alternative: String?) -> FieldType {
    guard let alternative, let own = fields[index].ranges[alternative] else {
      return fields[index].type
    }
    return .number(own)
  }

  /// Whether the field at an index is one of the alternatives.
  package func isAlternative(_ index: Int) -> Bool { areAlternatives[index] }

  package subscript(key: String) -> Field? { indices[key].map { fields[$0] } }
}

/// The type of a field's content.
package indirect enum FieldType: Sendable {
  case text
  case flag
  case number(ParameterRange)
  /// A number whose absolute value is in a range, with either sign.
  case size(ParameterRange)
  /// A number, or a fraction of two numbers.
  case fraction(ParameterRange)
  /// A number, or a formula for one.
  case formula(ParameterRange)
  case whole(ClosedRange<Int>, ParameterRange? = nil)
  /// Two numbers, and what to call each.
  case pair(ParameterRange, of: String)
  case choice([String])
  /// A number, or a list of numbers.
  case numbers(count: ClosedRange<Int>)
  /// A timing function, or several: names, strings, four numbers each.
  case timing
  /// A point of the world, a body's id, or both an id and a point in that body's own coordinates.
  case place
  /// A mapping of names to numbers, or to formulas of the names before them.
  case names
  case list(FieldType, count: ClosedRange<Int>)
  case mapping(FieldTable)
  /// A mapping whose table is defined elsewhere: its elements may use the same table again.
  case another(@Sendable () -> FieldTable)
  case either(FieldType, FieldType)
}

extension FieldType {
  /// A point, or another pair of coordinates.
  package static func vector(_ range: ParameterRange) -> FieldType { .pair(range, of: "x, y") }

  /// A list of points.
  package static func points(_ count: ClosedRange<Int>) -> FieldType {
    .list(.vector(.position), count: count)
  }

  /// A whole number in a range.
  package static func count(_ parameterRange: ParameterRange) -> FieldType {
    .whole(
      Int(parameterRange.range.lowerBound)...Int(parameterRange.range.upperBound),
      parameterRange
    )
  }

  /// The words of an enumeration.
  package static func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _: Choice.Type
  ) -> FieldType {
    .choice(Choice.allCases.map(\.rawValue))
  }

  /// The expected content in an error message: "a number".
  package var words: String {
    switch self {
    case .text: "a text"
    case .flag: "true or false"
    case .number, .size: "a number"
    case .fraction: "a number or a fraction such as 1/120"
    case .formula: "a number or a formula"
    case .whole(let range, _) where range.lowerBound == range.upperBound: "\(range.lowerBound)"
    case .whole(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .pair(_, let names): "[\(names)]"
    case .choice(let choices): Suggestion.alternatives(choices)
    case .numbers(let count) where count.lowerBound == count.upperBound:
      "a list of \(count.lowerBound) numbers"
    case .numbers(let count) where count.lowerBound > 1:
      "a list of \(count.lowerBound) to \(count.upperBound) numbers"
    case .numbers: "a number or a list of numbers"
    case .timing: "a timing function, such as easeIn or [0.42, 0, 1, 1], or a list of them"
    case .place: "a point [x, y], the id of a body, or [id, [x, y]]"
    case .names: "a mapping of names to numbers"
    case .list(.text, let count) where count.lowerBound == count.upperBound:
      "[" + Array(repeating: "id", count: count.lowerBound).joined(separator: ", ") + "]"
    case .list(.pair(_, let names), let count) where count.lowerBound == count.upperBound:
      "[" + Array(repeating: "[\(names)]", count: count.lowerBound).joined(separator: ", ") + "]"
    case .list(.pair(_, let names), let count):
      "a list of at least \(count.lowerBound) points [\(names)]"
    case .list(.formula(let range), let count) where count == 2...2:
      range.unit == "s" ? "[from, to]" : "[x, y]"
    case .list(.list(let element, let inner), let count) where count == 2...2:
      "["
        + Array(repeating: Self.list(element, count: inner).words, count: 2)
        .joined(separator: ", ") + "]"
    case .list: "a list"
    case .mapping, .another: "a mapping"
    case .either: Suggestion.alternatives(options)
    }
  }

  /// The words of each type that the field can have.
  package var options: [String] {
    switch self {
    case .formula: ["a number", "a formula"]
    case .choice(let choices): choices
    case .mapping(let table) where table.fields.count < 3:
      ["{" + table.fields.map { "\($0.key): …" }.joined(separator: ", ") + "}"]
    case .either(let first, let second): first.options + second.options
    default: [words]
    }
  }

  /// Whether the field can contain a list of numbers or words.
  package var takesList: Bool {
    switch self {
    case .pair, .numbers, .timing, .place: true
    case .list(let element, _): element.table == nil
    case .either(let first, let second): first.takesList || second.takesList
    default: false
    }
  }

  /// Whether the field can contain a formula outside of a list.
  package var takesFormula: Bool {
    switch self {
    case .formula: true
    case .either(let first, _): first.takesFormula
    default: false
    }
  }

  /// The remedy at the end of an error message.
  package var remedy: String {
    switch self {
    case .number, .size, .fraction:
      parameterRange.map { "; give \($0.rule)" + ($0.unit.isEmpty ? "" : ", in \($0.unit)") } ?? ""
    case .pair(let range, _), .list(.pair(let range, _), _),
      .list(.formula(let range), _), .list(.list(.formula(let range), _), _):
      range.unit.isEmpty ? "; give numbers" : "; give numbers in \(range.unit)"
    case .either(let first, .choice): first.remedy
    case .names: "; write {r: 12, d: =2*r}"
    default: ""
    }
  }

  /// The range of the numbers that the field can contain, if any.
  package var parameterRange: ParameterRange? {
    switch self {
    case .number(let range), .fraction(let range), .formula(let range),
      .pair(let range, _), .list(.formula(let range), _),
      .list(.list(.formula(let range), _), _):
      range
    case .size(let size):
      ParameterRange(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
    case .whole(_, let range): range
    case .either(let first, let second): first.parameterRange ?? second.parameterRange
    default: nil
    }
  }

  /// The table of the mapping that the field can contain, if any.
  package var table: FieldTable? {
    switch self {
    case .mapping(let table): table
    case .another(let table): table()
    case .either(_, let second): second.table
    default: nil
    }
  }
}

/// The positions of some keys in a list, the first for equal ones. Finding one takes a fifth of the time of a dictionary,
/// which hashes whole texts against hostile ones; these are our own, and few.
struct KeyIndex: Sendable {
  private let keys: [String]
  /// The index of a key in each slot, or the number of keys; more than half of the slots are free.
  private var slots: [Int]

  init(_ keys: [String]) {
    self.keys = keys
    var count = 8
    while count < 4 * keys.count { count *= 2 }
    slots = Array(repeating: keys.count, count: count)
    for (index, key) in keys.enumerated() {
      let slot = slot(of: key)
      if slots[slot] == keys.count { slots[slot] = index }
    }
  }

  subscript(key: String) -> Int? {
    let index = slots[slot(of: key)]
    return index < keys.count ? index : nil
  }

  /// Returns the slot of a key, or the free one in which it would be.
  private func slot(of key: String) -> Int {
    var slot = (31 &* key.utf8.count &+ 7 &* Int(key.utf8.first ?? 0)) & (slots.count - 1)
    while slots[slot] < keys.count, keys[slots[slot]] != key {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
