/// Start: the time from launching a process to reading its first frame, with five and with ten thousand crates.
enum StartBenchmark {
  static func run(_ settings: Settings) throws {
    try compare(Pile(count: 5), rounds: settings.isQuick ? 7 : 41, limit: 0.015, settings)
    try compare(Pile(count: 10_000), rounds: settings.isQuick ? 3 : 9, limit: 0.4, settings)
  }

  private static func compare(
    _ pile: Pile,
    rounds: Int,
    limit: Double,
    _ settings: Settings
  ) throws {
    note("start: \(pile.crates.count) crates")
    var ways: [(name: String, words: [String])] = []
    if let python = settings.python {
      let scene = settings.write(pile.peerFile, as: "pile.txt")
      let words = [python, settings.peers + "/pymunk_pile.py", scene, "first"]
      ways.append(("Python, pymunk and json", words))
    }
    if let tiltbox = settings.tiltbox {
      let scenario = settings.write(pile.scenarioFile(), as: "pile.json")
      ways.append(("`tiltbox run`", [tiltbox, "run", scenario, "--format", "jsonl"]))
    }
    let result = try Rounds(rounds, ways.map { way in { firstFrame(way.words) } })
    for (index, way) in ways.enumerated() {
      let isOurs = way.name.hasPrefix("`")
      Row(
        what: "start to first frame",
        size: "\(pile.crates.count)",
        way: way.name,
        value: duration(result.times[index]),
        ratio: result.ratios[index],
        measured: result.times[index] * 1000,
        target: isOurs ? .atMost(limit * 1000, " ms") : nil
      ).show()
    }
  }

  /// Returns the time to the first frame, in seconds of real time.
  private static func firstFrame(_ words: [String]) -> Double {
    let start = realTime()
    let child = Child(words)
    while let line = child.nextLine() {
      guard line.hasPrefix("{\"kind\":\"frame\"") else { continue }
      defer { child.stop() }
      return realTime() - start
    }
    fatalError("\(words) gave no frame")
  }
}
