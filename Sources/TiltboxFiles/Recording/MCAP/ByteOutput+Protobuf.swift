internal import Chipmunk

/// Fields of Protobuf messages, each with its number. A missing field is zero, or empty.
extension ByteOutput where Self: ~Copyable {
  mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func tag(_ field: Int, _ form: UInt64) { varint(UInt64(field) << 3 | form) }

  mutating func field(_ field: Int, _ number: UInt64) {
    tag(field, 0)
    varint(number)
  }

  mutating func field(_ field: Int, double number: Double) {
    tag(field, 1)
    append(number)
  }

  mutating func field(_ field: Int, _ text: String) {
    tag(field, 2)
    varint(UInt64(text.utf8.count))
    append(text)
  }

  mutating func field(_ field: Int, _ bytes: ArraySlice<UInt8>) {
    tag(field, 2)
    varint(UInt64(bytes.count))
    append(bytes)
  }

  /// Appends numbers of fixed size as a packed field.
  mutating func field(_ field: Int, packed numbers: [some BitwiseCopyable]) {
    guard let first = numbers.first else { return }
    tag(field, 2)
    varint(UInt64(numbers.count * MemoryLayout.stride(ofValue: first)))
    append(memoryOf: numbers)
  }

  /// Appends the numbers of states as a packed field.
  mutating func field(_ field: Int, packed states: [BodyState]) {
    tag(field, 2)
    varint(UInt64(states.count * 48))
    append(states)
  }

  /// Appends two numbers as a packed field.
  mutating func field(_ field: Int, packed point: Vector) {
    tag(field, 2)
    varint(16)
    append(point.x)
    append(point.y)
  }

  /// Appends the concatenation of three texts.
  mutating func field(_ field: Int, _ a: String, _ b: String, _ c: String) {
    tag(field, 2)
    varint(UInt64(a.utf8.count + b.utf8.count + c.utf8.count))
    append(a)
    append(b)
    append(c)
  }

  /// Appends a `google.protobuf.Timestamp`.
  mutating func timestamp(_ number: Int, _ nanoseconds: UInt64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    tag(number, 2)
    varint(UInt64(2 + Self.varintSize(seconds) + Self.varintSize(rest)))
    field(1, seconds)
    field(2, rest)
  }

  /// Returns the number of bytes in a varint, each of which has seven bits.
  private static func varintSize(_ number: UInt64) -> Int {
    (70 - (number | 1).leadingZeroBitCount) / 7
  }
}

extension ByteWriter {
  /// Appends a nested message.
  mutating func message(_ number: Int, _ write: (inout ByteWriter) -> Void) {
    var part = ByteWriter()
    write(&part)
    field(number, part.bytes)
  }
}
