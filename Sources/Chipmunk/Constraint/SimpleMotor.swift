internal import CChipmunk

/// Keeps two bodies turning against each other at a rate: a rate above 0 turns the second body counterclockwise
/// against the first. Wraps `cpSimpleMotor`, whose rate has the other sign.
///
/// ```swift
/// let motor = try SimpleMotor(space.ground, wheel, rate: 5)  // the wheel turns counterclockwise
/// ```
///
/// Its torque is unlimited, unless ``Constraint/maxForce`` limits it.
public final class SimpleMotor: Constraint {
  /// Makes a motor. Wraps `cpSimpleMotorNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - rate: the second body's angular velocity minus the first one's, in rad/s.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, rate: Double) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.angularVelocity.check(rate)
    unsafe super.init(owning: cpSimpleMotorNew(a.raw, b.raw, -rate), a, b)
  }

  var joint: UnsafeMutablePointer<cpSimpleMotor> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  /// The second body's angular velocity less the first one's, in rad/s. Replaces `cpSimpleMotorGetRate`.
  public var rate: Double {
    get { unsafe -joint.pointee.rate }
    set { assign(newValue, setRate) }
  }

  // Like the properties, but throwing at once.

  package func setRate(_ rate: Double) throws(PhysicsError) {
    try set(rate, .angularVelocity) { unsafe joint.pointee.rate = -rate }
  }
}
