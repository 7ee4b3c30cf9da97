package import TiltboxFiles

/// The result of one run.
package struct Row: Hashable, Sendable {
  /// The number of the run in the plan, from 0.
  var run: Int
  /// The values of the varied fields.
  package let parameters: [FieldValue]
  /// The values of the measures; NaN if there is none.
  package var measures: [Double]
  /// The fingerprint of the trajectory; nil of a run that failed.
  package var digest: String?
  /// The error of a failed run, or nil.
  var error: String?
  /// The wall-clock time of the run, in seconds, if requested.
  var wall: Double?

  /// The columns of a results file besides parameters and measures; not every file has all of them.
  static let ownColumns = ["run", "digest", "error", "wall", "check"]
}

/// Consecutive runs of one worker.
package struct RowBlock: Sendable {
  /// The place of the first row among the runs to make.
  let place: Int
  let rows: [Row]
  /// The rows as text, ready to write.
  let text: [UInt8]
}

/// Receives finished runs, in the order of the plan.
package protocol RowSink: Sendable {
  /// Receives the next runs. An error ends the sweep.
  func take(_ block: RowBlock) throws
}
