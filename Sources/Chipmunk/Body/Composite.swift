/// A group of bodies with the constraints between them: a chain, a car, a ragdoll. A space adds and
/// removes it in one call.
///
/// ```swift
/// struct Pendulum: Composite {
///   let bob: Body
///   let rod: PinJoint
///   var bodies: [Body] { [bob] }
///   var constraints: [Constraint] { [rod] }
///
///   init(from ground: Body, at pivot: Vector, length: Double) throws {
///     bob = try Body(mass: 1, moment: Geometry.circle(radius: 10).moment(mass: 1))
///     try bob.addShape(.circle(radius: 10))
///     bob.position = pivot - Vector(0, length)
///     rod = try PinJoint(ground, bob, anchorA: pivot)
///   }
/// }
/// let pendulum = try Pendulum(from: space.ground, at: Vector(150, 300), length: 100)
/// try space.add(pendulum)
/// ```
public protocol Composite {
  /// The bodies, each with its shapes, in the order in which they are added.
  var bodies: [Body] { get }

  /// The constraints, in the order in which they are added; none by default. They may join these
  /// bodies to each other, or to bodies that are in the space already, such as its ground.
  var constraints: [Constraint] { get }
}

extension Composite {
  /// No constraints.
  public var constraints: [Constraint] { [] }
}

// A composite is added or removed as a whole, or not at all.
extension Space {
  /// Adds several bodies: all of them, or none. See ``add(_:)-(Body)``.
  public func add(_ first: Body, _ second: Body, _ others: Body...) throws(PhysicsError) {
    try add([first, second] + others, [])
  }

  /// Adds several constraints: all of them, or none. See ``add(_:)-(Constraint)``.
  public func add(
    _ first: Constraint,
    _ second: Constraint,
    _ others: Constraint...
  ) throws(PhysicsError) {
    try add([], [first, second] + others)
  }

  /// Adds all bodies and constraints of a composite, in their order. During a step it takes effect
  /// at the end of the step.
  ///
  /// - Parameter composite: the composite, added as a whole or not at all.
  /// - Throws: what ``add(_:)-(Body)`` and ``add(_:)-(Constraint)`` throw for one of its parts;
  ///   ``PhysicsError/Code/alreadyInSpace`` for a part that it names twice. Nothing was added then.
  public func add(_ composite: some Composite) throws(PhysicsError) {
    try add(composite.bodies, composite.constraints)
  }

  private func add(_ bodies: [Body], _ constraints: [Constraint]) throws(PhysicsError) {
    for body in bodies { try checkAddable(body) }
    let parts = try Self.set(of: bodies)
    for constraint in constraints {
      try checkAddable(constraint) { $0.space === self || parts.contains(ObjectIdentifier($0)) }
    }
    try Self.set(of: constraints)
    try checkStack(adding: bodies.reduce(0) { $0 + $1.shapes.count })
    for body in bodies { insert(body) }
    for constraint in constraints { insert(constraint) }
  }

  /// Removes all constraints and bodies of a composite, and all other constraints of these bodies.
  /// During a step it takes effect at the end of the step.
  ///
  /// - Parameter composite: the composite, removed as a whole or not at all.
  /// - Throws: what ``remove(_:)-(Body)`` and ``remove(_:)-(Constraint)`` throw for one of its parts.
  ///   Nothing was removed then.
  public func remove(_ composite: some Composite) throws(PhysicsError) {
    let (bodies, constraints) = (composite.bodies, composite.constraints)
    for constraint in constraints { try requireMember("the constraint", of: constraint.space) }
    for body in bodies { try checkRemovable(body) }
    take(constraints.filter { $0.space === self })
    for body in bodies where body.space === self { take(body) }
  }

  @discardableResult
  private static func set(of parts: [some AnyObject]) throws(PhysicsError) -> Set<ObjectIdentifier>
  {
    let set = Set(parts.map(ObjectIdentifier.init))
    guard set.count == parts.count else {
      throw PhysicsError(
        .alreadyInSpace,
        "a part of what is added is named twice",
        "name each of its bodies and constraints once"
      )
    }
    return set
  }
}
