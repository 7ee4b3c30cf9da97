internal import CCounters
internal import Motion

/// Motion: evaluation of each timing function, and of ten thousand animations.
enum MotionBenchmark {
  static func run(_ settings: Settings) throws {
    note("motion")
    let calls = 100_000
    let functions = try functions()
    try show(
      "timing function, a call",
      calls,
      functions.map { name, function in (name, { sum(function, calls) }) },
      settings
    )
    let card = try shuffledCard()
    var animations = try animations().map { name, all in (name, { tick(all) }) }
    animations.append(("group of 3 by key path", { present(card, 10_000) }))
    try show("animation, a tick", 10_000, animations, settings)
  }

  /// Shows a row for each way; the first way is the reference.
  private static func show(
    _ what: String,
    _ pieces: Int,
    _ ways: [(name: String, run: () -> Double)],
    _ settings: Settings
  ) throws {
    var kept = 0.0
    let works = ways.map { way in { time { kept += way.run() } } }
    let result = try Rounds(settings.isQuick ? 5 : 21, works)
    for (index, way) in ways.enumerated() {
      let before = HeapCounterAllocations()
      kept += way.run()
      let blocks = HeapCounterAllocations() - before
      let each = result.times[index] / Double(pieces)
      Row(
        what: what,
        size: "\(pieces)",
        way: way.name,
        value: "\(duration(each)), \(number(1e-6 / each, 3)) M/s, \(blocks) allocations",
        ratio: result.ratios[index]
      ).show()
    }
    precondition(!kept.isNaN, "the work gave no number")
  }

  /// Sums a function at times that jump about, which defeats branch prediction.
  @inline(never)
  private static func sum(_ function: TimingFunction, _ calls: Int) -> Double {
    var (sum, t) = (0.0, 0.5)
    for _ in 0..<calls {
      t += 0.618_033_988_749_895
      if t >= 1 { t -= 1 }
      sum += function(t)
    }
    return sum
  }

  @inline(never)
  private static func tick(_ animations: [any Animation<SIMD2<Double>>]) -> Double {
    var sum = SIMD2<Double>.zero
    // Loop by index: a loop over the elements would retain and release each of them.
    for index in animations.indices { sum += animations[index].value(at: 0.7, over: .zero) }
    return sum.x + sum.y
  }

  @inline(never)
  private static func present(_ card: Animated<Card>, _ count: Int) -> Double {
    var sum = 0.0
    for index in 0..<count {
      sum += card.presentation(at: Double(index) / Double(count)).position.x
    }
    return sum
  }
}
