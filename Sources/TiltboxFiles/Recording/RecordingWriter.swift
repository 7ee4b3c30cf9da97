internal import Tiltbox

/// Writes the parts of a recording in one format. A part that the format lacks keeps its default, which writes nothing.
protocol RecordingWriter {
  /// Whether the format has frames, so that a missing one is a loss.
  var hasFrames: Bool { get }
  /// Whether the format has events, so that a missing one is a loss.
  var hasEvents: Bool { get }
  /// Whether a reader needs the header, so that a frame without one writes it first.
  var needsHeader: Bool { get }
  /// Whether the recording takes answers and status lines among its own; otherwise they go to standard error.
  var takesNotes: Bool { get }
  /// The number of unread bytes up to which a recorder that does not wait writes events.
  var roomForEvents: Int { get }
  /// The number of unread bytes up to which a recorder that does not wait writes frames.
  var roomForFrames: Int { get }

  /// Writes the header.
  mutating func header(
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the losses since the previous frame.
  mutating func gap(
    _ losses: Losses,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the list of bodies that is valid from here on.
  mutating func bodies(
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the step and the frame rate that are valid from here on.
  mutating func pace(
    _ pace: FrameSchedule,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the events of the simulation's tick.
  mutating func events(
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the frame of the simulation's tick.
  mutating func frame(
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError)

  /// Writes the summary and ends the recording.
  mutating func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    to output: RecorderOutput
  ) throws(OutputError)
}

extension RecordingWriter {
  var hasFrames: Bool { true }
  var hasEvents: Bool { true }
  var needsHeader: Bool { false }
  var takesNotes: Bool { false }
  var roomForEvents: Int { Recorder.roomForEvents }
  /// A slow reader gets the newest frame: the previous one must have been read.
  var roomForFrames: Int { 1 }

  func header(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {}
  func gap(
    _ losses: Losses,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {}
  func bodies(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {}
  func pace(
    _ pace: FrameSchedule,
    _ simulation: Simulation,
    to output: RecorderOutput
  ) throws(OutputError) {}
  func events(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {}
  func frame(_ simulation: Simulation, to output: RecorderOutput) throws(OutputError) {}
  func end(
    _ simulation: Simulation,
    _ summary: RunSummary,
    to output: RecorderOutput
  ) throws(OutputError) {}
}

/// The output of a recorder, which may wait for a slow reader.
struct RecorderOutput {
  let file: OutputFile
  let waits: Bool

  /// Writes text with the next block of output.
  func write(_ text: (inout TextBuffer) -> Void) throws(OutputError) {
    if waits { try file.write(text) } else { file.add(text) }
  }

  /// Writes a block; copies it only if the output must not wait.
  func write(_ block: ArraySlice<UInt8>) throws(OutputError) {
    if waits { try file.write(block) } else { file.add { $0.append(block) } }
  }

  /// Flushes the output to the system: all of it, or as much as it takes without waiting.
  func flush() throws(OutputError) {
    if waits { try file.flush() } else { try file.flush(patience: .zero) }
  }
}

/// The formats of a recording.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// One JSON object per line: header, frames and events, summary.
  case jsonl
  /// One row per body and frame, after a row of column names.
  case csv
  /// The content of JSON lines, and the data that Foxglove and Rerun display, in binary records with an index.
  case mcap
  /// A few lines for people.
  case text
  /// Only the line of the summary, as JSON.
  case none
}

extension RecordingFormat {
  /// The ending of a file of this format; nil for ``none``.
  package var ending: String? {
    switch self {
    case .jsonl, .mcap, .csv: rawValue
    case .text: "txt"
    case .none: nil
    }
  }

  func makeWriter() -> any RecordingWriter {
    switch self {
    case .jsonl: JSONLinesWriter()
    case .mcap: MCAPRecording()
    case .csv: CSVLines()
    case .text: TextLines()
    case .none: SummaryWriter()
    }
  }
}
