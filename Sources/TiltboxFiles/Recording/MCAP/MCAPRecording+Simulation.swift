internal import Tiltbox

/// Writes the records that a recorder asks for, from the current simulation.
extension MCAPRecording {
  mutating func begin(_ simulation: Simulation) {
    begin(
      Self.line { JSONLines.header(simulation, &$0) },
      simulation.currentScenario,
      at: simulation.time
    )
  }

  mutating func bodies(_ simulation: Simulation) {
    bodies(
      Self.line { JSONLines.bodies(simulation, &$0) },
      simulation.currentScenario,
      at: simulation.time
    )
  }

  mutating func frame(_ simulation: Simulation) {
    frame(
      RecordedFrame(
        tick: simulation.tick,
        time: simulation.time,
        gravity: simulation.gravity,
        states: simulation.states,
        values: simulation.values,
        asleep: simulation.asleep
      )
    )
  }

  mutating func events(_ simulation: Simulation) {
    let (events, time) = (simulation.events, simulation.time)
    // Iterate in place: copying an event would retain its names.
    let span = events.span
    for index in span.indices { event(span[index], at: time) }
  }

  mutating func gap(_ losses: Losses, _ simulation: Simulation) {
    let line = Self.line { JSONLines.gap(losses, tick: simulation.tick, &$0) }
    self.line(line, at: simulation.time)
  }

  mutating func pace(_ pace: FrameSchedule, _ simulation: Simulation) {
    line(Self.line { JSONLines.pace(pace, simulation, &$0) }, at: simulation.time)
  }

  mutating func summary(_ summary: RunSummary) {
    line(Self.line { JSONLines.summary(summary, &$0) }, at: summary.time)
  }

  /// Returns a line of JSON lines without its newline.
  private static func line(_ write: (inout TextBuffer) -> Void) -> [UInt8] {
    var text = TextBuffer()
    write(&text)
    return Array(text.bytes.dropLast())
  }
}

extension Simulation {
  /// The scenario with the current bodies.
  fileprivate var currentScenario: Scenario {
    var scenario = scenario
    scenario.bodies = descriptions
    return scenario
  }
}
