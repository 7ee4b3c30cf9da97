internal import CChipmunk

/// Holds a point of one body on a point of another, as a hinge does. Wraps `cpPivotJoint`.
public final class PivotJoint: Constraint {
  /// Makes a hinge at a point of the world, with the bodies at their current poses. Wraps
  /// `cpPivotJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - pivot: the hinge's place in the world, in units.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public convenience init(_ a: Body, _ b: Body, at pivot: Vector) throws(PhysicsError) {
    try ParameterRange.position.check(pivot)
    try self.init(
      a,
      b,
      anchorA: a.localPoint(ofWorld: pivot),
      anchorB: b.localPoint(ofWorld: pivot)
    )
  }

  /// Makes a hinge of two points. It pulls them together if they are apart. Wraps
  /// `cpPivotJointNew2`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - anchorA: the hinge on the first body, in its own coordinates, in units.
  ///   - anchorB: the hinge on the second body.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(_ a: Body, _ b: Body, anchorA: Vector, anchorB: Vector) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.position.check(anchorA)
    try ParameterRange.position.check(anchorB)
    unsafe super.init(owning: cpPivotJointNew2(a.raw, b.raw, anchorA.c, anchorB.c), a, b)
  }

  var joint: UnsafeMutablePointer<cpPivotJoint> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try super.requireSolvable(a, b)
    try requireReach(a, anchorA, b, anchorB)
  }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jAcc) }
    set { unsafe joint.pointee.jAcc = newValue.c }
  }

  override var sketch: Sketch {
    Sketch(points: [bodyA.worldPoint(ofLocal: anchorA), bodyB.worldPoint(ofLocal: anchorB)])
  }

  /// The hinge on the first body, in its own coordinates, in units. Wraps `cpPivotJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, setAnchorA) }
  }

  /// The hinge on the second body, in its own coordinates, in units. Wraps `cpPivotJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, setAnchorB) }
  }

  // Like the properties, but throwing at once.

  package func setAnchorA(_ anchor: Vector) throws(PhysicsError) {
    try ParameterRange.position.check(anchor)
    try requireReach(anchor, anchorB)
    unsafe joint.pointee.anchorA = anchor.c
    wakeBodies()
  }

  package func setAnchorB(_ anchor: Vector) throws(PhysicsError) {
    try ParameterRange.position.check(anchor)
    try requireReach(anchorA, anchor)
    unsafe joint.pointee.anchorB = anchor.c
    wakeBodies()
  }
}
