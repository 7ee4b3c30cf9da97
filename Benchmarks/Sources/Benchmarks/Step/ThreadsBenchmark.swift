internal import Chipmunk

/// Two threads against one, in real time, while other processes keep processors busy.
enum ThreadsBenchmark {
  /// The numbers of crates, rounds, and ticks per round.
  private static let sizes = [(500, 15, 96), (1000, 15, 48), (3000, 15, 48), (10_000, 10, 48)]

  static func run(_ settings: Settings) throws {
    for (count, rounds, ticks) in sizes where !settings.isQuick || count <= 1000 {
      for busy in 0...2 {
        note("threads: \(count) crates, \(busy) busy processes")
        let pile = Pile(count: count)
        let ways = try [1, 2].map { try StepWay.space(pile, .tiltbox, threads: $0, isReal: true) }
        for way in ways { _ = try way.run(pile.restingTicks) }
        let load = (0..<busy).map { _ in Child(["/bin/sh", "-c", "while :; do :; done"]) }
        let result = try Rounds(rounds, ways.map { way in { try way.run(ticks) } })
        for child in load { child.stop() }
        for (index, way) in ways.enumerated() {
          Row(
            what: "step and read, \(busy) busy processes",
            size: "\(count)",
            way: way.name,
            value: duration(result.times[index] / Double(ticks)),
            ratio: result.ratios[index]
          ).show()
        }
      }
    }
  }
}
