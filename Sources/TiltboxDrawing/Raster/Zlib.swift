/// Compresses bytes in the format of RFC 1950 and 1951: matches up to 32 KiB back, with the fixed Huffman code, which
/// is sufficient for drawings with plain colours.
struct Zlib {
  private var output: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var bitCount = 0

  /// Complexity: O(*bytes*).
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var zlib = Zlib()
    // The header of the last block, with the fixed code.
    zlib.put(0b011, 3)
    zlib.putAll(bytes)
    zlib.put(code: 256)
    zlib.put(0, 7)
    var (a, b) = (1 as UInt32, 0 as UInt32)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let sum = b << 16 | a
    return zlib.output + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
  }

  private mutating func putAll(_ bytes: [UInt8]) {
    var last = [Int](repeating: -40_000, count: 1 << 14)
    var index = 0
    while index < bytes.count {
      var (candidate, length) = (0, 0)
      if index + 3 < bytes.count {
        let hash = Self.hash(bytes, index)
        (candidate, last[hash]) = (last[hash], index)
        let most = index - candidate <= 32_768 ? min(258, bytes.count - index) : 0
        while length < most, bytes[candidate + length] == bytes[index + length] { length += 1 }
      }
      if length >= 4 {
        put(length: length)
        put(distance: index - candidate)
        index += length
      } else {
        put(code: Int(bytes[index]))
        index += 1
      }
    }
  }

  private static func hash(_ bytes: [UInt8], _ index: Int) -> Int {
    let word =
      UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
      | UInt32(bytes[index + 3]) << 24
    return Int((word &* 2_654_435_761) >> 18)
  }

  private mutating func put(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// Writes a Huffman code, which begins with its highest bit.
  private mutating func putReversed(_ value: Int, _ count: Int) {
    var reversed = 0
    for bit in 0..<count where value >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
    put(reversed, count)
  }

  /// Writes the code of a byte, of the end (256), or of a length.
  private mutating func put(code: Int) {
    switch code {
    case 0..<144: putReversed(0x30 + code, 8)
    case 144..<256: putReversed(0x190 + code - 144, 9)
    case 256..<280: putReversed(code - 256, 7)
    default: putReversed(0xC0 + code - 280, 8)
    }
  }

  private mutating func put(length: Int) {
    if length == 258 { return put(code: 285) }
    // Groups of four codes; each group has one more extra bit than the previous one.
    let value = length - 3
    let extra = value < 8 ? 0 : Int.bitWidth - 1 - value.leadingZeroBitCount - 2
    put(code: 257 + extra * 4 + (value >> extra))
    put(value & ((1 << extra) - 1), extra)
  }

  private mutating func put(distance: Int) {
    let value = distance - 1
    let extra = value < 4 ? 0 : Int.bitWidth - 1 - value.leadingZeroBitCount - 1
    putReversed(extra * 2 + (value >> extra), 5)
    put(value & ((1 << extra) - 1), extra)
  }
}
