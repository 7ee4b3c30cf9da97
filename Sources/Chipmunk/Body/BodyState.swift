/// The position and motion of a body at one tick.
public struct BodyState: Hashable, Sendable {
  /// The position of the body's origin, in units.
  public var position: Vector
  /// The angle, in radians, counterclockwise, not reduced to a turn.
  public var angle: Double
  /// The velocity of the centre of gravity, in units/s.
  public var velocity: Vector
  /// The angular velocity, in rad/s.
  public var angularVelocity: Double

  /// Makes a state; every number is 0 by default.
  @inlinable
  public init(
    position: Vector = .zero,
    angle: Double = 0,
    velocity: Vector = .zero,
    angularVelocity: Double = 0
  ) {
    self.position = position
    self.angle = angle
    self.velocity = velocity
    self.angularVelocity = angularVelocity
  }
}
