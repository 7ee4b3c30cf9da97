import Testing

@testable import TiltboxFiles

@Suite("A plain scalar")
struct ScalarTests {
  private func scalar(_ text: String) -> Scalar { Scalar(text: text, isPlain: true) }

  @Test(
    "is a number in every form of the core schema",
    arguments: [
      ("10", 10), ("010", 10), ("-1.5e-3", -0.0015), ("+.5", 0.5), ("0xff", 255), ("0o17", 15),
      ("0b101", 5),
      (".inf", .infinity), ("+.INF", .infinity), ("-.Inf", -.infinity),
    ]
  )
  func numbers(text: String, number: Double) {
    #expect(scalar(text).number == number)
    #expect(scalar(text).whole == Int(exactly: number))
  }

  @Test(
    "is not a number in the forms of other languages",
    arguments: ["infinity", "nan", "0x", "0x-1", "0x+1", "0xg", "1_000", "0x1p3", "1:30", "", "x"]
  )
  func others(text: String) {
    #expect(scalar(text).number == nil)
  }

  @Test("is NaN in YAML's notation")
  func notANumber() {
    #expect(scalar(".nan").number?.isNaN == true)
  }
}
