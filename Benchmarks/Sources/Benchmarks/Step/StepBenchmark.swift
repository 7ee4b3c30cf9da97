internal import Chipmunk

/// Step and read: each way of stepping, with a pile of crates that turns around.
enum StepBenchmark {
  /// The numbers of crates, rounds, and ticks per round.
  private static let sizes = [
    (5, 15, 4800), (100, 15, 480), (500, 15, 96), (1000, 15, 48), (10_000, 10, 48),
  ]

  /// The maximum ratios to C's time, by the number of crates.
  private static let limits: [String: [Int: Double]] = [
    "`chipmunk`": [5: 1.1, 1000: 1.02, 10_000: 1.02],
    "`tiltbox`": [5: 0.7, 100: 0.45, 1000: 0.35, 10_000: 0.18],
  ]

  static func run(_ settings: Settings) throws {
    for (count, rounds, ticks) in sizes where !settings.isQuick || count <= 1000 {
      note("step: \(count) crates")
      try compare(Pile(count: count), rounds: settings.isQuick ? 5 : rounds, ticks, settings)
    }
  }

  private static func compare(
    _ pile: Pile,
    rounds: Int,
    _ ticks: Int,
    _ settings: Settings
  ) throws {
    let library = try [StepWay.c(pile), .space(pile, .chipmunk), .simulation(pile)]
    let own = try [1, 2].map { try StepWay.space(pile, .tiltbox, threads: $0) }
    let ways = library + own + StepWay.peers(pile, settings)
    for way in ways { _ = try way.run(pile.restingTicks) }
    try showHeights(ways, pile)
    let result = try Rounds(rounds, ways.map { way in { try way.run(ticks) } })
    for ways in [library, own] {
      let ends = try ways.map { try $0.heights() }
      precondition(Set(ends).count == 1, "the ways of one engine came to other ends: \(ends)")
    }
    for (index, way) in ways.enumerated() {
      show(pile, way.name, result.times[index] / Double(ticks), result.ratios[index])
    }
    guard let tiltbox = settings.tiltbox else { return }
    // Measure the same ticks as in C by subtracting those before the rounds.
    let all = rounds * ticks
    let run = CommandRun(pile, tiltbox: tiltbox, ticks: pile.restingTicks + all, settings)
    let seconds =
      run.seconds(ticks: pile.restingTicks + all) - run.seconds(ticks: pile.restingTicks)
    show(pile, "`tiltbox run --fast`, chipmunk", seconds / Double(all), seconds / result.total[0])
  }

  private static func show(_ pile: Pile, _ way: String, _ seconds: Double, _ ratio: Double) {
    Row(
      what: "step and read, a tick",
      size: "\(pile.crates.count)",
      way: way,
      value: duration(seconds),
      ratio: ratio,
      target: limits[way]?[pile.crates.count].map { .atMost($0) }
    ).show()
  }

  /// Compares the heights of the piles at rest: the physics is comparable if they match.
  private static func showHeights(_ ways: [StepWay], _ pile: Pile) throws {
    let heights = try ways.map { try $0.heights() }
    let errors = heights.map { abs($0.mean / heights[0].mean - 1) }
    let worst = errors.indices.max { errors[$0] < errors[$1] } ?? 0
    Row(
      what: "mean height at rest",
      size: "\(pile.crates.count)",
      way: "all; \(ways[worst].name) is furthest from C",
      value: "\(number(heights[0].mean, 5)); \(number(heights[worst].mean, 5))",
      ratio: heights[worst].mean / heights[0].mean,
      measured: errors[worst],
      target: .atMost(0.03, " off")
    ).show()
  }
}
