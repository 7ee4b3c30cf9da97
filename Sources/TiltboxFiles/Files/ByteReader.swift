/// Bytes of a binary format, from the first to the last; numbers begin with their lowest byte.
package struct ByteReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isEmpty: Bool { rest.isEmpty }

  /// The next number; nil where fewer bytes are left.
  package mutating func number<Number: FixedWidthInteger>(as type: Number.Type = Number.self)
    -> Number?
  {
    guard let bytes = bytes(Number.bitWidth / 8) else { return nil }
    return unsafe bytes.withUnsafeBytes {
      Number(littleEndian: unsafe $0.loadUnaligned(as: Number.self))
    }
  }

  /// The next bytes; nil where fewer are left.
  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// The next bytes, with their count before them.
  mutating func bytes<Count: FixedWidthInteger>(countedBy type: Count.Type) -> ArraySlice<UInt8>? {
    guard let count = number(as: type).flatMap({ Int(exactly: $0) }) else { return nil }
    return bytes(count)
  }

  /// The next text, with its length before it.
  mutating func text() -> String? {
    bytes(countedBy: UInt32.self).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
