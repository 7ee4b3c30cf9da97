internal import CChipmunk

/// Keeps the second body's angle less the first one's within a range. Wraps `cpRotaryLimitJoint`.
public final class RotaryLimitJoint: Constraint {
  /// Makes a rotary limit joint. Wraps `cpRotaryLimitJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - min: the least angle, in radians.
  ///   - max: the greatest angle, in radians, not below the least. Angles count whole turns.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, min: Double, max: Double) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.angle.check(from: min, to: max)
    unsafe super.init(owning: cpRotaryLimitJointNew(a.raw, b.raw, min, max), a, b)
  }

  var joint: UnsafeMutablePointer<cpRotaryLimitJoint> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  /// The least angle, in radians. Wraps `cpRotaryLimitJointGetMin`.
  public var min: Double {
    get { unsafe joint.pointee.min }
    set { assign(newValue, setMin) }
  }

  /// The greatest angle, in radians. Wraps `cpRotaryLimitJointGetMax`.
  public var max: Double {
    get { unsafe joint.pointee.max }
    set { assign(newValue, setMax) }
  }

  // Like the properties, but throwing at once.

  package func setMin(_ min: Double) throws(PhysicsError) { try setLimits(min: min, max: max) }

  package func setMax(_ max: Double) throws(PhysicsError) { try setLimits(min: min, max: max) }

  /// Sets both ends of the range at once, in radians.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func setLimits(min: Double, max: Double) throws(PhysicsError) {
    try ParameterRange.angle.check(from: min, to: max)
    unsafe joint.pointee.min = min
    unsafe joint.pointee.max = max
    wakeBodies()
  }
}
