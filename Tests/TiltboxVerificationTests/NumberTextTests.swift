import Testing

@testable import TiltboxVerification

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "a number with fixed decimals",
    arguments: [
      (1.0, 2, "1.00"), (0.999, 2, "1.00"), (-0.05, 2, "-0.05"), (12.345, 1, "12.3"), (7, 0, "7"),
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
