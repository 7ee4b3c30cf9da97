/// A timing function that jumps: CSS's `steps()`.
public struct Steps: Hashable, Sendable {
  /// The places of the jumps, in CSS's words.
  public enum Jump: String, CaseIterable, Sendable {
    /// The first jump is at the start of the time (CSS also says `start`).
    case start = "jump-start"
    /// The last jump is at the end of the time (CSS also says `end`).
    case end = "jump-end"
    /// No jump at either end: the first value is 0, the last 1.
    case none = "jump-none"
    /// A jump at both ends.
    case both = "jump-both"
  }

  /// The number of equal parts of the time.
  public let count: Int
  /// The places of the jumps.
  public let jump: Jump

  /// Makes a step function.
  ///
  /// - Throws: `MotionError` if there is not at least one step, or two without a jump at the ends.
  public init(_ count: Int, jump: Jump = .end) throws(MotionError) {
    let least = jump == .none ? 2 : 1
    try require(
      (least...1_000_000_000).contains(count),
      "steps",
      is: count,
      "give from \(least) to 1000000000 steps for \(jump.rawValue)"
    )
    self.init(unchecked: count, jump)
  }

  init(unchecked count: Int, _ jump: Jump) {
    self.count = count
    self.jump = jump
  }

  /// The progress at a fraction of the time, by the algorithm of the CSS easing specification.
  ///
  /// - Parameters:
  ///   - t: The fraction of the time.
  ///   - isBefore: Whether the animation has not begun yet, CSS's "before flag": then a jump at
  ///     exactly this time has not happened.
  /// - Returns: The progress, a multiple of one over the number of jumps.
  public func callAsFunction(_ t: Double, isBefore: Bool = false) -> Double {
    guard !t.isNaN else { return 0 }
    let position = (t * Double(count)).saturated
    var step = position.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, position == position.rounded(.down) { step -= 1 }
    let jumps = Double(jump == .both ? count + 1 : jump == .none ? count - 1 : count)
    if t >= 0, step < 0 { step = 0 }
    if t <= 1, step > jumps { step = jumps }
    return step / jumps
  }
}
