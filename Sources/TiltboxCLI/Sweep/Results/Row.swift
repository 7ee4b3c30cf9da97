internal import TiltboxFiles

/// What came of one run.
struct Row: Hashable, Sendable {
  /// The number of the run in the plan, from 0 on.
  var run: Int
  /// What the fields were set to.
  let parameters: [FieldValue]
  /// What was measured; not a number where there is no value.
  var measures: [Double]
  /// The fingerprint of the trajectory; nil of a run that failed.
  var digest: String?
  /// Why the run failed, or nil.
  var error: String?
  /// How long it took, in seconds, where that was asked for.
  var wall: Double?

  /// The columns that every results file may have besides parameters and measures.
  static let ownColumns = ["run", "digest", "error", "wall", "check"]
}

/// Some runs one after the other, done by one worker.
struct RowBlock: Sendable {
  /// The place of the first row among those that are made.
  let place: Int
  let rows: [Row]
  /// The rows as they are written.
  let text: [UInt8]
}

/// Where finished runs go, in the plan's order.
protocol RowSink: Sendable {
  /// Takes the next runs. What is thrown ends the sweep.
  func take(_ block: RowBlock) throws
}
