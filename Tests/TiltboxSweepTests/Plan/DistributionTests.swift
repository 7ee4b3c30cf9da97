import Foundation
import Testing
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Distributions")
struct DistributionTests {
  private let stream = RandomStream(seed: 3, path: "x")

  @Test(
    "the normal quantile is right to 1e-14",
    arguments: [
      (0.5, 0.0), (0.975, 1.959963984540054), (0.1, -1.2815515655446004),
      (1e-10, -6.361340902404056), (0.9999, 3.719016485455709), (0.3, -0.5244005127080409),
      (1e-300, -37.0471),
    ]
  )
  func quantile(_ probability: Double, _ value: Double) {
    let tolerance = probability == 1e-300 ? 1e-3 : 1e-14 * max(1, abs(value)) * 5
    #expect(abs(NormalQuantile.value(probability) - value) < tolerance)
  }

  @Test("the quantile function and the normal integral are inverse")
  func inverse() {
    for index in 1..<400 {
      let p = Double(index) / 400
      let x = NormalQuantile.value(p)
      #expect(abs(0.5 * erfc(-x / 2.0.squareRoot()) - p) < 1e-14)
    }
  }

  @Test("normal numbers have the given mean and deviation")
  func normal() {
    let numbers = (0..<100_000).map {
      Distribution.normal(mean: 10, deviation: 2).value(stream, run: $0)
    }
    let mean = numbers.reduce(0, +) / 1e5
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 1e5
    #expect(abs(mean - 10) < 0.03)
    #expect(abs(variance.squareRoot() - 2) < 0.03)
  }

  @Test("the logarithms of loguniform numbers are uniform")
  func logUniform() {
    let numbers = (0..<20_000).map {
      Distribution.logUniform(low: 0.01, high: 100).value(stream, run: $0)
    }
    #expect(numbers.allSatisfy { (0.0099999..<100).contains($0) })
    for decade in -2..<2 {
      let count = numbers.count { Int(log10($0).rounded(.down)) == decade }
      #expect(abs(count - 5000) < 350)
    }
  }
}
