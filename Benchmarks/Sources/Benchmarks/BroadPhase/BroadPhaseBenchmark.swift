internal import Chipmunk

/// The grid against Chipmunk's tree: the times of steps and snapshots, and the quality of solved piles.
enum BroadPhaseBenchmark {
  /// The number of crates, ticks of turning before the measurement, rounds and ticks per round, and the maximum ratio
  /// of a step's time to that of C.
  private static let piles = [
    (5, 0, 15, 4800, 1.02), (30, 0, 15, 1920, 1.02), (100, 0, 15, 480, 1.02),
    (300, 0, 15, 192, 1.02),
    (1000, 480, 15, 48, 0.88), (4000, 1200, 10, 48, 0.55), (10_000, 600, 10, 48, 0.3),
  ]

  static func run(_ settings: Settings) throws {
    for (count, before, rounds, ticks, limit) in piles where !settings.isQuick || count <= 1000 {
      note("broad phase: \(count) crates")
      let pile = Pile(count: count)
      var ways = try [StepWay.c(pile), .chipmunk(pile, engine: .tiltbox)]
      if count >= 1000, let box2D = StepWay.box2D3(pile, reads: false, settings) {
        ways.append(box2D)
      }
      for way in ways { _ = try way.run(pile.restingTicks + before) }
      let timed = ways.map { way in (way.name, { try way.run(ticks) }) }
      try compare(
        "step of turned crates",
        count,
        timed,
        settings.isQuick ? 5 : rounds,
        ticks,
        limit
      )
    }
    for (scene, rounds, ticks, limit) in SpaceScene.all(settings) {
      note("broad phase: \(scene.name)")
      let timed = try [Engine.chipmunk, .tiltbox].map { engine in
        let step = try scene.prepare(engine)
        return ("`Chipmunk`, \(engine)", { try time { for _ in 0..<ticks { try step() } } })
      }
      try compare(
        scene.name,
        scene.count,
        timed,
        settings.isQuick ? 5 : rounds,
        ticks,
        limit
      )
    }
    for (count, piles) in settings.isQuick ? [(300, 4)] : [(300, 16), (1000, 8), (3000, 10)] {
      note("broad phase: overlaps of \(count) crates")
      try SolvedPile.compare(count, piles: piles)
    }
    note("snapshots")
    try showSnapshots()
  }

  /// Shows the times of several ways to step. The ratio of the second, with the grid, to the first has a limit.
  private static func compare(
    _ what: String,
    _ size: Int,
    _ ways: [(name: String, seconds: () throws -> Double)],
    _ rounds: Int,
    _ ticks: Int,
    _ limit: Double
  ) throws {
    let result = try Rounds(rounds, ways.map(\.seconds))
    for (index, way) in ways.enumerated() {
      Row(
        what: what,
        size: "\(size)",
        way: way.name,
        value: duration(result.times[index] / Double(ticks)),
        ratio: result.ratios[index],
        target: index == 1 ? .atMost(limit) : nil
      ).show()
    }
  }

  /// Shows the time of taking a snapshot at each tick of a pile that turns around, and of restoring it a tick later.
  private static func showSnapshots() throws {
    let pile = Pile(count: 800)
    let space = try pile.makeSpace(engine: .tiltbox)
    let snapshot = Snapshot()
    var (writing, reading) = ([Double](), [Double]())
    var bytes = 0
    while space.tick < pile.restingTicks + pile.turningTicks {
      space.gravity = pile.gravity(at: space.tick)
      try space.step()
      guard space.tick > pile.restingTicks else { continue }
      writing.append(try time { try space.snapshot(into: snapshot) })
      try space.step()
      reading.append(try time { try space.restore(snapshot) })
      bytes = max(bytes, snapshot.byteCount)
    }
    let both = median(zip(writing, reading).map(+))
    Row(
      what: "snapshot and return, a tick apart",
      size: "800",
      way: "`Space.snapshot`, `restore`",
      value: "\(duration(both)) (\(duration(median(writing))), \(duration(median(reading))))",
      measured: both * 1e3,
      target: .atMost(0.15, " ms")
    ).show()
    Row(
      what: "snapshot, a body, at most",
      size: "800",
      way: "`Space.snapshot`",
      value: "\(bytes / 800) bytes",
      measured: Double(bytes) / 800,
      target: .atMost(300, " bytes")
    ).show()
  }
}
