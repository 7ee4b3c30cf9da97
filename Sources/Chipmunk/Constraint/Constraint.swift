internal import CChipmunk
internal import ChipmunkEngine

/// A connection between two bodies, or a body and the ground: a joint, a spring, a motor. Wraps
/// `cpConstraint`.
///
/// ```swift
/// let pendulum = try PinJoint(space.ground, bob, anchorA: Vector(0, 300))
/// try space.add(bob)
/// try space.add(pendulum)
/// ```
///
/// A constraint acts while it is in a space (``Space/add(_:)-(Constraint)``) that both of its
/// bodies are in. It retains its bodies, and the space retains it. Removing a body from the space
/// removes its constraints too. Each kind is a class: ``PinJoint``, ``SlideJoint``, ``PivotJoint``,
/// ``GrooveJoint``, ``DampedSpring``, ``DampedRotarySpring``, ``RotaryLimitJoint``,
/// ``RatchetJoint``, ``GearJoint``, ``SimpleMotor``.
///
/// Changes take effect at once and wake both bodies; during a step, sleeping bodies wake at its
/// end.
@safe
public class Constraint {
  let raw: UnsafeMutablePointer<cpConstraint>

  /// The first body. Wraps `cpConstraintGetBodyA`.
  public let bodyA: Body

  /// The second body. Wraps `cpConstraintGetBodyB`.
  public let bodyB: Body

  /// The space that the constraint was added to, or nil. Wraps `cpConstraintGetSpace`.
  public internal(set) var space: Space? {
    get { link?.space }
    set { link = newValue?.link }
  }

  private var link: SpaceLink?

  /// A user-defined number, which checkpoints keep.
  public var tag = 0

  /// User-defined data. It must not retain the constraint. Checkpoints do not keep it.
  public var userData: Any?

  /// Storage of ``breakForce``.
  var breakLimit = Double.infinity

  /// Assignments rejected while the constraint was in no space.
  var rejectedAssignments: RejectedAssignments?

  // The old closure is released after the new one is in place: its deinitializers may read the constraint.

  /// A function called in every step before the constraint is solved; nil by default. Wraps
  /// `cpConstraintSetPreSolveFunc`.
  ///
  /// It may change the constraint and its bodies. If it throws, ``Space/step()`` throws the error.
  /// It is not called while both bodies sleep. The constraint retains it: capture the constraint
  /// weakly.
  public var preSolve: ((Constraint) throws -> Void)? {
    didSet {
      withExtendedLifetime(oldValue) {
        unsafe raw.pointee.preSolve = preSolve == nil ? nil : Self.callPreSolve
      }
    }
  }

  /// A function called in every step after the constraint was solved, when ``lastImpulse`` is that
  /// of the step; nil by default. Wraps `cpConstraintSetPostSolveFunc`.
  ///
  /// Otherwise like ``preSolve``.
  public var postSolve: ((Constraint) throws -> Void)? {
    didSet {
      withExtendedLifetime(oldValue) {
        unsafe raw.pointee.postSolve = postSolve == nil ? nil : Self.callPostSolve
      }
    }
  }

  init(owning raw: UnsafeMutablePointer<cpConstraint>, _ a: Body, _ b: Body) {
    unsafe self.raw = raw
    bodyA = a
    bodyB = b
    unsafe ceConstraintMeasure(raw)
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    a.link(to: self)
    b.link(to: self)
  }

  deinit {
    unsafe cpConstraintFree(raw)
  }

  /// Throws ``PhysicsError/Code/unsolvable`` unless the solver can compute with bodies of this inertia.
  ///
  /// Kinds with further requirements override it.
  func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    guard a.inverseMass + b.inverseMass > 0 else {
      throw PhysicsError(
        .unsolvable,
        "neither body of the constraint can move",
        "make one of them dynamic"
      )
    }
  }

  /// The impulse of the last step, from which the next one starts: a number, or a vector. Springs store none.
  var storedImpulse: Vector {
    get { preconditionFailure("a constraint without an impulse") }
    set { preconditionFailure("a constraint without an impulse") }
  }

  /// The drawing of the constraint, in world coordinates.
  ///
  /// A constraint that turns a body against the ground is drawn as a dot, since the ground has no place.
  var sketch: Sketch {
    if bodyA === space?.ground { return Sketch(points: [bodyB.position]) }
    if bodyB === space?.ground { return Sketch(points: [bodyA.position]) }
    return Sketch(path: [bodyA.position, bodyB.position])
  }

  /// The C object as its specific type, whose first member is the constraint.
  func typed<Kind>() -> UnsafeMutablePointer<Kind> {
    unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: Kind.self)
  }

  static func owner(of raw: UnsafeMutablePointer<cpConstraint>) -> Constraint {
    unsafe Unmanaged<Constraint>.fromOpaque(raw.pointee.userData).takeUnretainedValue()
  }
}

extension Constraint {
  /// Throws ``PhysicsError/Code/unsolvable`` if both bodies are the same: the C library would crash when it removes the
  /// constraint.
  static func requireDistinct(_ a: Body, _ b: Body) throws(PhysicsError) {
    guard a === b else { return }
    throw PhysicsError(
      .unsolvable,
      "both bodies of the constraint are the same one",
      "give two different bodies"
    )
  }

  /// The space whose C lists contain the constraint; this may be the one that it is leaving.
  var attachedSpace: Space? {
    guard let space = unsafe raw.pointee.space else { return nil }
    return unsafe Space.owner(of: space)
  }

  func wakeBodies() {
    bodyA.wake()
    bodyB.wake()
  }

  private static let callPreSolve: cpConstraintPreSolveFunc = { raw, space in
    guard let raw = unsafe raw, let space = unsafe space else { return }
    let constraint = unsafe Constraint.owner(of: raw)
    unsafe Space.owner(of: space).callBack { try constraint.preSolve?(constraint) }
  }

  private static let callPostSolve: cpConstraintPostSolveFunc = { raw, space in
    guard let raw = unsafe raw, let space = unsafe space else { return }
    let constraint = unsafe Constraint.owner(of: raw)
    unsafe Space.owner(of: space).callBack { try constraint.postSolve?(constraint) }
  }
}
