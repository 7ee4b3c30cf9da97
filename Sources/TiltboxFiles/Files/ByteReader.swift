/// Reads the bytes of a binary format in order. Numbers are little-endian.
package struct ByteReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isEmpty: Bool { rest.isEmpty }

  /// Returns the next number; nil if too few bytes are left.
  package mutating func number<Number: FixedWidthInteger>(as type: Number.Type = Number.self)
    -> Number?
  {
    guard let bytes = bytes(Number.bitWidth / 8) else { return nil }
    return unsafe bytes.withUnsafeBytes {
      Number(littleEndian: unsafe $0.loadUnaligned(as: Number.self))
    }
  }

  /// Returns the next bytes; nil if fewer are left.
  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Returns the next bytes, which are preceded by their count.
  mutating func bytes<Count: FixedWidthInteger>(countedBy type: Count.Type) -> ArraySlice<UInt8>? {
    guard let count = number(as: type).flatMap({ Int(exactly: $0) }) else { return nil }
    return bytes(count)
  }

  /// Returns the next text, which is preceded by its length.
  mutating func text() -> String? {
    bytes(countedBy: UInt32.self).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
