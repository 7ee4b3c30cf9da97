public import Chipmunk

/// Something that happened between two bodies at a tick.
public struct Event: Hashable, Sendable {
  /// Whether a contact begins or ends.
  public enum Kind: String, Sendable, Codable {
    /// They touch at this tick and did not at the one before.
    case begin
    /// They touched at the tick before and do not at this one.
    case separate
  }

  /// Whether a contact begins or ends.
  public let kind: Kind
  /// The tick at which it shows.
  public let tick: Int
  /// The body's id; the one that stands earlier in the scenario.
  public let a: String
  /// The other body's id, or a wall: `walls.bottom`, `walls.right`, `walls.top`, `walls.left`.
  public let b: String
  /// Where they touch, in units; for an ending, where they last did.
  public let point: Vector
  /// The length of the impulse between them in that step, in kg·units/s; for an ending, that of the last
  /// step of touching.
  public let impulse: Double

  /// Makes an event of what was read elsewhere.
  public init(kind: Kind, tick: Int, a: String, b: String, point: Vector, impulse: Double) {
    self.kind = kind
    self.tick = tick
    self.a = a
    self.b = b
    self.point = point
    self.impulse = impulse
  }
}
