import Motion
import Testing

@Suite("Timing function")
struct TimingFunctionTests {
  @Test(
    "gives the golden values at a quarter, a half and three quarters",
    arguments: [
      (TimingFunction.easeIn, [0.093465, 0.315357, 0.621862]),
      (.easeOut, [0.378138, 0.684643, 0.906535]),
      (.easeInEaseOut, [0.129162, 0.5, 0.870838]),
      (.default, [0.408511, 0.802403, 0.960459]),
      (.linear, [0.25, 0.5, 0.75]),
    ]
  )
  func golden(function: TimingFunction, expected: [Double]) {
    for (t, value) in zip([0.25, 0.5, 0.75], expected) {
      #expect(abs(function(t) - value) < 0.5e-6)
    }
  }

  @Test("maps 0 to 0 and 1 to 1 exactly, whatever its kind", arguments: Self.all)
  func endsAreExact(name: String, function: TimingFunction) {
    if name == "stepStart" {
      #expect(function(0) == 1)
      #expect(function(0, isBefore: true) == 0)
    } else {
      #expect(function(0) == 0)
    }
    #expect(function(1) == 1)
  }

  @Test("never falls if it does not overshoot", arguments: Self.all)
  func monotone(name: String, function: TimingFunction) {
    let turns = ["Back", "Elastic", "Bounce", "spring"].contains { name.contains($0) }
    guard !turns else { return }
    var last = 0.0
    for i in 0...10_000 {
      let value = function(Double(i) / 10_000)
      #expect(value >= last - 1e-15)
      last = value
    }
  }

  @Test("is finite for every finite time, however far", arguments: Self.all)
  func finite(name: String, function: TimingFunction) {
    let far = [Double.leastNonzeroMagnitude, 1e-9, 1, 2, 1e9, 1e300, .greatestFiniteMagnitude]
    for t in far.flatMap({ [$0, -$0, 1 - $0] }) { #expect(function(t).isFinite, "\(name)(\(t))") }
  }

  @Test("calls a closure, and uses the time itself where the closure returns NaN")
  func custom() {
    #expect(TimingFunction.custom { $0 * $0 }(0.5) == 0.25)
    #expect(TimingFunction.custom { _ in .nan }(0.3) == 0.3)
  }

  @Test("returns its control points")
  func controlPoints() throws {
    let points: [SIMD2<Double>] = [[0, 0], [0.42, 0], [0.58, 1], [1, 1]]
    #expect(TimingFunction.easeInEaseOut.controlPoints == points)
    #expect(TimingFunction.linear.controlPoints == [[0, 0], [0, 0], [1, 1], [1, 1]])
    #expect(try TimingFunction.bezier(0.5, 0, 0.9, 0.7).controlPoints?[2] == [0.9, 0.7])
    #expect(TimingFunction.ease(.in, .quad).controlPoints == nil)
  }

  static let all: [(name: String, function: TimingFunction)] =
    TimingFunction.named.map { ($0.name, $0.function) }
    + ["steps(3)", "steps(3, jump-none)", "linear(0, 0.2 50%, 1)", "cubic-bezier(1, 0.3, 0, 0.7)"]
    .compactMap { text in (try? TimingFunction(text)).map { (text, $0) } }
    + [(try? TimingFunction("spring(1, 100, 10)")).map { ("spring", $0) }].compactMap { $0 }
}
