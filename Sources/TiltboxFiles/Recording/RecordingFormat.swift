/// How a run is written down.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// A JSON object a line: header, frames and events, summary.
  case jsonl
  /// Everything that JSON lines have, and what Foxglove and Rerun show, in binary records with an index.
  case mcap
  /// A line for each body and frame, under one line of column names.
  case csv
  /// A few lines for people.
  case text
  /// The summary's line alone, as JSON.
  case none
}
