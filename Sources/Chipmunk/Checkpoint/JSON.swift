/// What a checkpoint's text is made of: JSON without null.
enum JSON: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSON
  }

  case number(Double)
  case flag(Bool)
  case string(String)
  case array([JSON])
  case object([Member])

  /// The whole numbers of any size that every reader of JSON takes as they are.
  private static let exact = -(1 << 53)...(1 << 53)

  /// A whole number: as a string where a number would not be exact.
  init(_ number: some BinaryInteger) {
    if let number = Int(exactly: number), Self.exact.contains(number) {
      self = .number(Double(number))
    } else {
      self = .string(String(number))
    }
  }

  /// A number, which may be infinite.
  init(_ number: Double) { self = number == .infinity ? .string("infinity") : .number(number) }

  /// Two numbers.
  init(_ vector: Vector) { self = .array([.number(vector.x), .number(vector.y)]) }
}

extension JSON {
  /// The value in one line, its numbers as the shortest decimals that read back to the same bits.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .number(let number): Self.write(number, to: &text)
    case .flag(let flag): text += flag ? "true" : "false"
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      var separator = "["
      for element in elements {
        text += separator
        element.write(to: &text)
        separator = ","
      }
      text += elements.isEmpty ? "[]" : "]"
    case .object(let members):
      var separator = "{"
      for member in members {
        text += separator
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
        separator = ","
      }
      text += members.isEmpty ? "{}" : "}"
    }
  }

  private static func write(_ number: Double, to text: inout String) {
    // A zero without a point is a whole number to some readers, and those have no negative one.
    if let whole = Int(exactly: number), exact.contains(whole), whole != 0 || number.sign == .plus {
      text += String(whole)
    } else {
      text += number.description
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
