/// Validates UTF-8 incrementally: it rejects a text at the first byte that cannot be part of a valid character.
struct UTF8Check {
  /// The number of bytes that the current character still needs.
  private var missing = 0
  /// The valid range of its next byte.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the bytes so far end at a character boundary.
  var isWhole: Bool { missing == 0 }

  /// Reads more bytes; returns false if they are not valid here. O(*n*) for *n* bytes.
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
      case 0xE0: (missing, next) = (2, 0xA0...0xBF)  // excludes overlong forms
      case 0xED: (missing, next) = (2, 0x80...0x9F)  // excludes surrogates
      case 0xE1...0xEF: missing = 2
      case 0xF0: (missing, next) = (3, 0x90...0xBF)
      case 0xF1...0xF3: missing = 3
      case 0xF4: (missing, next) = (3, 0x80...0x8F)  // excludes code points above U+10FFFF
      default: return false
      }
    }
    return true
  }
}
