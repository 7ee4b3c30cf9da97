import Testing

@testable import TiltboxVerification

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "a number in a few significant digits",
    arguments: [
      (0.0, 6, "0"), (1, 6, "1"), (0.1, 6, "0.1"), (1234.5678, 6, "1234.57"), (99.99996, 6, "100"),
      (0.00012345, 3, "0.000123"), (2.34e-13, 2, "2.3e-13"), (1e-12, 2, "1e-12"),
      (123_456_789, 6, "123457000"), (1.5e12, 6, "1.5e12"), (-0.25, 6, "−0.25"),
      (1000, 2, "1000"), (9.99, 2, "10"), (.nan, 6, "nan"), (.infinity, 6, "inf"),
    ]
  )
  func brief(number: Double, digits: Int, text: String) {
    #expect(number.brief(digits) == text)
  }

  @Test(
    "a number with fixed decimals",
    arguments: [
      (1.0, 2, "1.00"), (0.999, 2, "1.00"), (-0.05, 2, "−0.05"), (12.345, 1, "12.3"), (7, 0, "7"),
    ]
  )
  func fixed(number: Double, decimals: Int, text: String) {
    #expect(number.fixed(decimals) == text)
  }

  @Test("a step is said as a fraction where it is one")
  func step() {
    #expect((1.0 / 120).stepText == "1/120")
    #expect(0.0137.stepText == "0.0137")
  }
}
