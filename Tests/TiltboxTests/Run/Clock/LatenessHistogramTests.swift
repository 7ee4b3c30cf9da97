import Testing

@testable import Tiltbox

@Suite("Lateness histogram")
struct LatenessHistogramTests {
  @Test("gives percentiles to a 32nd, never too small, and the largest exactly")
  func percentiles() {
    var histogram = LatenessHistogram()
    for microseconds in (1...100_000).reversed() { histogram.record(.microseconds(microseconds)) }
    for part in [0.01, 0.5, 0.9, 0.99, 0.999] {
      let exact = part * 0.1
      let found = histogram.percentile(part).inSeconds
      #expect(found >= exact * (1 - 1e-9) && found <= exact * (1 + 1.0 / 32))
    }
    #expect(histogram.max == .milliseconds(100))
    #expect(histogram.percentile(1) == .milliseconds(100))
    #expect(histogram.count == 100_000)
  }

  @Test("is exact below 32 ns and right at every power of two")
  func edges() {
    let powers: [Int] = (0..<62).map { 1 << $0 }
    for nanoseconds in [Array(0..<64), powers, powers.map { $0 - 1 }].joined() {
      var histogram = LatenessHistogram()
      histogram.record(.nanoseconds(nanoseconds))
      histogram.record(.seconds(1e12))
      let found = histogram.percentile(0.5) / .nanoseconds(1)
      let exact = Double(nanoseconds)
      let allowed = nanoseconds < 32 ? 0 : exact / 32
      #expect(found >= exact * (1 - 1e-12) && found <= exact + allowed)
    }
  }

  @Test("counts an early wake-up as on time, holds extreme values, and has zeros when it is empty")
  func extremes() {
    var histogram = LatenessHistogram()
    #expect(histogram.percentile(0.99) == .zero && histogram.max == .zero)
    histogram.record(.seconds(-5))
    #expect(histogram.percentile(1) == .zero)
    histogram.record(.seconds(1e15))
    #expect(histogram.max == .seconds(1e15))
    #expect(histogram.percentile(0.5) == .zero)
  }
}
