/// Checks UTF-8 as it comes in, byte by byte: a text is wrong from the first byte that no character can have there.
struct UTF8Check {
  /// How many bytes the last character still lacks.
  private var missing = 0
  /// What its next byte may be.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the bytes so far end with a whole character.
  var isWhole: Bool { missing == 0 }

  /// Reads bytes on; false if they cannot go on here. O(*n*) for *n* bytes.
  mutating func accept(_ bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes {
      guard missing == 0 else {
        guard next.contains(byte) else { return false }
        (missing, next) = (missing - 1, 0x80...0xBF)
        continue
      }
      switch byte {
      case ...0x7F: break
      case 0xC2...0xDF: missing = 1
      case 0xE0: (missing, next) = (2, 0xA0...0xBF)  // else it has a shorter form
      case 0xED: (missing, next) = (2, 0x80...0x9F)  // else it is a surrogate
      case 0xE1...0xEF: missing = 2
      case 0xF0: (missing, next) = (3, 0x90...0xBF)
      case 0xF1...0xF3: missing = 3
      case 0xF4: (missing, next) = (3, 0x80...0x8F)  // else it is above U+10FFFF
      default: return false
      }
    }
    return true
  }
}
