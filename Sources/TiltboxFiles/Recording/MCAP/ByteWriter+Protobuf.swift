internal import Chipmunk

/// Fields of Protobuf messages, each with its number before it. What is left out is zero, or empty.
extension ByteWriter {
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

  /// A text in parts.
  mutating func field(_ field: Int, _ parts: [String]) {
    tag(field, 2)
    varint(UInt64(parts.reduce(0) { $0 + $1.utf8.count }))
    for part in parts { append(part) }
  }

  mutating func field(_ field: Int, _ bytes: ArraySlice<UInt8>) {
    tag(field, 2)
    varint(UInt64(bytes.count))
    append(bytes)
  }

  /// Numbers of fixed size, one behind another.
  mutating func field(_ field: Int, packed numbers: [some BitwiseCopyable]) {
    guard let first = numbers.first else { return }
    tag(field, 2)
    varint(UInt64(numbers.count * MemoryLayout.stride(ofValue: first)))
    append(memoryOf: numbers)
  }

  /// The numbers of states, one behind another.
  mutating func field(_ field: Int, packed states: [BodyState]) {
    tag(field, 2)
    varint(UInt64(states.count * 48))
    append(states)
  }

  /// A message within the message.
  mutating func message(_ number: Int, _ write: (inout ByteWriter) -> Void) {
    var part = ByteWriter()
    write(&part)
    field(number, part.bytes)
  }

  /// A `google.protobuf.Timestamp`.
  mutating func timestamp(_ number: Int, _ nanoseconds: UInt64) {
    tag(number, 2)
    let length = count
    append(UInt8(0))
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    field(1, seconds)
    field(2, rest)
    put(UInt8(count - length - 1), at: length)
  }
}
