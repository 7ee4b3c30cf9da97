import Foundation
import Motion
import Testing

@Suite("Penner's easing functions")
struct PennerTests {
  static let quarters: [(Penner.Family, Double)] = [
    (.quad, 0.0625), (.cubic, 0.015625), (.quart, 0.00390625), (.quint, 0.0009765625),
    (.sine, 1 - cos(Double.pi / 8)), (.expo, pow(2, -7.5)), (.circ, 1 - 0.9375.squareRoot()),
    (.back, 2.70158 * 0.015625 - 1.70158 * 0.0625),
    (.elastic, -pow(2, -7.5) * sin((2.5 - 10.75) * 2 * Double.pi / 3)), (.bounce, 0.02734375),
  ]

  @Test("ease in by their formula", arguments: quarters)
  func easeIn(family: Penner.Family, expected: Double) {
    #expect(abs(Penner(family, .in)(0.25) - expected) < 1e-14)
  }

  @Test(
    "ease out as the mirror of easing in, and in-out as both",
    arguments: Penner.Family.allCases
  )
  func symmetry(family: Penner.Family) {
    for i in 0...200 {
      let t = Double(i) / 200
      #expect(abs(Penner(family, .out)(t) + Penner(family, .in)(1 - t) - 1) < 1e-15)
      #expect(abs(Penner(family, .inOut)(t) + Penner(family, .inOut)(1 - t) - 1) < 1e-15)
      let isRescaled = family == .back || family == .elastic
      guard t < 0.5, !isRescaled else { continue }
      #expect(Penner(family, .inOut)(t) == Penner(family, .in)(2 * t) / 2)
    }
    #expect(Penner(family, .inOut)(0.5) == 0.5)
  }

  @Test("draw back by a tenth with `back`, also at both ends")
  func back() {
    let lowest = (0...1000).map { Penner(.back, .in)(Double($0) / 1000) }.min() ?? 0
    #expect(abs(lowest + 0.1) < 1e-4)
    // Penner's in-out: (t²((s + 1)t − s))/2 of 2t, with s = 1.70158 · 1.525.
    let s = 1.70158 * 1.525
    #expect(abs(Penner(.back, .inOut)(0.25) - 0.25 * ((s + 1) * 0.5 - s) / 2) < 1e-15)
  }

  @Test("swing with the period 0.45 if elastic at both ends")
  func elasticInOut() {
    let u = 2 * 0.2 - 1
    let expected = -pow(2, 10 * u) * sin((u - 0.45 / 4) * 2 * .pi / 0.45) / 2
    #expect(abs(Penner(.elastic, .inOut)(0.2) - expected) < 1e-14)
  }

  @Test("hold their ends outside 0...1", arguments: Penner.Family.allCases)
  func outside(family: Penner.Family) {
    for ease in Penner.Ease.allCases {
      #expect(Penner(family, ease)(-3) == 0)
      #expect(Penner(family, ease)(4) == 1)
    }
  }
}
