internal import Chipmunk
internal import Tiltbox

/// The number of crates that a core simulates in real time at 120 Hz.
struct Capacity {
  /// The size of the largest pile with 99 % of its ticks faster than real time as it turns around.
  private(set) var crates = 500
  /// The 99th percentile of that pile's tick times, in seconds of CPU time.
  private(set) var percentile = 0.0
  let engine: Engine

  /// Finds the capacity by bisection, with a number of halvings.
  init(halvings: Int, _ engine: Engine) throws {
    self.engine = engine
    var tooMany = 8000
    for _ in 0..<halvings {
      let count = (crates + tooMany) / 2
      note("real time: \(count) crates, \(engine)")
      let time = try Self.tickTime(Pile(count: count), engine)
      if time < 1.0 / 120 { (crates, percentile) = (count, time) } else { tooMany = count }
    }
  }

  private static func tickTime(_ pile: Pile, _ engine: Engine) throws -> Double {
    let simulation = try pile.makeSimulation(engine: engine)
    for _ in 0..<pile.restingTicks { try simulation.advance() }
    let times = try (0..<pile.turningTicks / 2).map { _ in try time { try simulation.advance() } }
    return times.sorted()[times.count * 99 / 100]
  }

  /// Runs the crates in real time, and returns a function that reads a field of the run's summary.
  func run(_ tiltbox: String, _ settings: Settings) -> (_ field: String) -> String {
    let pile = Pile(count: crates)
    let ticks = pile.restingTicks + pile.turningTicks
    let child = Child([
      tiltbox, "run", settings.write(pile.scenarioFile(engine), as: "pile.json"),
      "--tilt", settings.write(pile.tiltFile(ticks: ticks), as: "tilt.csv"),
      "--duration", "\(Double(ticks) * pile.timeStep)", "--format", "none",
    ])
    let summary = child.readLine()
    return { field in
      // Loading Foundation takes too long for a single field.
      let parts = summary.split(separator: ",")
      let value = parts.first { $0.hasPrefix("\"\(field)\":") }?.split(separator: ":").last
      return value.map(String.init) ?? "unknown"
    }
  }
}
