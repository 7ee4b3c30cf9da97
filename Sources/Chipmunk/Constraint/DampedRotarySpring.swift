internal import CChipmunk

/// A damped spring that turns two bodies towards an angle between them. Wraps
/// `cpDampedRotarySpring`.
///
/// The torque is (angle − ``restAngle``) · ``stiffness``, where the angle is the first body's minus
/// the second one's, or the result of ``torque``. ``Constraint/maxForce`` does not limit it. A
/// spring that is too stiff for the bodies' moments makes ``Space/step()`` throw
/// ``PhysicsError/Code/diverged`` after some time: see ``greatestStableStiffness(timeStep:)``.
@safe
public final class DampedRotarySpring: Constraint, Spring {
  /// A function that returns the torque, in kg·units²/s², for the angle; positive torques turn the
  /// second body counterclockwise and the first one clockwise. Nil means Hooke's law. Wraps
  /// `cpDampedRotarySpringSetSpringTorqueFunc`.
  ///
  /// It is called once in every step with the spring and the first body's angle minus the second
  /// one's, in radians. If it throws, or returns a torque outside the range of `ParameterRange.torque`,
  /// ``Space/step()`` throws, and the torque of that step is 0. The spring retains it: capture the
  /// spring weakly.
  public var torque: ((_ spring: DampedRotarySpring, _ angle: Double) throws -> Double)? {
    didSet {
      let custom: cpDampedRotarySpringTorqueFunc = { raw, angle in
        guard let raw = unsafe raw, let space = unsafe raw.pointee.space else { return 0 }
        let spring = unsafe unsafeDowncast(Constraint.owner(of: raw), to: DampedRotarySpring.self)
        let torque = unsafe Space.owner(of: space).callBack {
          let torque = try spring.torque?(spring, angle) ?? 0
          try ParameterRange.torque.check(torque)
          return torque
        }
        return torque ?? 0
      }
      withExtendedLifetime(oldValue) {
        unsafe joint.pointee.springTorqueFunc = torque == nil ? hookesLaw : custom
      }
      wakeBodies()
    }
  }

  private let hookesLaw: cpDampedRotarySpringTorqueFunc?

  /// Makes a rotary spring. Wraps `cpDampedRotarySpringNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - restAngle: the first body's angle less the second one's at which there is no torque, in radians.
  ///   - stiffness: the torque per angle, in kg·units²/(s²·rad), 0 or more.
  ///   - damping: the torque per angular velocity, in kg·units²/(s·rad), 0 or more.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(
    _ a: Body,
    _ b: Body,
    restAngle: Double = 0,
    stiffness: Double,
    damping: Double
  ) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.angle.check(restAngle)
    try ParameterRange.rotaryStiffness.check(stiffness)
    try ParameterRange.rotaryDamping.check(damping)
    let raw = unsafe cpDampedRotarySpringNew(a.raw, b.raw, restAngle, stiffness, damping)
    unsafe hookesLaw = cpDampedRotarySpringGetSpringTorqueFunc(raw)
    guard let raw = unsafe raw else { preconditionFailure("no memory for a spring") }
    unsafe super.init(owning: raw, a, b)
  }

  var joint: UnsafeMutablePointer<cpDampedRotarySpring> { unsafe typed() }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc, 0) }
    set { unsafe joint.pointee.jAcc = newValue.x }
  }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try requireTurning(a, b)
  }

  /// The angle at which there is no torque, in radians. Wraps `cpDampedRotarySpringGetRestAngle`.
  public var restAngle: Double {
    get { unsafe joint.pointee.restAngle }
    set { assign(newValue, setRestAngle) }
  }

  /// The torque per angle, in kg·units²/(s²·rad). Wraps `cpDampedRotarySpringGetStiffness`.
  public var stiffness: Double {
    get { unsafe joint.pointee.stiffness }
    set { assign(newValue, setStiffness) }
  }

  /// The torque per angular velocity, in kg·units²/(s·rad). Wraps `cpDampedRotarySpringGetDamping`.
  public var damping: Double {
    get { unsafe joint.pointee.damping }
    set { assign(newValue, setDamping) }
  }

  /// The stiffness, in kg·units²/(s²·rad), above which the oscillation of two free bodies grows
  /// from step to step: as ``DampedSpring/greatestStableStiffness(timeStep:)``, with moments
  /// instead of masses.
  public func greatestStableStiffness(timeStep: Double) -> Double {
    let inverseMoment =
      InverseInertia(of: bodyA).inverseMoment + InverseInertia(of: bodyB).inverseMoment
    return Self.greatestStableStiffness(inverseMoment, damping, timeStep)
  }

  // Like the properties, but throwing at once.

  package func setRestAngle(_ angle: Double) throws(PhysicsError) {
    try set(angle, .angle) { unsafe joint.pointee.restAngle = angle }
  }

  package func setStiffness(_ stiffness: Double) throws(PhysicsError) {
    try set(stiffness, .rotaryStiffness) { unsafe joint.pointee.stiffness = stiffness }
  }

  package func setDamping(_ damping: Double) throws(PhysicsError) {
    try set(damping, .rotaryDamping) { unsafe joint.pointee.damping = damping }
  }
}
