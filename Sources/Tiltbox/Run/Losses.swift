/// The data missing from a recording because its reader did not keep up, or its space was full.
public struct Losses: Hashable, Sendable {
  /// The frames that were skipped.
  public package(set) var frames = 0
  /// The events that did not fit.
  public package(set) var events = 0
  /// The answers to commands that did not fit.
  public package(set) var answers = 0

  /// Makes an empty count.
  public init() {}

  package var isEmpty: Bool { self == Losses() }
}
