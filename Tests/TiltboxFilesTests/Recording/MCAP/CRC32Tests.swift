import Testing

@testable import TiltboxFiles

@Suite("CRC-32")
struct CRC32Tests {
  private static let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 9) }

  /// Bit by bit.
  private func reference(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { rest, byte in
      (0..<8).reduce(rest ^ UInt32(byte)) { rest, _ in
        rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  @Test("is that of the standards' example")
  func example() {
    #expect(CRC32(of: "123456789".utf8).value == 0xCBF4_3926)
    #expect(CRC32().value == 0)
  }

  @Test("is the same for any length, with and without the instructions of the processor")
  func lengths() {
    for count in 0...300 {
      let part = Self.bytes[7..<7 + count]
      #expect(CRC32(of: part).value == reference(part))
    }
  }

  @Test("continues over bytes and over sums of bytes")
  func parts() {
    let whole = CRC32(of: Self.bytes)
    for cut in [0, 1, 63, 64, 65, 500, 999, 1000] {
      var sum = CRC32(of: Self.bytes[..<cut])
      var combined = sum
      sum.add(Self.bytes[cut...])
      combined.add(CRC32(of: Self.bytes[cut...]), count: Self.bytes.count - cut)
      #expect(sum == whole)
      #expect(combined == whole)
    }
  }
}
