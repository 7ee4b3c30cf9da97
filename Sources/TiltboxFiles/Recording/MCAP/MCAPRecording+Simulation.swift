internal import Tiltbox

// Writes the records that a recorder asks for, from the current simulation.
extension MCAPRecording: RecordingWriter {
  var needsHeader: Bool { true }
  /// Chunks are written as a whole.
  var roomForEvents: Int { 4 << 20 }
  var roomForFrames: Int { roomForEvents }

  mutating func header(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    begin(
      Self.line { JSONLines.header(simulation, &$0) },
      simulation.currentScenario,
      at: simulation.time
    )
    try writeBlock(to: output)
  }

  mutating func gap(
    _ losses: Losses,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {
    let line = Self.line { JSONLines.gap(losses, tick: simulation.tick, &$0) }
    self.line(line, at: simulation.time)
    try writeBlock(to: output)
  }

  mutating func bodies(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    bodies(
      Self.line { JSONLines.bodies(simulation, &$0) },
      simulation.currentScenario,
      at: simulation.time
    )
    try writeBlock(to: output)
  }

  mutating func pace(
    _ pace: FrameSchedule,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {
    line(Self.line { JSONLines.pace(pace, simulation, &$0) }, at: simulation.time)
    try writeBlock(to: output)
  }

  mutating func events(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    let (events, time) = (simulation.events, simulation.time)
    // Iterate in place: copying an event would retain its names.
    let span = events.span
    for index in span.indices { event(span[index], at: time) }
    try writeBlock(to: output)
  }

  mutating func frame(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
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
    try writeBlock(to: output)
  }

  mutating func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    to output: RecorderOutput
  ) throws(OutputError) {
    line(Self.line { JSONLines.summary(summary, &$0) }, at: summary.time)
    end()
    try writeBlock(to: output)
  }

  /// Writes the finished chunks, if there are any.
  private mutating func writeBlock(to output: RecorderOutput) throws(OutputError) {
    guard !block.isEmpty else { return }
    try output.write(block)
    clear()
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
