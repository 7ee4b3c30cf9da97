internal import CChipmunk
internal import ChipmunkEngine

/// Holds a point of the second body in a groove of the first one, along which it slides.
/// Wraps `cpGrooveJoint`.
public final class GrooveJoint: Constraint {
  /// Makes a groove joint. Wraps `cpGrooveJointNew`.
  ///
  /// - Parameters:
  ///   - a: the body with the groove.
  ///   - b: the body that slides in it.
  ///   - grooveA: one end of the groove, in the first body's own coordinates, in units.
  ///   - grooveB: the other end of the groove, at another place.
  ///   - anchorB: the point that slides, in the second body's own coordinates.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(
    _ a: Body,
    _ b: Body,
    from grooveA: Vector,
    to grooveB: Vector,
    anchorB: Vector = .zero
  ) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try Self.check(grooveA, grooveB)
    try ParameterRange.position.check(anchorB)
    unsafe super.init(owning: cpGrooveJointNew(a.raw, b.raw, grooveA.c, grooveB.c, anchorB.c), a, b)
  }

  var joint: UnsafeMutablePointer<cpGrooveJoint> { unsafe typed() }

  private static func check(_ grooveA: Vector, _ grooveB: Vector) throws(PhysicsError) {
    try ParameterRange.position.check(grooveA)
    try ParameterRange.position.check(grooveB)
    try ParameterRange.grooveLength.check((grooveB - grooveA).length)
  }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try super.requireSolvable(a, b)
    try requireReach(a, Self.farthest(grooveA, grooveB, from: a), b, anchorB)
  }

  private static func farthest(_ p: Vector, _ q: Vector, from inertia: InverseInertia) -> Vector {
    inertia.reach(of: p) > inertia.reach(of: q) ? p : q
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc) }
    set { unsafe joint.pointee.jAcc = newValue.c }
  }

  override var sketch: Sketch {
    Sketch(
      points: [bodyB.worldPoint(ofLocal: anchorB)],
      path: [bodyA.worldPoint(ofLocal: grooveA), bodyA.worldPoint(ofLocal: grooveB)]
    )
  }

  /// One end of the groove, in the first body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetGrooveA`.
  public var grooveA: Vector {
    get { unsafe Vector(joint.pointee.grv_a) }
    set { assign(newValue, setGrooveA) }
  }

  /// The other end of the groove, in the first body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetGrooveB`.
  public var grooveB: Vector {
    get { unsafe Vector(joint.pointee.grv_b) }
    set { assign(newValue, setGrooveB) }
  }

  /// The point that slides, in the second body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, setAnchorB) }
  }

  // Like the properties, but throwing at once.

  package func setGrooveA(_ end: Vector) throws(PhysicsError) {
    try setGroove(from: end, to: grooveB)
  }

  package func setGrooveB(_ end: Vector) throws(PhysicsError) {
    try setGroove(from: grooveA, to: end)
  }

  /// Sets both ends of the groove at once, in units.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` or ``PhysicsError/Code/unsolvable``.
  public func setGroove(from grooveA: Vector, to grooveB: Vector) throws(PhysicsError) {
    try Self.check(grooveA, grooveB)
    try requireReach(Self.farthest(grooveA, grooveB, from: InverseInertia(of: bodyA)), anchorB)
    unsafe joint.pointee.grv_a = grooveA.c
    unsafe joint.pointee.grv_b = grooveB.c
    unsafe ceConstraintMeasure(raw)
    wakeBodies()
  }

  package func setAnchorB(_ anchor: Vector) throws(PhysicsError) {
    try ParameterRange.position.check(anchor)
    try requireReach(Self.farthest(grooveA, grooveB, from: InverseInertia(of: bodyA)), anchor)
    unsafe joint.pointee.anchorB = anchor.c
    wakeBodies()
  }
}
