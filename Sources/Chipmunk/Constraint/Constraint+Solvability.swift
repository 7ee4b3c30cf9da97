internal import CChipmunk

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

  /// The inertia of a static or kinematic body.
  static let immovable = InverseInertia(MassProperties(mass: .infinity, moment: .infinity))

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
    try checkConstraints(with: InverseInertia(properties))
  }

  /// The same for an inertia.
  func checkConstraints(with inertia: InverseInertia) throws(PhysicsError) {
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

  /// Throws ``PhysicsError/Code/unsolvable`` unless one of the bodies can turn.
  func requireTurning(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    guard a.inverseMoment + b.inverseMoment > 0 else {
      throw PhysicsError(
        .unsolvable,
        "neither body of the constraint can turn",
        "make one of them dynamic, with a finite moment"
      )
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
