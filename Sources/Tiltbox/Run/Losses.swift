/// What a recording lacks: its reader did not keep up, or it has no room for all of a run.
public struct Losses: Hashable, Sendable {
  /// The frames that were skipped.
  public package(set) var frames = 0
  /// The events that found no room.
  public package(set) var events = 0
  /// The answers to commands that found no room.
  public package(set) var answers = 0

  /// Makes an empty count.
  public init() {}

  package var isEmpty: Bool { self == Losses() }
}
