internal import Chipmunk

/// A field of the file format: what it is called, what it is and what can stand in it.
struct Field: Sendable {
  let key: String
  let about: String
  let type: FieldType

  init(_ key: String, _ type: FieldType, _ about: String) {
    self.key = key
    self.type = type
    self.about = about
  }
}

/// What can stand in a field.
indirect enum FieldType: Sendable {
  case text
  case flag
  case number(Quantity)
  /// A number, or two with a slash between them.
  case fraction(Quantity)
  /// A number, or a formula that comes to one.
  case formula(Quantity)
  case whole(ClosedRange<Int>)
  /// Two numbers, and what each is called.
  case pair(Quantity, of: String)
  case choice([String])
  /// A number, or so many in a list.
  case numbers(count: ClosedRange<Int>)
  /// A timing function, or several: names, texts, four numbers each.
  case timing
  case list(FieldType, count: ClosedRange<Int>)
  case mapping(FieldTable)
  /// A mapping of a table that is described elsewhere: its own elements may be of it too.
  case another(@Sendable () -> FieldTable)
  case either(FieldType, FieldType)
}

/// The fields of a mapping. Reading a file, the suggestions in errors and the schema for editors all go by it.
struct FieldTable: Sendable {
  /// Which fields cannot stand together.
  enum Alternatives: Sendable {
    case none
    case atMostOne([String])
    case exactlyOne([String])
  }

  let name: String
  let about: String
  let fields: [Field]
  let required: [String]
  let alternatives: Alternatives
  private let byKey: [String: Field]

  init(
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

  subscript(key: String) -> Field? { byKey[key] }
}

extension FieldType {
  /// What is expected, in the words of an error: "a number".
  var words: String {
    switch self {
    case .text: "a text"
    case .flag: "true or false"
    case .number: "a number"
    case .fraction: "a number or a fraction such as 1/120"
    case .formula: "a number or a formula"
    case .whole(let range) where range.lowerBound == range.upperBound: "\(range.lowerBound)"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .pair(_, let names): "[\(names)]"
    case .choice(let choices): Self.alternatives(choices)
    case .numbers(let count) where count.lowerBound == count.upperBound:
      "a list of \(count.lowerBound) numbers"
    case .numbers: "a number or a list of numbers"
    case .timing: "a timing function, such as easeIn or [0.42, 0, 1, 1], or a list of them"
    case .list(.text, let count) where count.lowerBound == count.upperBound:
      "[" + Array(repeating: "id", count: count.lowerBound).joined(separator: ", ") + "]"
    case .list(.pair(_, let names), let count) where count.lowerBound == count.upperBound:
      "[" + Array(repeating: "[\(names)]", count: count.lowerBound).joined(separator: ", ") + "]"
    case .list(.pair(_, let names), let count):
      "a list of at least \(count.lowerBound) points [\(names)]"
    case .list(_, let count) where count.lowerBound == count.upperBound:
      "a list of \(count.lowerBound)"
    case .list: "a list"
    case .mapping, .another: "a mapping"
    case .either(let first, .choice(let choices)):
      Self.alternatives([first.words] + choices)
    case .either(let first, let second): "\(first.words) or \(second.words)"
    }
  }

  /// What to give instead, as the end of an error.
  var remedy: String {
    switch self {
    case .number(let quantity), .fraction(let quantity):
      "; give \(quantity.rule)" + (quantity.unit.isEmpty ? "" : ", in \(quantity.unit)")
    case .pair(let quantity, _), .list(.pair(let quantity, _), _):
      "; give numbers in \(quantity.unit)"
    case .either(let first, .choice): first.remedy
    default: ""
    }
  }

  /// The numbers that can stand in the field, if numbers can.
  var quantity: Quantity? {
    switch self {
    case .number(let quantity), .fraction(let quantity), .formula(let quantity),
      .pair(let quantity, _):
      quantity
    case .either(let first, let second): first.quantity ?? second.quantity
    default: nil
    }
  }

  private static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
