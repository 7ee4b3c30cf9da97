internal import Motion

/// Measures what it costs to play: time, and blocks from the heap. A word as an argument chooses the
/// measurements whose names hold it.
@main
enum MotionBenchmark {
  static func main() throws {
    print("what                                  ns each (best, median)   heap blocks a round")
    for (name, function) in try functions() {
      let calls = 100_000
      report(name, pieces: calls) { sum(function, calls) }
    }
    for (name, animations) in try animations() {
      report("10,000 × \(name)", pieces: animations.count) { tick(animations) }
    }
    let (card, count) = (try shuffledCard(), 10_000)
    report("10,000 × group of 3 by key path", pieces: count) { present(card, count) }
  }

  /// At times that jump about, so that no branch is foreseen.
  @inline(never)
  static func sum(_ function: TimingFunction, _ calls: Int) -> Double {
    var (sum, t) = (0.0, 0.5)
    for _ in 0..<calls {
      t += 0.618_033_988_749_895
      if t >= 1 { t -= 1 }
      sum += function(t)
    }
    return sum
  }

  @inline(never)
  static func tick(_ animations: [any Animation<SIMD2<Double>>]) -> Double {
    var sum = SIMD2<Double>.zero
    // By index: a loop over the elements would retain and release each.
    for index in animations.indices { sum += animations[index].value(at: 0.7, over: .zero) }
    return sum.x + sum.y
  }

  @inline(never)
  static func present(_ card: Animated<Card>, _ count: Int) -> Double {
    var sum = 0.0
    for index in 0..<count {
      sum += card.presentation(at: Double(index) / Double(count)).position.x
    }
    return sum
  }

  static func report(_ name: String, pieces: Int, _ work: () -> Double) {
    guard CommandLine.arguments.count < 2 || name.contains(CommandLine.arguments[1]) else { return }
    let result = Measurement(pieces: pieces, work)
    let times = [result.best, result.median].map { "\(($0 * 10).rounded() / 10)" }
    let padded = name + String(repeating: " ", count: max(1, 38 - name.count))
    let both = times.joined(separator: ", ")
    let gap = String(repeating: " ", count: max(1, 25 - both.count))
    print(padded + both + gap + (result.allocations.map(String.init) ?? "unknown"))
  }
}
