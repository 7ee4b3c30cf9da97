/// Step and read: each way of stepping, with a pile of crates that turns around.
enum StepBenchmark {
  /// The numbers of crates, rounds, and ticks per round.
  private static let sizes = [(10, 15, 4800), (100, 15, 480), (1000, 15, 48), (10_000, 8, 24)]

  /// The maximum ratios of Swift's time to C's, by the number of crates.
  private static let limits = [10: 1.1, 1000: 1.02, 10_000: 1.02]

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
    let here = try [StepWay.c(pile), .chipmunk(pile), .simulation(pile)]
    let ways = here + StepWay.peers(pile, settings)
    for way in ways { _ = try way.run(pile.restingTicks) }
    try showHeights(ways, pile)
    let result = try Rounds(rounds, ways.map { way in { try way.run(ticks) } })
    let ends = try here.map { try $0.heights() }
    precondition(Set(ends).count == 1, "the ways in this process came to other ends: \(ends)")
    for (index, way) in ways.enumerated() {
      show(
        pile,
        way.name,
        result.times[index] / Double(ticks),
        result.ratios[index],
        overOurs: result.ratios[index] / result.ratios[1]
      )
    }
    guard let tiltbox = settings.tiltbox else { return }
    // Measure the same ticks as in C by subtracting those before the rounds.
    let all = rounds * ticks
    let run = CommandRun(pile, tiltbox: tiltbox, ticks: pile.restingTicks + all, settings)
    let own = run.seconds(ticks: pile.restingTicks + all) - run.seconds(ticks: pile.restingTicks)
    show(pile, "`tiltbox run --fast`", own / Double(all), own / result.total[0])
  }

  private static func show(
    _ pile: Pile,
    _ way: String,
    _ seconds: Double,
    _ ratio: Double,
    overOurs: Double? = nil
  ) {
    var row = Row(
      what: "step and read, a tick",
      size: "\(pile.crates.count)",
      way: way,
      value: duration(seconds),
      ratio: ratio
    )
    if way.hasPrefix("`S") || way.hasPrefix("`C") {
      row.target = limits[pile.crates.count].map { .atMost($0) }
    } else if way.hasPrefix("pymunk") {
      row.measured = overOurs
      row.target = .atLeast(2, " × `Chipmunk`")
    }
    row.show()
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
