internal import Tiltbox

/// A part of a recording, which a writer takes from the simulation at its current tick.
enum RecordingPart {
  case header
  /// The losses since the previous frame.
  case gap(Losses)
  /// The list of bodies that is valid from here on.
  case bodies
  /// The step and the frame rate that are valid from here on.
  case pace(FrameSchedule)
  /// The events of the tick.
  case events
  /// The frame of the tick.
  case frame
  /// The end of the recording.
  case summary(RunSummary)

  var isEnd: Bool { if case .summary = self { true } else { false } }
}

/// Writes the parts of a recording in one format.
protocol RecordingWriter {
  /// Appends a part; nothing if the format has no such part.
  mutating func write(_ part: RecordingPart, of simulation: Simulation, _ text: inout TextBuffer)
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

  /// Whether the format has frames, so that a missing one is a loss.
  var hasFrames: Bool { self != .text && self != .none }
  /// Whether the format has events, so that a missing one is a loss.
  var hasEvents: Bool { self != .csv && self != .none }
  /// Whether a reader needs the header, so that a frame without one writes it first.
  var needsHeader: Bool { self == .mcap }
  /// Whether the recording takes answers and status lines among its own; otherwise they go to standard error.
  var takesNotes: Bool { self == .jsonl || self == .none }
  /// The number of unread bytes up to which a recorder that does not wait writes events.
  var roomForEvents: Int { self == .mcap ? 4 << 20 : Recorder.roomForEvents }
  /// The number of unread bytes up to which a recorder that does not wait writes frames. A slow reader of lines gets the
  /// newest frame: the previous one must have been read.
  var roomForFrames: Int { self == .mcap ? roomForEvents : 1 }

  func makeWriter() -> any RecordingWriter {
    switch self {
    case .jsonl: JSONLinesWriter()
    case .mcap: MCAPRecording()
    case .csv: CSVLines()
    case .text: TextLines()
    case .none: JSONLinesWriter(writesOnlyEnd: true)
    }
  }
}
