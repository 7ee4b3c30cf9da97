internal import CChipmunk

/// Lets two bodies turn against each other in one direction only, and holds them at clicks, as a socket
/// wrench does. Wraps `cpRatchetJoint`.
public final class RatchetJoint: Constraint {
  /// Makes a ratchet. Wraps `cpRatchetJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - phase: the angle of a click, the second body's less the first one's, in radians.
  ///   - ratchet: the angle from one click to the next, in radians. If it is positive, the second
  ///     body turns freely counterclockwise, otherwise clockwise.
  /// - Throws: ``PhysicsError/Code/outOfRange``, for a ratchet of 0 too;
  ///   ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, phase: Double = 0, ratchet: Double) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.angle.check(phase)
    try ParameterRange.ratchet.check(sizeOf: ratchet)
    unsafe super.init(owning: cpRatchetJointNew(a.raw, b.raw, phase, ratchet), a, b)
  }

  var joint: UnsafeMutablePointer<cpRatchetJoint> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  /// The angle of the current click, in radians. Wraps `cpRatchetJointGetAngle`.
  public var angle: Double {
    get { unsafe joint.pointee.angle }
    set { assign(newValue, setAngle) }
  }

  /// The angle of a click, in radians. Wraps `cpRatchetJointGetPhase`.
  public var phase: Double {
    get { unsafe joint.pointee.phase }
    set { assign(newValue, setPhase) }
  }

  /// The angle from one click to the next, in radians; its sign is the direction of free rotation.
  /// Wraps `cpRatchetJointGetRatchet`.
  public var ratchet: Double {
    get { unsafe joint.pointee.ratchet }
    set { assign(newValue, setRatchet) }
  }

  // Like the properties, but throwing at once.

  package func setAngle(_ angle: Double) throws(PhysicsError) {
    try set(angle, .angle) { unsafe joint.pointee.angle = angle }
  }

  package func setPhase(_ phase: Double) throws(PhysicsError) {
    try set(phase, .angle) { unsafe joint.pointee.phase = phase }
  }

  package func setRatchet(_ ratchet: Double) throws(PhysicsError) {
    try ParameterRange.ratchet.check(sizeOf: ratchet)
    unsafe joint.pointee.ratchet = ratchet
    wakeBodies()
  }
}
