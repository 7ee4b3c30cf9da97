/// States: bulk reads and writes of the states of 10,000 bodies, against a loop in C.
enum StatesBenchmark {
  static func run(_ settings: Settings) throws {
    note("states")
    let scene = try Scene(bodies: 10_000)
    let pairs: [(what: String, c: () throws -> Void, name: String, swift: () throws -> Void)] = [
      ("read, a body", scene.cRead, "`readStates`", scene.read),
      ("read with its id", scene.cReadIDs, "`readStates`, ids", scene.readIDs),
      ("write, a body", scene.cWrite, "`writeStates`", scene.write),
      ("write by its id", scene.cWriteIDs, "`writeStates`, ids", scene.writeIDs),
    ]
    for (what, c, name, swift) in pairs {
      let ways = [("C", c), (name, swift)]
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
