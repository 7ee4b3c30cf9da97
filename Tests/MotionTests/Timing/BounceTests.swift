import Motion
import Testing

@Suite("Bounce")
struct BounceTests {
  let rational = Penner(.bounceRational, .out)
  let parabolas = Penner(.bounce, .out)

  static let values: [(Double, Double)] = [
    (0.25, 121 * 0.0625 / 16), (0.5, 363.0 / 160 - 99.0 / 20 + 3.4),
    (0.8, 4356.0 / 361 * 0.64 - 35442.0 / 1805 * 0.8 + 16061.0 / 1805),
    (0.95, 10.8 * 0.9025 - 513.0 / 25 * 0.95 + 10.72),
  ]

  @Test("follows the four rational pieces", arguments: values)
  func pieces(t: Double, expected: Double) {
    #expect(abs(rational(t) - expected) < 1e-14)
  }

  @Test("touches the end at each break", arguments: [4.0 / 11, 8.0 / 11, 9.0 / 10])
  func breaks(t: Double) {
    #expect(abs(rational(t) - 1) < 1e-12)
    #expect(abs(rational(t.nextDown) - 1) < 1e-12)
  }

  @Test("has the heights 3/4, 15/16 and 63/64 in the form of parabolas")
  func heights() {
    #expect(parabolas(0.5) == 7.5625 * (0.5 - 1.5 / 2.75) * (0.5 - 1.5 / 2.75) + 0.75)
    for (t, height) in [(1.5, 0.75), (2.25, 0.9375), (2.625, 0.984375)] {
      #expect(parabolas(t / 2.75) == height)
    }
    for t in [1.0, 2, 2.5] { #expect(abs(parabolas(t / 2.75) - 1) < 1e-15) }
  }

  @Test("differs between the two forms after the first bounce only")
  func forms() {
    #expect(rational(0.3) == parabolas(0.3))
    #expect(abs(rational(0.5) - 0.71875) < 1e-14)
    #expect(abs(parabolas(0.5) - 0.765625) < 1e-14)
  }
}
