internal import CChipmunk

/// Keeps two bodies turning against each other at a rate. Wraps `cpSimpleMotor`.
///
/// It is as strong as it has to be, unless ``Constraint/setMaxForce(_:)`` limits its torque.
public final class SimpleMotor: Constraint {
  /// Makes a motor. Wraps `cpSimpleMotorNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - rate: the first body's angular velocity less the second one's, in rad/s.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, rate: Double) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try Quantity.angularVelocity.check(rate)
    unsafe super.init(owning: cpSimpleMotorNew(a.raw, b.raw, rate), a, b)
  }

  var joint: UnsafeMutablePointer<cpSimpleMotor> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  /// The first body's angular velocity less the second one's, in rad/s. Wraps `cpSimpleMotorGetRate`.
  public var rate: Double { unsafe joint.pointee.rate }

  /// Sets the first body's angular velocity less the second one's, in rad/s.
  /// Stands for `cpSimpleMotorSetRate`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func setRate(_ rate: Double) throws(PhysicsError) {
    try Quantity.angularVelocity.check(rate)
    unsafe joint.pointee.rate = rate
    wakeBodies()
  }
}
