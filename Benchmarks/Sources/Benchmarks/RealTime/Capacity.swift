internal import Chipmunk
internal import Tiltbox

/// How many crates a core carries at 120 Hz.
struct Capacity {
  /// The largest pile 99 % of whose ticks take less than they simulate while it is turned around.
  private(set) var crates = 500
  /// That tick's time, in seconds of the processor.
  private(set) var percentile = 0.0
  let broadphase: Broadphase

  /// Halves the range that it lies in so many times.
  init(halvings: Int, _ broadphase: Broadphase) throws {
    self.broadphase = broadphase
    var tooMany = 8000
    for _ in 0..<halvings {
      let count = (crates + tooMany) / 2
      note("real time: \(count) crates, \(broadphase)")
      let time = try Self.tickTime(Pile(count: count), broadphase)
      if time < 1.0 / 120 { (crates, percentile) = (count, time) } else { tooMany = count }
    }
  }

  private static func tickTime(_ pile: Pile, _ broadphase: Broadphase) throws -> Double {
    let simulation = try pile.makeSimulation(broadphase: broadphase)
    for _ in 0..<pile.restingTicks { try simulation.advance() }
    let times = try (0..<pile.turningTicks / 2).map { _ in try time { try simulation.advance() } }
    return times.sorted()[times.count * 99 / 100]
  }

  /// Runs them in real time, and tells what the summary of the run says of a field.
  func run(_ tiltbox: String, _ settings: Settings) -> (_ field: String) -> String {
    let pile = Pile(count: crates)
    let ticks = pile.restingTicks + pile.turningTicks
    let child = Child([
      tiltbox, "run", settings.write(pile.scenarioFile(broadphase), as: "pile.json"),
      "--tilt", settings.write(pile.tiltFile(ticks: ticks), as: "tilt.csv"),
      "--duration", "\(Double(ticks) * pile.timeStep)", "--format", "none",
    ])
    let summary = child.readLine()
    return { field in
      // Foundation would be a long start for one field.
      let parts = summary.split(separator: ",")
      let value = parts.first { $0.hasPrefix("\"\(field)\":") }?.split(separator: ":").last
      return value.map(String.init) ?? "unknown"
    }
  }
}
