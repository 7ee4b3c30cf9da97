internal import CPlatform

/// Builds the bytes of a binary format. Numbers are little-endian.
package struct ByteWriter {
  private var memory: [UInt8] = []

  package init() {}

  /// The number of bytes written.
  package var count: Int { memory.count }

  package var bytes: ArraySlice<UInt8> { memory[...] }

  /// Removes the oldest bytes. O(remaining bytes).
  package mutating func removeFirst(_ count: Int) { memory.removeFirst(count) }

  package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe append($0) }
  }

  package mutating func append(_ byte: UInt8) { memory.append(byte) }

  package mutating func append(_ number: Double) { append(number.bitPattern) }

  package mutating func append(_ block: UnsafeRawBufferPointer) {
    unsafe memory.append(contentsOf: block)
  }

  package mutating func append(_ block: some Collection<UInt8>) { memory.append(contentsOf: block) }

  /// Appends the bytes of a text, without their count.
  package mutating func append(_ text: String) { memory.append(contentsOf: text.utf8) }

  /// Overwrites a number.
  package mutating func put(_ number: some FixedWidthInteger & BitwiseCopyable, at place: Int) {
    let end = place + MemoryLayout.size(ofValue: number)
    precondition(place >= 0 && end <= count, "only what is there is written over")
    unsafe memory.withUnsafeMutableBytes { memory in
      unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: type(of: number))
    }
  }

  /// Overwrites bytes through a pointer: many numbers in one pass.
  mutating func withBytes(_ write: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe memory.withUnsafeMutableBytes { unsafe write($0) }
  }
}

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
    number(as: type).flatMap { Int(exactly: $0) }.flatMap { bytes($0) }
  }

  /// Returns the next text, which is preceded by its length.
  mutating func text() -> String? {
    bytes(countedBy: UInt32.self).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// The checksum of PNG, zip and MCAP: CRC-32 with the polynomial 0xEDB88320.
package struct CRC32: Hashable, Sendable {
  /// The checksum of the bytes so far.
  package var value: UInt32 { ~rest }

  private var rest: UInt32 = 0xFFFF_FFFF

  /// Creates the checksum of no bytes, which is 0.
  package init() {}

  /// Creates the checksum of bytes. Complexity: O(*bytes*).
  package init(of bytes: some Sequence<UInt8>) {
    self.init()
    add(bytes)
  }

  /// Appends bytes. Complexity: O(*bytes*).
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let isAdded: Void? = bytes.withContiguousStorageIfAvailable {
      unsafe add(UnsafeRawBufferPointer($0))
    }
    if isAdded == nil { for byte in bytes { add(byte) } }
  }

  private mutating func add(_ byte: UInt8) {
    rest = Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ rest >> 8
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var folded = 0
    if bytes.count >= 64, Self.processorFolds, let start = bytes.baseAddress {
      folded = bytes.count & ~15
      rest = unsafe CPlatformFoldCRC32(rest, start, folded)
    }
    for index in folded..<bytes.count { add(unsafe bytes[index]) }
  }

  /// Appends bytes whose checksum is already known. Complexity: O(log *count*).
  ///
  /// Multiplies the checksum so far, as a polynomial over GF(2), by x to the power of 8 × *count*.
  package mutating func add(_ other: CRC32, count: Int) {
    var (power, factor, left) = (Self.one, Self.one >> 8, count)
    while left > 0 {
      if left & 1 == 1 { power = Self.product(power, factor) }
      factor = Self.product(factor, factor)
      left >>= 1
    }
    rest = ~(Self.product(value, power) ^ other.value)
  }

  /// The polynomial 1: the highest bit is the coefficient of the lowest power.
  private static let one: UInt32 = 0x8000_0000
  private static let processorFolds = CPlatformFoldsCRC32() != 0

  private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (sum, shifted) = (0 as UInt32, b)
    for bit in 0..<UInt32(32) {
      if a << bit & one != 0 { sum ^= shifted }
      shifted = shifted >> 1 ^ (shifted & 1 == 1 ? 0xEDB8_8320 : 0)
    }
    return sum
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
