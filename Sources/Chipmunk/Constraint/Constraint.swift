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
  var breakLimit = Double.infinity { didSet { space?.mayBreak = true } }

  /// Assignments rejected while the constraint was in no space.
  package var ownRejectedAssignments: RejectedAssignments?

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
        unsafe ceConstraintSetPostSolve(raw, postSolve == nil ? nil : Self.callPostSolve)
      }
    }
  }

  /// Takes a new constraint of the C library, whose address changes.
  init(owning made: UnsafeMutablePointer<cpConstraint>, _ a: Body, _ b: Body) {
    unsafe raw = ceConstraintMove(made)
    bodyA = a
    bodyB = b
    unsafe ceConstraintMeasure(raw)
    unsafe raw.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    a.link(to: self)
    b.link(to: self)
  }

  deinit { unsafe ceConstraintFree(raw) }

  /// Whether the constraint acts on the angles of its bodies alone.
  class var isAngular: Bool { false }

  /// Throws ``PhysicsError/Code/unsolvable`` unless the solver can compute with bodies of this inertia.
  ///
  /// Kinds with further requirements override it.
  func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    let isAngular = Self.isAngular
    let inverse = isAngular ? a.inverseMoment + b.inverseMoment : a.inverseMass + b.inverseMass
    if inverse > 0 { return }
    throw PhysicsError(
      .unsolvable,
      "neither body of the constraint can \(isAngular ? "turn" : "move")",
      "make one of them dynamic\(isAngular ? ", with a finite moment" : "")"
    )
  }

  /// The drawing of the constraint.
  ///
  /// A constraint that turns a body against the ground is drawn as a dot, since the ground has no place.
  package var sketch: Sketch {
    let (a, b) = (Sketch.Point(bodyA, .zero), Sketch.Point(bodyB, .zero))
    if bodyA === space?.ground { return Sketch(points: [b]) }
    if bodyB === space?.ground { return Sketch(points: [a]) }
    return Sketch(path: [a, b])
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

  /// The impulse of the last step, from which the next one starts: a number, or a vector.
  var storedImpulse: Vector {
    get { unsafe Vector(ceConstraintGetStoredImpulse(raw)) }
    set { unsafe ceConstraintSetStoredImpulse(raw, newValue.c) }
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

// Properties of every kind of constraint: its strength, and the correction of errors.
extension Constraint {
  /// The maximum force, in kg·units/s² (a torque, in kg·units²/s², for constraints of angles);
  /// infinite by default. Springs ignore it with ``Engine/chipmunk``. With ``Engine/tiltbox``, a joint
  /// pulls a distant body with all of it, and stops it with half. Wraps `cpConstraintGetMaxForce`.
  public var maxForce: Double {
    get { unsafe raw.pointee.maxForce }
    set { assign(newValue, .maxForce) { unsafe raw.pointee.maxForce = newValue } }
  }

  /// The fraction of an error that remains after a second; 0.9⁶⁰ by default. 0 corrects it at once,
  /// 1 never. With ``Engine/tiltbox``, the default and 0 correct it as fast as substeps allow, and
  /// another value no faster than that. Wraps `cpConstraintGetErrorBias`.
  public var errorBias: Double {
    get { unsafe raw.pointee.errorBias }
    set { assign(newValue, .errorBias) { unsafe raw.pointee.errorBias = newValue } }
  }

  /// The maximum speed at which an error is corrected, in units/s or rad/s; infinite by default.
  /// Wraps `cpConstraintGetMaxBias`.
  public var maxBias: Double {
    get { unsafe raw.pointee.maxBias }
    set { assign(newValue, .maxBias) { unsafe raw.pointee.maxBias = newValue } }
  }

  /// Whether the two bodies collide with each other; true by default. Wraps
  /// `cpConstraintGetCollideBodies`.
  public var collidesBodies: Bool {
    get { unsafe raw.pointee.collideBodies != 0 }
    set {
      unsafe raw.pointee.collideBodies = newValue ? 1 : 0
      wakeBodies()
    }
  }

  /// The impulse of the last step, in kg·units/s (kg·units²/s for constraints of angles); 0 before
  /// the first one. Divided by ``Space/timeStep`` it is the mean force. A spring's impulse has a
  /// sign: positive if it pushed its bodies apart, or turned the second one counterclockwise. Wraps
  /// `cpConstraintGetImpulse`.
  public var lastImpulse: Double {
    let impulse = storedImpulse
    // The library, which may fuse multiplications, would round the length of a vector differently.
    return impulse.y == 0 ? unsafe cpConstraintGetImpulse(raw) : impulse.length
  }
}

// Constraints that break. The C library has no such property.
extension Constraint {
  /// The force, in kg·units/s², at which the constraint breaks (a torque, in kg·units²/s², for constraints of angles);
  /// infinite at first.
  ///
  /// It is compared with the mean force of each step: ``lastImpulse`` over ``Space/timeStep``. The correction of an error,
  /// as of a joint that starts violated, counts in a space with ``Engine/chipmunk`` alone. A constraint that broke is
  /// removed from its space at the end of the step: see ``Space/brokenConstraints``.
  public var breakForce: Double {
    get { breakLimit }
    set { assign(newValue, .breakForce) { breakLimit = newValue } }
  }

  /// The middle of the constraint's anchors, or of its bodies if it has none, in world coordinates, in units.
  package var place: Vector {
    let points = sketch.points.isEmpty ? sketch.path : sketch.points
    return points.map(\.world).reduce(.zero, +) * (1 / Double(max(1, points.count)))
  }
}

extension Space {
  /// Removes the constraints that the step has pulled harder than they hold.
  func breakConstraints() {
    let broken = constraints.filter { abs($0.lastImpulse) > $0.breakLimit * timeStep }
    mayBreak = constraints.contains { $0.breakLimit < .infinity }
    guard !broken.isEmpty else { return }
    take(broken)
    brokenConstraints += broken
    hasStepEvents = true
  }
}

/// A body's mass as the solver sees it: the inverses, which are 0 for a body that nothing moves, and the centre of
/// gravity.
struct InverseInertia {
  let inverseMass: Double
  let inverseMoment: Double
  let center: Vector

  /// The inertia of a dynamic body, from its mass in kg, its moment in kg·units² and its centre of gravity.
  init(_ properties: MassProperties) {
    inverseMass = 1 / properties.mass
    inverseMoment = 1 / properties.moment
    center = properties.center
  }

  init(of body: Body) {
    inverseMass = unsafe body.raw.pointee.m_inv
    inverseMoment = unsafe body.raw.pointee.i_inv
    center = body.centerOfGravity
  }

  /// The distance of a point from the centre of gravity, in units.
  func reach(of point: Vector) -> Double { (point - center).length }

  /// How easily a force at a point turns the body, in 1/kg.
  fileprivate func turning(at point: Vector) -> Double {
    inverseMoment * reach(of: point) * reach(of: point)
  }
}

extension Body {
  /// The constraints that hold this body, in a space or not, in the order in which they were made.
  /// Replaces `cpBodyEachConstraint`. Complexity: O(*constraints*).
  public var constraints: [Constraint] { links.compactMap(\.constraint) }

  /// A weak reference from a body to a constraint, which itself holds the body.
  struct Link {
    weak var constraint: Constraint?
  }

  func link(to constraint: Constraint) {
    // Links to released constraints are removed when the list is about to grow: O(1) on average.
    if links.count == links.capacity { links.removeAll { $0.constraint == nil } }
    links.append(Link(constraint: constraint))
  }

  /// Throws ``PhysicsError/Code/unsolvable`` if a constraint that acts on the body could not be solved with these
  /// properties. Call this before the body's type, mass, moment or centre of gravity changes.
  ///
  /// Such changes may wait for the end of a step, and two valid ones may be invalid together: if this is called during
  /// a step, the space checks all its constraints again afterwards.
  func checkConstraints(with properties: MassProperties) throws(PhysicsError) {
    let inertia = InverseInertia(properties)
    for constraint in constraints where constraint.acts {
      try constraint.requireSolvable(
        constraint.bodyA === self ? inertia : InverseInertia(of: constraint.bodyA),
        constraint.bodyB === self ? inertia : InverseInertia(of: constraint.bodyB)
      )
      constraint.checkAgainAfterStep()
    }
  }
}

extension Constraint {
  /// Whether a space simulates the constraint: now, from the end of the current step on, or until then.
  var acts: Bool { unsafe space != nil || raw.pointee.space != nil }

  func requireSolvable() throws(PhysicsError) {
    try requireSolvable(InverseInertia(of: bodyA), InverseInertia(of: bodyB))
  }

  /// A check during a step cannot see the changes to bodies that wait for its end.
  func checkAgainAfterStep() {
    for case let space? in [space, attachedSpace] where space.isLocked {
      space.mustCheckConstraints = true
    }
  }

  /// Throws ``PhysicsError/Code/unsolvable`` if a force at these points would turn a body so much more easily than move
  /// it that the solver's 2 × 2 matrix has no inverse in double precision.
  func requireReach(
    _ a: InverseInertia,
    _ pointA: Vector,
    _ b: InverseInertia,
    _ pointB: Vector
  ) throws(PhysicsError) {
    let moving = a.inverseMass + b.inverseMass
    guard a.turning(at: pointA) + b.turning(at: pointB) <= 1e12 * moving else {
      throw PhysicsError(
        .unsolvable,
        "an anchor of the constraint is too far from a body's centre for its moment",
        "bring the anchor nearer, or raise the body's moment"
      )
    }
  }

  /// The same for points on both bodies that will become the anchors of an active constraint.
  func requireReach(_ pointA: Vector, _ pointB: Vector) throws(PhysicsError) {
    guard acts else { return }
    try requireReach(InverseInertia(of: bodyA), pointA, InverseInertia(of: bodyB), pointB)
    checkAgainAfterStep()
  }
}

extension Constraint {
  /// The drawing of a constraint: dots at some points of its bodies, and a line between two others.
  package struct Sketch {
    /// A point in a body's own coordinates.
    package struct Point {
      package let body: Body
      package let local: Vector

      init(_ body: Body, _ local: Vector) { (self.body, self.local) = (body, local) }

      var world: Vector { body.worldPoint(ofLocal: local) }
    }

    package var points: [Point] = []
    /// The ends of the line; empty for none.
    package var path: [Point] = []
    /// Whether the line is a coil.
    package var isCoil = false
  }
}

extension Constraint.Sketch {
  /// A line between points of two bodies, with a dot at each end.
  init(from anchorA: Vector, _ a: Body, to anchorB: Vector, _ b: Body, isCoil: Bool = false) {
    points = [Point(a, anchorA), Point(b, anchorB)]
    (path, self.isCoil) = (points, isCoil)
  }

  /// The points of the line, in world coordinates. A coil is as wide as in `cpSpaceDebugDraw`, and narrower if it is
  /// shorter than 40 units.
  var line: [Vector] {
    let ends = path.map(\.world)
    guard isCoil else { return ends }
    let along = ends[1] - ends[0]
    guard along.length > 0 else { return ends }
    let across = Vector(-along.y, along.x) * (1 / along.length)
    let width = min(1, along.length / 40)
    return DampedSpring.coil.map { ends[0] + along * $0.x + across * ($0.y * width) }
  }
}

extension DampedSpring {
  /// The coil of a spring: x is a fraction of its length, y a width in units.
  package static let coil = [
    Vector(0, 0), Vector(0.2, 0), Vector(0.25, 3), Vector(0.3, -6), Vector(0.35, 6),
    Vector(0.4, -6), Vector(0.45, 6), Vector(0.5, -6), Vector(0.55, 6), Vector(0.6, -6),
    Vector(0.65, 6), Vector(0.7, -3), Vector(0.75, 6), Vector(0.8, 0), Vector(1, 0),
  ]
}

extension ParameterRange {
  /// The greatest force or torque of a constraint, in kg·units/s² or kg·units²/s².
  package static let maxForce = force("maximum force")
  /// The mean force or torque of a step at which a constraint breaks, in kg·units/s² or kg·units²/s².
  package static let breakForce = force("break force")

  private static func force(_ name: String) -> ParameterRange {
    ParameterRange(name, "kg·units/s² (or kg·units²/s²)", 0...1e30, infinity: "infinite")
  }

  /// The fraction of a constraint's error that remains after a second.
  package static let errorBias = ParameterRange("error bias", "per second", 0...1)
  /// The greatest speed of error correction, in units/s or rad/s.
  package static let maxBias = ParameterRange(
    "maximum bias",
    "units/s (or rad/s)",
    0...1e15,
    infinity: "infinite"
  )
  /// The length of a pin joint, in units. A length of 0 has no direction; use a pivot joint for that.
  package static let pinDistance = ParameterRange("pin joint's distance", "units", 1e-9...1e10)
  /// A limit of a slide joint's distance, in units. The upper limit may be infinite.
  package static let slideDistance = ParameterRange(
    "slide joint's distance",
    "units",
    0...1e10,
    infinity: "infinite"
  )
  /// The length of a groove, in units.
  package static let grooveLength = ParameterRange("groove's length", "units", 1e-9...4e9)
  /// The length at which a spring exerts no force, in units.
  package static let restLength = ParameterRange("rest length", "units", 0...1e10)
  /// A spring's force per length, in kg/s².
  package static let stiffness = ParameterRange("spring stiffness", "kg/s²", 0...1e21)
  /// A spring's force per speed, in kg/s.
  package static let springDamping = ParameterRange("spring damping", "kg/s", 0...1e21)
  /// A rotary spring's torque per angle, in kg·units²/(s²·rad).
  package static let rotaryStiffness = ParameterRange(
    "rotary stiffness",
    "kg·units²/(s²·rad)",
    0...1e30
  )
  /// A rotary spring's torque per angular velocity, in kg·units²/(s·rad).
  package static let rotaryDamping = ParameterRange("rotary damping", "kg·units²/(s·rad)", 0...1e30)
  /// The absolute angle between clicks of a ratchet, in radians; its sign is the direction.
  package static let ratchet = ParameterRange("size of the ratchet's click", "rad", 1e-6...1e6)
  /// The absolute ratio of a gear; a negative ratio turns its bodies in opposite directions.
  package static let gearRatio = ParameterRange("size of the gear ratio", "", 1e-6...1e6)
}

extension ParameterRange {
  /// Throws ``PhysicsError/Code/outOfRange`` unless both limits are valid and in order, and the lower one is finite.
  func check(from min: Double, to max: Double) throws(PhysicsError) {
    try check(min)
    try check(max)
    guard min > max || min == .infinity else { return }
    throw PhysicsError(
      code: .outOfRange,
      subject: "minimum of the \(name)",
      value: min,
      unit: unit,
      remedy: min == .infinity
        ? "give a finite one" : "give one that is not above the maximum, \(max.shortest)"
    )
  }
}
