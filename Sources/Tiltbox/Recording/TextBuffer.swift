/// Bytes of text on their way out, written without intermediate strings where it matters.
package struct TextBuffer {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Forgets the oldest bytes. O(bytes that stay).
  mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  package mutating func append(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    )
  }

  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(_ block: [UInt8]) {
    bytes.append(contentsOf: block)
  }

  package mutating func append(_ number: Int) {
    append(number.description)
  }

  /// The shortest decimal that reads back to the same double: without the `.0` of a whole number.
  /// What is not finite has no decimal, and is written as JSON's null.
  package mutating func append(_ number: Double) {
    guard number.isFinite else { return append("null") }
    let text = number.description
    let digits = text.utf8
    if digits.count > 2, digits.last == UInt8(ascii: "0"),
      digits.dropLast().last == UInt8(ascii: ".")
    {
      bytes.append(contentsOf: digits.dropLast(2))
    } else {
      bytes.append(contentsOf: digits)
    }
  }

  /// A JSON string with its quotes.
  package mutating func append(json text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  /// A field of a CSV line, quoted where it must be.
  package mutating func append(csv text: String) {
    guard text.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else {
      return append(text)
    }
    append("\"")
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { append("\"") }
      bytes.append(byte)
    }
    append("\"")
  }
}
