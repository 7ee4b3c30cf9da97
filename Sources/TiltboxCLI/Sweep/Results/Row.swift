package import TiltboxFiles

/// What came of one run.
package struct Row: Hashable, Sendable {
  /// The number of the run in the plan, from 0 on.
  package let run: Int
  /// What the fields were set to.
  package let parameters: [FieldValue]
  /// What was measured; not a number where there is no value.
  package var measures: [Double]
  /// The fingerprint of the trajectory; nil of a run that failed.
  package var digest: String?
  /// Why the run failed, or nil.
  package var error: String?
  /// How long it took, in seconds, where that was asked for.
  package var wall: Double?

  /// The columns that every results file may have besides parameters and measures.
  static let ownColumns = ["run", "digest", "error", "wall"]
}
