internal import CChipmunk

/// Keeps the angles of two bodies in a ratio, as two gears do. Wraps `cpGearJoint`.
///
/// It holds angleA = ``ratio`` · angleB − ``phase``: with a ratio of 2 the second body turns at half the
/// speed of the first one.
public final class GearJoint: Constraint {
  /// Makes a gear. Wraps `cpGearJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - phase: the ratio times the second body's angle, minus the first one's angle, in radians.
  ///   - ratio: the angular velocity of the first body divided by that of the second one; not 0.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, phase: Double = 0, ratio: Double) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.angle.check(phase)
    try ParameterRange.gearRatio.check(sizeOf: ratio)
    unsafe super.init(owning: cpGearJointNew(a.raw, b.raw, phase, ratio), a, b)
  }

  var joint: UnsafeMutablePointer<cpGearJoint> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  /// The ratio times the second body's angle, minus the first one's angle, in radians. Wraps
  /// `cpGearJointGetPhase`.
  public var phase: Double {
    get { unsafe joint.pointee.phase }
    set { assign(newValue, setPhase) }
  }

  /// The angular velocity of the first body divided by that of the second one. Wraps
  /// `cpGearJointGetRatio`.
  public var ratio: Double {
    get { unsafe joint.pointee.ratio }
    set { assign(newValue, setRatio) }
  }

  // Like the properties, but throwing at once.

  package func setPhase(_ phase: Double) throws(PhysicsError) {
    try set(phase, .angle) { unsafe joint.pointee.phase = phase }
  }

  package func setRatio(_ ratio: Double) throws(PhysicsError) {
    try ParameterRange.gearRatio.check(sizeOf: ratio)
    unsafe joint.pointee.ratio = ratio
    unsafe joint.pointee.ratio_inv = 1 / ratio
    wakeBodies()
  }
}
