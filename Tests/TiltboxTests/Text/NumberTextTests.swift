import Testing

@testable import Tiltbox

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "have a few significant digits",
    arguments: [
      (0.0, 6, "0"), (1, 6, "1"), (0.1, 6, "0.1"), (1234.5678, 6, "1234.57"), (99.99996, 6, "100"),
      (0.00012345, 3, "0.000123"), (2.34e-13, 2, "2.3e-13"), (1e-12, 2, "1e-12"),
      (123_456_789, 6, "123457000"), (1.5e12, 6, "1.5e12"), (-0.25, 6, "-0.25"),
      (1000, 2, "1000"), (9.99, 2, "10"), (0.99996, 4, "1"), (1e20, 6, "1e20"), (7, 1, "7"),
      (1.0 / 3, 6, "0.333333"), (2.5e-7, 6, "2.5e-7"), (.leastNonzeroMagnitude, 6, "4.94066e-324"),
      (.greatestFiniteMagnitude, 6, "1.79769e308"), (.nan, 6, "nan"), (.infinity, 6, "inf"),
    ]
  )
  func brief(number: Double, digits: Int, text: String) {
    #expect(number.brief(digits) == text)
  }

  @Test(
    "have a given number of decimals",
    arguments: [
      (1.0, 2, "1.00"), (0.999, 2, "1.00"), (-0.05, 2, "-0.05"), (-0.001, 2, "0.00"),
      (12.345, 1, "12.3"), (7, 0, "7"), (-1234.5, 6, "-1234.500000"), (1e13, 2, "10000000000000.0"),
      (.nan, 2, "nan"), (-.infinity, 2, "-inf"),
    ]
  )
  func fixed(number: Double, decimals: Int, text: String) {
    #expect(number.fixed(decimals) == text)
  }

  @Test(
    "have at most a given number of decimals, and no exponent",
    arguments: [
      (0.5, 2, "0.5"), (0.999, 2, "1"), (-0.05, 2, "-0.05"), (-0.001, 2, "0"), (12.0, 3, "12"),
      (0.00001, 6, "0.00001"), (1e17, 2, "100000000000000000"), (.nan, 2, "nan"),
    ]
  )
  func decimal(number: Double, places: Int, text: String) {
    #expect(number.decimal(places) == text)
  }

  @Test("of all sizes read back to the same digits")
  func sizes() throws {
    for exponent in -300...300 {
      let number = try #require(Double("1.2345678e\(exponent)"))
      let read = try #require(Double(number.brief(8)))
      #expect(abs(read - number) <= 1e-13 * number, "\(number) is \(number.brief(8))")
    }
  }
}
