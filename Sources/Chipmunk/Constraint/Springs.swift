internal import CChipmunk
internal import CMath

/// A damped spring between points of two bodies. Wraps `cpDampedSpring`.
///
/// The force is (``restLength`` − distance) · ``stiffness``, or the result of ``force``;
/// ``damping`` slows the relative motion of the points along the spring. ``Constraint/maxForce``
/// limits it with ``Engine/tiltbox``.
///
/// ``Engine/tiltbox`` damps the oscillation of a spring that is too stiff for its bodies' masses and
/// the time step. With ``Engine/chipmunk`` it grows with every step, until ``Space/step()`` throws
/// ``PhysicsError/Code/diverged`` and names the spring: see ``greatestStableStiffness(timeStep:)``.
@safe
public final class DampedSpring: Constraint, Spring {
  /// A function that returns the force, in kg·units/s², for the length; positive forces push the
  /// bodies apart. Nil means Hooke's law. Wraps `cpDampedSpringSetSpringForceFunc`.
  ///
  /// It is called with the spring and its length in units, once in a step with ``Engine/chipmunk``.
  /// ``Engine/tiltbox`` calls it three times in each substep, also with a slightly smaller and a
  /// slightly greater length, for the stiffness: let it depend on the length alone. If it throws, or
  /// returns a force that is not within ±10²¹, ``Space/step()`` throws, and the force is 0 until the
  /// step ends. The spring retains it: capture the spring weakly.
  public var force: ((_ spring: DampedSpring, _ length: Double) throws -> Double)? {
    didSet {
      let custom: cpDampedSpringForceFunc = { raw, length in
        unsafe DampedSpring.evaluate(raw, .force) { try $0.force?($0, length) }
      }
      withExtendedLifetime(oldValue) {
        unsafe joint.pointee.springForceFunc = force == nil ? hookesLaw : custom
      }
      wakeBodies()
    }
  }

  private let hookesLaw: cpDampedSpringForceFunc?

  /// Makes a spring. Wraps `cpDampedSpringNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - anchorA: the spring's end on the first body, in its own coordinates, in units.
  ///   - anchorB: the spring's end on the second body.
  ///   - restLength: the length at which it exerts no force, in units, 0 or more.
  ///   - stiffness: the force per length, in kg/s², 0 or more.
  ///   - damping: the force per speed, in kg/s, 0 or more.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(
    _ a: Body,
    _ b: Body,
    anchorA: Vector = .zero,
    anchorB: Vector = .zero,
    restLength: Double,
    stiffness: Double,
    damping: Double
  ) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.anchor.check(anchorA, anchorB)
    try ParameterRange.restLength.check(restLength)
    try ParameterRange.stiffness.check(stiffness)
    try ParameterRange.springDamping.check(damping)
    let raw: UnsafeMutablePointer<cpConstraint> = unsafe cpDampedSpringNew(
      a.raw,
      b.raw,
      anchorA.c,
      anchorB.c,
      restLength,
      stiffness,
      damping
    )
    unsafe hookesLaw = cpDampedSpringGetSpringForceFunc(raw)
    unsafe super.init(owning: raw, a, b)
  }

  var joint: UnsafeMutablePointer<cpDampedSpring> { unsafe typed() }

  package override var sketch: Sketch {
    Sketch(from: anchorA, bodyA, to: anchorB, bodyB, isCoil: true)
  }

  /// The spring's end on the first body, in its own coordinates, in units.
  /// Wraps `cpDampedSpringGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorA = newValue.c } }
  }

  /// The spring's end on the second body, in its own coordinates, in units.
  /// Wraps `cpDampedSpringGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorB = newValue.c } }
  }

  /// The length at which the spring exerts no force, in units. Wraps `cpDampedSpringGetRestLength`.
  public var restLength: Double {
    get { unsafe joint.pointee.restLength }
    set { assign(newValue, .restLength) { unsafe joint.pointee.restLength = newValue } }
  }

  /// The force per length, in kg/s². Wraps `cpDampedSpringGetStiffness`.
  public var stiffness: Double {
    get { unsafe joint.pointee.stiffness }
    set { assign(newValue, .stiffness) { unsafe joint.pointee.stiffness = newValue } }
  }

  /// The force per speed, in kg/s. Wraps `cpDampedSpringGetDamping`.
  public var damping: Double {
    get { unsafe joint.pointee.damping }
    set { assign(newValue, .springDamping) { unsafe joint.pointee.damping = newValue } }
  }

  /// The stiffness, in kg/s², above which the oscillation of two free bodies grows from step to
  /// step with ``Engine/chipmunk``.
  ///
  /// With m for the reduced mass (1/m = 1/m₁ + 1/m₂) and q for exp(−damping·Δt/m), it is 2m(1 +
  /// q)/(q·Δt²), which is 4m/Δt² without damping. It assumes ends at the bodies' centres. A body
  /// with further constraints may tolerate more; one that the spring turns, or that has several
  /// springs, tolerates less.
  public func greatestStableStiffness(timeStep: Double) -> Double {
    let inverseMass = InverseInertia(of: bodyA).inverseMass + InverseInertia(of: bodyB).inverseMass
    return Self.greatestStableStiffness(inverseMass, damping, timeStep)
  }
}

/// Common to linear and rotary springs.
protocol Spring: Constraint {
  var stiffness: Double { get }
  func greatestStableStiffness(timeStep: Double) -> Double
}

extension Spring {
  /// Returns the result of a spring's own function; 0 if it throws or returns a value out of range.
  fileprivate static func evaluate(
    _ raw: UnsafeMutablePointer<cpConstraint>?,
    _ range: ParameterRange,
    _ function: (Self) throws -> Double?
  ) -> Double {
    guard let raw = unsafe raw, let space = unsafe raw.pointee.space else { return 0 }
    let spring = unsafe unsafeDowncast(Constraint.owner(of: raw), to: Self.self)
    let result = unsafe Space.owner(of: space).callBack {
      let result = try function(spring) ?? 0
      try range.check(result)
      return result
    }
    return result ?? 0
  }

  /// A step takes (x, v) to (x + vΔt, q·(v − kΔt/m·x')): it is stable while k·Δt²/m < 2(1 + q)/q.
  static func greatestStableStiffness(
    _ inverseMass: Double,
    _ damping: Double,
    _ timeStep: Double
  ) -> Double {
    let q = CMathExponential(-damping * timeStep * inverseMass)
    return 2 * (1 + q) / (q * timeStep * timeStep * inverseMass)
  }
}

/// A damped spring that turns two bodies towards an angle between them. Wraps
/// `cpDampedRotarySpring`.
///
/// The torque is (angle − ``restAngle``) · ``stiffness``, where the angle is the first body's minus
/// the second one's, or the result of ``torque``. ``Constraint/maxForce`` limits it with
/// ``Engine/tiltbox``. With ``Engine/chipmunk``, a spring that is too stiff for the bodies' moments
/// makes ``Space/step()`` throw ``PhysicsError/Code/diverged`` after some time: see
/// ``greatestStableStiffness(timeStep:)``.
@safe
public final class DampedRotarySpring: Constraint, Spring {
  /// A function that returns the torque, in kg·units²/s², for the angle; positive torques turn the
  /// second body counterclockwise and the first one clockwise. Nil means Hooke's law. Wraps
  /// `cpDampedRotarySpringSetSpringTorqueFunc`.
  ///
  /// It is called with the spring and the first body's angle minus the second one's, in radians, as
  /// often as ``DampedSpring/force``. If it throws, or returns a torque that is not within ±10³⁰,
  /// ``Space/step()`` throws, and the torque is 0 until the step ends. The spring retains it: capture
  /// the spring weakly.
  public var torque: ((_ spring: DampedRotarySpring, _ angle: Double) throws -> Double)? {
    didSet {
      let custom: cpDampedRotarySpringTorqueFunc = { raw, angle in
        unsafe DampedRotarySpring.evaluate(raw, .torque) { try $0.torque?($0, angle) }
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
    let raw: UnsafeMutablePointer<cpConstraint> =
      unsafe cpDampedRotarySpringNew(a.raw, b.raw, restAngle, stiffness, damping)
    unsafe hookesLaw = cpDampedRotarySpringGetSpringTorqueFunc(raw)
    unsafe super.init(owning: raw, a, b)
  }

  var joint: UnsafeMutablePointer<cpDampedRotarySpring> { unsafe typed() }

  override class var isAngular: Bool { true }

  /// The angle at which there is no torque, in radians. Wraps `cpDampedRotarySpringGetRestAngle`.
  public var restAngle: Double {
    get { unsafe joint.pointee.restAngle }
    set { assign(newValue, .angle) { unsafe joint.pointee.restAngle = newValue } }
  }

  /// The torque per angle, in kg·units²/(s²·rad). Wraps `cpDampedRotarySpringGetStiffness`.
  public var stiffness: Double {
    get { unsafe joint.pointee.stiffness }
    set { assign(newValue, .rotaryStiffness) { unsafe joint.pointee.stiffness = newValue } }
  }

  /// The torque per angular velocity, in kg·units²/(s·rad). Wraps `cpDampedRotarySpringGetDamping`.
  public var damping: Double {
    get { unsafe joint.pointee.damping }
    set { assign(newValue, .rotaryDamping) { unsafe joint.pointee.damping = newValue } }
  }

  /// The stiffness, in kg·units²/(s²·rad), above which the oscillation of two free bodies grows
  /// from step to step with ``Engine/chipmunk``: as
  /// ``DampedSpring/greatestStableStiffness(timeStep:)``, with moments instead of masses.
  public func greatestStableStiffness(timeStep: Double) -> Double {
    let inverseMoment =
      InverseInertia(of: bodyA).inverseMoment + InverseInertia(of: bodyB).inverseMoment
    return Self.greatestStableStiffness(inverseMoment, damping, timeStep)
  }
}
