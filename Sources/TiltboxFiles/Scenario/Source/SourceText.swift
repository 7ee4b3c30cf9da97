/// The text of a scenario file, in which every character can stand.
package enum SourceText {
  /// How many bytes a scenario file has at most.
  package static let mostBytes = 16 << 20
  /// How many values it has at most, about: each takes some hundred bytes of memory while the file is understood.
  private static let mostValues = 2_000_000

  /// The text that some bytes stand for, without a byte-order mark.
  package static func decode(_ bytes: [UInt8]) throws(Finding) -> String {
    // Each value but the first has one of these before it.
    let count = bytes.count { ",[{:\n".utf8.contains($0) }
    guard count <= mostValues else {
      throw Finding(
        place: .file(line: 1, column: 1),
        "the file has about \(count) values; give at most \(mostValues)"
      )
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw firstInvalid(in: bytes) }
    return text
  }

  /// The text without a byte-order mark, if nothing in it is a control character or not a character.
  static func check(_ text: String) throws(Finding) -> String {
    let body =
      text.unicodeScalars.first == byteOrderMark
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    var position = TextPosition()
    for scalar in body {
      guard isAllowed(scalar) else {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        throw Finding(
          place: position.place,
          "the character U+\(padded) cannot stand in a scenario; remove it"
        )
      }
      position.advance(over: scalar)
    }
    return String(body)
  }

  /// A character that ``check(_:)`` lets no text have: one of the 32 that Unicode sets aside for such use.
  static func mark(_ number: UInt8) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(0xFDD0 + UInt32(number)) else {
      preconditionFailure("noncharacters are scalars")
    }
    return scalar
  }

  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  /// What YAML calls printable, less the characters that Unicode sets aside for a program's own marks.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0x9, 0xA, 0xD, 0x85, 0xA0...0xD7FF: true
    case 0xFDD0...0xFDEF, 0xFEFF: false
    case 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func firstInvalid(in bytes: [UInt8]) -> Finding {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var (position, count) = (TextPosition(), 0)
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      position.advance(over: Unicode.UTF8.decode(encoded))
      count += encoded.count
    }
    let byte = String(bytes[count], radix: 16, uppercase: true)
    return Finding(place: position.place, "the byte 0x\(byte) is not UTF-8; save the file as UTF-8")
  }
}

/// A line and a column, both counted from 1, that move on over a text as YAML counts them.
struct TextPosition {
  private(set) var line = 1
  private(set) var column = 1
  private var follows: Unicode.Scalar = " "

  var place: Place { .file(line: line, column: column) }

  mutating func advance(over scalar: Unicode.Scalar) {
    switch scalar {
    case "\n" where follows == "\r":
      break
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      line += 1
      column = 1
    default:
      column += 1
    }
    follows = scalar
  }
}

extension TextPosition {
  /// Where in a text a line and a column are; its end if it has no such place.
  static func index(line: Int, column: Int, in text: String) -> String.Index {
    var position = TextPosition()
    let scalars = text.unicodeScalars
    return scalars.indices.first { index in
      if (position.line, position.column) >= (line, column) { return true }
      position.advance(over: scalars[index])
      return false
    } ?? text.endIndex
  }
}
