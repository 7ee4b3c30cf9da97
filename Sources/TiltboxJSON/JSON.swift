/// A JSON value. The members of an object keep the order of the text.
package enum JSON: Sendable {
  case object([(String, JSON)])
  case array([JSON])
  case text(String)
  case number(Double)
  case whole(Int)
  case flag(Bool)
  case null

  /// A list of numbers.
  package init(_ numbers: [Double]) { self = .array(numbers.map(JSON.number)) }

  /// The value of a member of an object.
  package subscript(key: String) -> JSON? { members?.first { $0.0 == key }?.1 }

  /// The members of an object, in order.
  package var members: [(String, JSON)]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var number: Double? {
    switch self {
    case .number(let number): number
    case .whole(let number): Double(number)
    default: nil
    }
  }
}

extension JSON: JSONTree {
  package static func scalar(_ text: String, isPlain: Bool, at offset: Int) throws(JSONError)
    -> JSON
  {
    guard isPlain else { return .text(text) }
    switch text {
    case "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      // `Double.init` would also accept `infinity` and `0x1p3`.
      guard text.utf8.allSatisfy(isOfNumber), let number = Double(text), number.isFinite else {
        throw JSONError(.value, at: offset, found: text)
      }
      return .number(number)
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  package static func array(_ elements: [JSON], at offset: Int) -> JSON { .array(elements) }

  package static func member(_ key: String, at offset: Int, _ value: JSON) -> (String, JSON) {
    (key, value)
  }

  package static func object(_ members: [(String, JSON)], at offset: Int) -> JSON {
    .object(members)
  }
}
