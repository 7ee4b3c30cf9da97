internal import Tiltbox

/// Writes a recording as JSON lines.
struct JSONLinesWriter: RecordingWriter {
  var takesNotes: Bool { true }

  func header(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    try output.write { JSONLines.header(simulation, &$0) }
  }

  func gap(
    _ losses: Losses,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {
    try output.write { JSONLines.gap(losses, tick: simulation.tick, &$0) }
  }

  func bodies(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    try output.write { JSONLines.bodies(simulation, &$0) }
  }

  func pace(
    _ pace: FrameSchedule,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {
    try output.write { JSONLines.pace(pace, simulation, &$0) }
  }

  func events(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    try output.write { JSONLines.events(simulation, &$0) }
  }

  func frame(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {
    try output.write { JSONLines.frame(simulation, &$0) }
  }

  func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    to output: RecorderOutput
  ) throws(OutputError) {
    output.file.add { JSONLines.summary(summary, &$0) }
  }
}

/// Writes only the line of the summary.
struct SummaryWriter: RecordingWriter {
  var hasFrames: Bool { false }
  var hasEvents: Bool { false }
  var takesNotes: Bool { true }

  func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    to output: RecorderOutput
  ) throws(OutputError) {
    output.file.add { JSONLines.summary(summary, &$0) }
  }
}
