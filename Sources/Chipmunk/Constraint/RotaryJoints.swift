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

  override class var isAngular: Bool { true }

  /// The least angle, in radians. Wraps `cpRotaryLimitJointGetMin`.
  public var min: Double {
    get { unsafe joint.pointee.min }
    set { assign { try setLimits(min: newValue, max: max) } }
  }

  /// The greatest angle, in radians. Wraps `cpRotaryLimitJointGetMax`.
  public var max: Double {
    get { unsafe joint.pointee.max }
    set { assign { try setLimits(min: min, max: newValue) } }
  }

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
    try ParameterRange.ratchet.check(abs(ratchet))
    unsafe super.init(owning: cpRatchetJointNew(a.raw, b.raw, phase, ratchet), a, b)
  }

  var joint: UnsafeMutablePointer<cpRatchetJoint> { unsafe typed() }

  override class var isAngular: Bool { true }

  /// The angle of the current click, in radians. Wraps `cpRatchetJointGetAngle`.
  public var angle: Double {
    get { unsafe joint.pointee.angle }
    set { assign(newValue, .angle) { unsafe joint.pointee.angle = newValue } }
  }

  /// The angle of a click, in radians. Wraps `cpRatchetJointGetPhase`.
  public var phase: Double {
    get { unsafe joint.pointee.phase }
    set { assign(newValue, .angle) { unsafe joint.pointee.phase = newValue } }
  }

  /// The angle from one click to the next, in radians; its sign is the direction of free rotation.
  /// Wraps `cpRatchetJointGetRatchet`.
  public var ratchet: Double {
    get { unsafe joint.pointee.ratchet }
    set { assign(abs(newValue), .ratchet) { unsafe joint.pointee.ratchet = newValue } }
  }
}

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
    try ParameterRange.gearRatio.check(abs(ratio))
    unsafe super.init(owning: cpGearJointNew(a.raw, b.raw, phase, ratio), a, b)
  }

  var joint: UnsafeMutablePointer<cpGearJoint> { unsafe typed() }

  override class var isAngular: Bool { true }

  /// The ratio times the second body's angle, minus the first one's angle, in radians. Wraps
  /// `cpGearJointGetPhase`.
  public var phase: Double {
    get { unsafe joint.pointee.phase }
    set { assign(newValue, .angle) { unsafe joint.pointee.phase = newValue } }
  }

  /// The angular velocity of the first body divided by that of the second one. Wraps
  /// `cpGearJointGetRatio`.
  public var ratio: Double {
    get { unsafe joint.pointee.ratio }
    set {
      assign(abs(newValue), .gearRatio) {
        unsafe joint.pointee.ratio = newValue
        unsafe joint.pointee.ratio_inv = 1 / newValue
      }
    }
  }
}

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

  override class var isAngular: Bool { true }

  /// The second body's angular velocity less the first one's, in rad/s. Replaces `cpSimpleMotorGetRate`.
  public var rate: Double {
    get { unsafe -joint.pointee.rate }
    set { assign(newValue, .angularVelocity) { unsafe joint.pointee.rate = -newValue } }
  }
}
