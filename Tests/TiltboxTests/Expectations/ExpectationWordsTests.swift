import Testing
import Tiltbox

@Suite("An expectation in words")
struct ExpectationWordsTests {
  static let words: [(Double, String)] = [
    (1 / 3, "0.333333"), (16, "16"), (-0.0, "0"), (1 / 60, "0.0166667"),
    (4.199486753964998e-18, "4.19949e-18"), (-508.333333333, "-508.333333"),
    (438166.66666666, "438166.666667"), (1e12, "1000000000000"), (1e-12, "1e-12"),
    (1e30, "1e+30"),
  ]

  @Test("has numbers with a readable number of digits", arguments: words)
  func numbers(number: Double, text: String) {
    let expectation = Scenario.Expectation("crate", .value(.x, .near(number, within: 1), .atEnd))
    #expect("\(expectation)" == "crate: x \(text) units, within 1 at the end")
  }
}
