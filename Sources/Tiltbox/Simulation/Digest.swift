package import Chipmunk

/// The fingerprint of a trajectory: two runs agree in it, or they are different runs.
///
/// FNV-1a over the bit patterns of every body's x, y, angle, vx, vy and w after every tick. It is the
/// same in every process. With the grid as broad phase it is the same on every x86-64 processor, so that it can be a
/// constant in a test; on arm64, where compilers fuse multiply-add, digests differ.
public struct Digest: Hashable, Sendable {
  /// The 64 bits.
  public private(set) var value: UInt64

  /// Makes a fingerprint from its bits; by default, that of a run that has not begun.
  public init(_ value: UInt64 = 0xcbf2_9ce4_8422_2325) { self.value = value }

  /// Adds the states of one tick. Complexity: O(*bodies*).
  package mutating func absorb(_ states: [BodyState]) {
    var hash = value
    for state in states {
      hash = (hash ^ state.position.x.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.position.y.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.angle.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.velocity.x.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.velocity.y.bitPattern) &* 0x100_0000_01b3
      hash = (hash ^ state.angularVelocity.bitPattern) &* 0x100_0000_01b3
    }
    value = hash
  }
}

extension Digest {
  /// The same hash of bytes instead of states. O(n).
  package init(of bytes: [UInt8]) {
    self.init()
    absorb(bytes[...])
  }

  /// Adds some bytes. O(n).
  package mutating func absorb(_ bytes: ArraySlice<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = hash
  }
}

extension Digest: LosslessStringConvertible {
  /// Reads a text in the form of ``description``; nil unless it has exactly sixteen hexadecimal digits.
  public init?(_ description: String) {
    guard description.utf8.count == 16, description.utf8.first != UInt8(ascii: "+"),
      let value = UInt64(description, radix: 16)
    else { return nil }
    self.init(value)
  }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
