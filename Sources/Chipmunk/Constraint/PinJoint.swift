internal import CChipmunk

/// Keeps two points of two bodies at a distance, as a massless rod does. Wraps `cpPinJoint`.
public final class PinJoint: Constraint {
  /// Makes a rod whose length is the current distance of its two points. Wraps `cpPinJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - anchorA: the rod's end on the first body, in its own coordinates, in units.
  ///   - anchorB: the rod's end on the second body.
  /// - Throws: ``PhysicsError/Code/outOfRange``, also for two points at the same place (use a
  ///   ``PivotJoint`` for those); ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(
    _ a: Body,
    _ b: Body,
    anchorA: Vector = .zero,
    anchorB: Vector = .zero
  ) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.position.check(anchorA)
    try ParameterRange.position.check(anchorB)
    let (from, to) = (a.worldPoint(ofLocal: anchorA), b.worldPoint(ofLocal: anchorB))
    let length = (to - from).length
    guard length >= ParameterRange.pinDistance.range.lowerBound || length.isNaN else {
      throw PhysicsError(
        code: .outOfRange,
        subject: "distance between the pin joint's anchors",
        value: length,
        unit: ParameterRange.pinDistance.unit,
        remedy:
          "both are at \(from): move one of them, or use a pivot joint, which holds two points together"
      )
    }
    try ParameterRange.pinDistance.check(length)
    unsafe super.init(owning: cpPinJointNew(a.raw, b.raw, anchorA.c, anchorB.c), a, b)
  }

  var joint: UnsafeMutablePointer<cpPinJoint> { unsafe typed() }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jnAcc, 0) }
    set { unsafe joint.pointee.jnAcc = newValue.x }
  }

  override var sketch: Sketch { Sketch(from: anchorA, bodyA, to: anchorB, bodyB) }

  /// The rod's end on the first body, in body coordinates, in units. Moving it does not change the
  /// rod's length. Wraps `cpPinJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, setAnchorA) }
  }

  /// The rod's end on the second body, in body coordinates, in units. Moving it does not change the
  /// rod's length. Wraps `cpPinJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, setAnchorB) }
  }

  /// The rod's length, in units. Wraps `cpPinJointGetDist`.
  public var distance: Double {
    get { unsafe joint.pointee.dist }
    set { assign(newValue, setDistance) }
  }

  // Like the properties, but throwing at once.

  package func setAnchorA(_ anchor: Vector) throws(PhysicsError) {
    try set(anchor, .position) { unsafe joint.pointee.anchorA = anchor.c }
  }

  package func setAnchorB(_ anchor: Vector) throws(PhysicsError) {
    try set(anchor, .position) { unsafe joint.pointee.anchorB = anchor.c }
  }

  package func setDistance(_ distance: Double) throws(PhysicsError) {
    try set(distance, .pinDistance) { unsafe joint.pointee.dist = distance }
  }
}
