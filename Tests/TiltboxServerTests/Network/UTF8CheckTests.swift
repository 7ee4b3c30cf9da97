import Testing

@testable import TiltboxServer

@Suite("Incremental UTF-8 validation")
struct UTF8CheckTests {
  /// Both sides of each border: of ASCII, continuations, overlong forms, surrogates and U+10FFFF.
  private let borders: [UInt8] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test("accepts what the standard library accepts")
  func texts() {
    var wrong = 0
    for first in borders {
      for second in borders {
        for third in borders {
          for bytes in [[first, second, third], [first, second, third, 0x80]] {
            var check = UTF8Check()
            let isText = check.accept(bytes) && check.isWhole
            if isText != (String(validating: bytes, as: UTF8.self) != nil) { wrong += 1 }
          }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("fails at the first byte that cannot be there, however the text is cut")
  func firstWrongByte() {
    var check = UTF8Check()
    let accepted = [[0xCE], [0xBA, 0xF4], [0x90]].map { check.accept($0) }
    #expect(accepted == [true, true, false])
    #expect(!check.isWhole)
  }
}
