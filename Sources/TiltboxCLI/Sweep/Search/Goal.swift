/// What a search is after.
enum Goal: Hashable, Sendable {
  case minimize
  case maximize
  /// Two formulas are the same, give or take so much.
  case find(within: Double)

  /// How far a measured value is from the goal: the less, the better.
  func cost(_ value: Double) -> Double {
    switch self {
    case .minimize, .find: value
    case .maximize: -value
    }
  }

  /// Whether there is a value with which a search is at its end.
  var isEquation: Bool { if case .find = self { true } else { false } }

  /// Whether a value is all that was asked for.
  func isReached(_ value: Double) -> Bool {
    if case .find(let tolerance) = self { value <= tolerance } else { false }
  }
}
