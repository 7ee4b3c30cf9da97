/// The formats of a recording.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// One JSON object per line: header, frames and events, summary.
  case jsonl
  /// The content of JSON lines, and the data that Foxglove and Rerun display, in binary records with an index.
  case mcap
  /// One row per body and frame, after a row of column names.
  case csv
  /// A few lines for people.
  case text
  /// Only the line of the summary, as JSON.
  case none
}
