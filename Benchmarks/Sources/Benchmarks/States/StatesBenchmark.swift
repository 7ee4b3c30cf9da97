/// What it costs to read and to write the states of 10,000 bodies at once, against a loop in C.
enum StatesBenchmark {
  static func run(_ settings: Settings) throws {
    note("states")
    let scene = try Scene(bodies: 10_000)
    let reads: [(String, () throws -> Void)] = [
      ("C", scene.cRead), ("`readStates`", scene.read), ("`readStates`, ids", scene.readIDs),
    ]
    let writes: [(String, () throws -> Void)] = [
      ("C", scene.cWrite), ("`writeStates`", scene.write), ("`writeStates`, ids", scene.writeIDs),
    ]
    for (what, ways) in [("read, a body", reads), ("write, a body", writes)] {
      let result = try Rounds(settings.isQuick ? 31 : 201, ways.map { way in { try time(way.1) } })
      for (index, way) in ways.enumerated() {
        Row(
          what: what,
          size: "10000",
          way: way.0,
          value: duration(result.times[index] / 10_000),
          ratio: result.ratios[index]
        ).show()
      }
    }
  }
}
