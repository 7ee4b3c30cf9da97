/// What a recording lacks since its reader did not keep up.
public struct Losses: Hashable, Sendable {
  /// The frames that were skipped.
  public internal(set) var frames = 0
  /// The events that found no room.
  public internal(set) var events = 0
  /// The answers to commands that found no room.
  public internal(set) var answers = 0

  /// Makes an empty count.
  public init() {}

  var isEmpty: Bool { self == Losses() }
}
