internal import CChipmunk

/// What the solver knows of a body's mass: its inverse, which is 0 for a body that nothing moves.
struct Inertia {
  var inverseMass: Double
  var inverseMoment: Double

  /// The inertia of a dynamic body, from its mass in kg and its moment in kg·units².
  init(mass: Double, moment: Double) {
    inverseMass = 1 / mass
    inverseMoment = 1 / moment
  }

  init(of body: Body) {
    inverseMass = unsafe body.raw.pointee.m_inv
    inverseMoment = unsafe body.raw.pointee.i_inv
  }

  /// The inertia of a static or kinematic body.
  static let immovable = Inertia(mass: .infinity, moment: .infinity)
}

extension Body {
  /// The constraints that hold this body, in a space or not, in the order in which they were made.
  /// Stands for `cpBodyEachConstraint`. Complexity: O(*constraints*).
  public var constraints: [Constraint] { links.compactMap(\.constraint) }

  /// A body's knowledge of a constraint, which holds the body, and not the other way round.
  struct Link {
    weak var constraint: Constraint?
  }

  func link(to constraint: Constraint) {
    // What is gone is swept out when the list is about to grow: O(1) on average.
    if links.count == links.capacity { links.removeAll { $0.constraint == nil } }
    links.append(Link(constraint: constraint))
  }

  /// Throws ``PhysicsError/Code/unsolvable`` where a constraint that acts on the body could not be
  /// solved any more if the body had this inertia. To be called before its type, mass, moment or centre
  /// of gravity changes.
  ///
  /// Such changes may wait for the end of a step, and two of them may be wrong together: after a step
  /// in which this was called the space looks at all its constraints once more.
  func checkConstraints(with inertia: Inertia) throws(PhysicsError) {
    for constraint in constraints where constraint.acts {
      try constraint.requireSolvable(
        constraint.bodyA === self ? inertia : Inertia(of: constraint.bodyA),
        constraint.bodyB === self ? inertia : Inertia(of: constraint.bodyB)
      )
      constraint.checkAgainAfterStep()
    }
  }
}

extension Constraint {
  /// Whether a space computes with the constraint: now, from the end of the step that runs, or until it.
  var acts: Bool { unsafe space != nil || raw.pointee.space != nil }

  func requireSolvable() throws(PhysicsError) {
    try requireSolvable(Inertia(of: bodyA), Inertia(of: bodyB))
  }

  /// What is decided during a step does not know of the changes to bodies that wait for its end.
  func checkAgainAfterStep() {
    for case let space? in [space, attachedSpace] where space.isLocked {
      space.mustCheckConstraints = true
    }
  }

  /// Throws ``PhysicsError/Code/unsolvable`` unless one of the bodies can turn.
  func requireTurning(_ a: Inertia, _ b: Inertia) throws(PhysicsError) {
    guard a.inverseMoment + b.inverseMoment > 0 else {
      throw PhysicsError(
        .unsolvable,
        "neither body of the \(Self.self) can turn",
        "make one of them dynamic, with a finite moment"
      )
    }
  }

  /// Throws ``PhysicsError/Code/unsolvable`` where a force at such a distance from the centre of gravity
  /// would turn a body so much more easily than move it that the solver's 2 × 2 matrix has no inverse
  /// in double precision.
  func requireReach(
    _ a: Inertia,
    _ reachA: Double,
    _ b: Inertia,
    _ reachB: Double
  ) throws(PhysicsError) {
    let moving = a.inverseMass + b.inverseMass
    let turning = a.inverseMoment * reachA * reachA + b.inverseMoment * reachB * reachB
    guard turning <= 1e12 * moving else {
      throw PhysicsError(
        .unsolvable,
        "an anchor of the \(Self.self) is too far from a body's centre for its moment",
        "bring the anchor nearer, or raise the body's moment"
      )
    }
  }

  /// As above, for points of both bodies that an acting constraint is about to get as its anchors.
  func requireReach(_ pointA: Vector, _ pointB: Vector) throws(PhysicsError) {
    guard acts else { return }
    let (a, b) = (Inertia(of: bodyA), Inertia(of: bodyB))
    try requireReach(a, Self.reach(of: pointA, bodyA), b, Self.reach(of: pointB, bodyB))
    checkAgainAfterStep()
  }

  /// The distance of a body's point from its centre of gravity, in units.
  static func reach(of point: Vector, _ body: Body) -> Double {
    unsafe (point - Vector(body.raw.pointee.cog)).length
  }
}
