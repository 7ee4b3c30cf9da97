public import Chipmunk

/// What has become of an expectation.
public struct ExpectationResult: Hashable, Sendable {
  /// A body's state at a tick.
  public struct Row: Hashable, Sendable {
    /// The tick.
    public let tick: Int
    /// The simulated time, in seconds.
    public let time: Double
    /// The body's id.
    public let body: String
    /// Where it is and how it moves.
    public let state: BodyState
  }

  /// What was expected.
  public let expectation: Scenario.Expectation
  /// Whether it has come true.
  public let isMet: Bool
  /// What has happened instead, or what exactly, as in `0.7417 s`; empty if there is no more to say.
  public let got: String
  /// The tick at which it was decided; nil where only the whole run decides.
  public let tick: Int?
  /// The frames around where it was decided, for an expectation that was not met.
  public let frames: [Row]
  /// What may be why, for an expectation that was not met: that the speed limit acted on the body; else nil.
  public let hint: String?

  /// One line: met or not, what was expected, what happened.
  public var line: String {
    "\(isMet ? "met" : "not met"): \(expectation)" + (got.isEmpty ? "" : "; got \(got)")
  }

  /// The line, and below it the frames around where it was decided and the hint, if it was not met.
  public var report: String {
    ([line] + table + (hint.map { [$0] } ?? [])).joined(separator: "\n    ")
  }

  /// The frames, with headings.
  private var table: [String] {
    guard !frames.isEmpty else { return [] }
    let headings = ["tick", "t", "body", "x", "y", "angle", "vx", "vy", "w"]
    let cells = frames.map { row in
      let state = row.state
      return ["\(row.tick)", row.time.plain, row.body]
        + [
          state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y,
          state.angularVelocity,
        ].map { $0.decimal(4) }
    }
    return TextTable.lines([headings] + cells) { _ in true }
  }
}
