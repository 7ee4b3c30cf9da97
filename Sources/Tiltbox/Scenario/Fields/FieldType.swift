package import Chipmunk

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
  package static func vector(_ quantity: ParameterRange) -> FieldType {
    .pair(quantity, of: "x, y")
  }

  /// A list of points.
  package static func points(_ count: ClosedRange<Int>) -> FieldType {
    .list(.vector(.position), count: count)
  }

  /// A whole number in the range of a quantity.
  package static func count(_ quantity: ParameterRange) -> FieldType {
    .whole(Int(quantity.range.lowerBound)...Int(quantity.range.upperBound), quantity)
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
    case .list(.formula(let quantity), let count) where count == 2...2:
      quantity.unit == "s" ? "[from, to]" : "[x, y]"
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
      quantity.map { "; give \($0.rule)" + ($0.unit.isEmpty ? "" : ", in \($0.unit)") } ?? ""
    case .pair(let quantity, _), .list(.pair(let quantity, _), _),
      .list(.formula(let quantity), _), .list(.list(.formula(let quantity), _), _):
      "; give numbers in \(quantity.unit)"
    case .either(let first, .choice): first.remedy
    default: ""
    }
  }

  /// The quantity of the numbers that the field can contain, if any.
  package var quantity: ParameterRange? {
    switch self {
    case .number(let quantity), .fraction(let quantity), .formula(let quantity),
      .pair(let quantity, _), .list(.formula(let quantity), _),
      .list(.list(.formula(let quantity), _), _):
      quantity
    case .size(let size):
      ParameterRange(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
    case .whole(_, let quantity): quantity
    case .either(let first, let second): first.quantity ?? second.quantity
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
