public import Chipmunk

/// The result of an expectation.
public struct ExpectationResult: Hashable, Sendable {
  /// A body's state at a tick.
  public struct Row: Hashable, Sendable {
    /// The tick.
    public let tick: Int
    /// The simulated time, in seconds.
    public let time: Double
    /// The body's id.
    public let body: String
    /// The body's position and motion.
    public let state: BodyState
  }

  /// The expectation.
  public let expectation: Scenario.Expectation
  /// Whether it was met.
  public let isMet: Bool
  /// The actual event or value, as in `0.7417 s`; empty if there is nothing to add.
  public let got: String
  /// The decisive tick; nil if only the whole run decides.
  public let tick: Int?
  /// The frames around the decisive tick, for an expectation that was not met.
  public let frames: [Row]
  /// A possible cause if the expectation was not met: that the speed limit acted on the body; otherwise nil.
  public let hint: String?

  /// One line: met or not, the expectation, the actual result.
  public var line: String {
    "\(isMet ? "met" : "not met"): \(expectation)" + (got.isEmpty ? "" : "; got \(got)")
  }

  /// The line, followed by the frames around the decisive tick and the hint, if the expectation was not met.
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
