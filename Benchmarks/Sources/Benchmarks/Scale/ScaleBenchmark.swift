internal import CChild
internal import Chipmunk
internal import Tiltbox

/// Scale: the cost of a tick and of a body with ten to twenty thousand crates that turn, rest and sleep.
enum ScaleBenchmark {
  static func run(_ settings: Settings) throws {
    let sizes = [10, 30, 100, 300, 1000, 3000, 10_000, 20_000]
    var turned: [(x: Double, y: Double)] = []
    var asleep = turned
    for count in sizes where !settings.isQuick || count <= 1000 {
      note("scale: \(count) crates")
      turned.append((Double(count), try turn(count)))
      asleep.append((Double(count), try sleep(count)))
    }
    for (state, points) in [("turned around", turned), ("asleep", asleep)] {
      Row(
        what: "tick, exponent",
        size: "\(sizes[0])–\(Int(points.last?.x ?? 0))",
        way: state,
        value: "bodies ^ " + number(PowerLaw(points).exponent, 3)
      ).show()
    }
  }

  /// Returns enough ticks for a measurable time.
  private static func ticks(_ count: Int) -> Int { max(2, 20_000 / count) }

  /// Measures a pile that turns around, and returns the seconds per tick.
  private static func turn(_ count: Int) throws -> Double {
    let before = CHeapBytes()
    let pile = Pile(count: count)
    let simulation = try pile.makeSimulation()
    for _ in 0..<pile.restingTicks { try simulation.advance() }
    let bytes = (CHeapBytes() - before) / Double(count)
    let ticks = ticks(count)
    let seconds = try Rounds(9, [{ try time { try advance(simulation, ticks) } }]).times[0]
    show(count, "turned around", seconds / Double(ticks), "; \(Int(bytes)) bytes a body")
    return seconds / Double(ticks)
  }

  /// Measures stacks of five crates with and without sleep, and returns the seconds per tick with sleep.
  private static func sleep(_ count: Int) throws -> Double {
    let pile = Pile(count: count, columns: (count + 4) / 5)
    let (awake, asleep) = try (
      Simulation(pile.makeScenario(), tilt: ConstantTilt(.upright)),
      Simulation(pile.makeScenario(sleepAfter: 0.5), tilt: ConstantTilt(.upright))
    )
    try advance(awake, pile.restingTicks)
    var sleepers = 0
    while sleepers < count, asleep.tick < 3000 {
      try advance(asleep, 30)
      sleepers = asleep.bodies.count { $0.isSleeping }
    }
    let ticks = ticks(count)
    let result = try Rounds(
      9,
      [awake, asleep].map { simulation in { try time { try advance(simulation, ticks) } } }
    )
    let times = result.times.map { $0 / Double(ticks) }
    show(count, "awake, in stacks", times[0])
    let note = sleepers == count ? "" : "; \(sleepers) asleep"
    show(count, "asleep, in stacks", times[1], note, ratio: result.ratios[1], target: .atMost(0.03))
    return times[1]
  }

  private static func advance(_ simulation: Simulation, _ ticks: Int) throws {
    for _ in 0..<ticks { try simulation.advance() }
  }

  private static func show(
    _ count: Int,
    _ way: String,
    _ seconds: Double,
    _ more: String = "",
    ratio: Double? = nil,
    target: Row.Target? = nil
  ) {
    Row(
      what: "tick",
      size: "\(count)",
      way: way,
      value: "\(duration(seconds)), \(duration(seconds / Double(count))) a body" + more,
      ratio: ratio,
      target: target
    ).show()
  }
}
