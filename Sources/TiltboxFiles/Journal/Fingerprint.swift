/// The fingerprint of all bytes so far: FNV-1a, 64 bits.
struct Fingerprint {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes in some more bytes. O(n).
  mutating func absorb(_ bytes: some Sequence<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    value = hash
  }

  /// Takes in a line of a journal, and its end. A line with a checkpoint's state leaves no mark: damage to it, which a
  /// replay can do without, shall spoil no other line.
  mutating func absorb(line: [UInt8]) {
    guard !line.isState else { return }
    absorb(line)
    absorb(CollectionOfOne(UInt8(ascii: "\n")))
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var sixteenDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads what ``sixteenDigits`` writes.
  init?(sixteenDigits text: String) {
    guard text.utf8.count == 16, text.utf8.first != UInt8(ascii: "+") else { return nil }
    self.init(text, radix: 16)
  }
}
