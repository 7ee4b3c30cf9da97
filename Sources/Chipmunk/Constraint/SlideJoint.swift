internal import CChipmunk

/// Keeps the distance of two points of two bodies within a range, as a rope or a chain's link does.
/// Wraps `cpSlideJoint`.
public final class SlideJoint: Constraint {
  /// Makes a slide joint. Wraps `cpSlideJointNew`.
  ///
  /// - Parameters:
  ///   - a: the first body.
  ///   - b: the second body.
  ///   - anchorA: the point of the first body, in its own coordinates, in units.
  ///   - anchorB: the point of the second body.
  ///   - min: the least distance, in units, 0 or more.
  ///   - max: the greatest distance, in units, not below the least; infinity for none.
  /// - Throws: ``PhysicsError/Code/outOfRange``; ``PhysicsError/Code/unsolvable`` for a body and itself.
  public init(
    _ a: Body,
    _ b: Body,
    anchorA: Vector = .zero,
    anchorB: Vector = .zero,
    min: Double = 0,
    max: Double
  ) throws(PhysicsError) {
    try Self.requireDistinct(a, b)
    try ParameterRange.position.check(anchorA)
    try ParameterRange.position.check(anchorB)
    try ParameterRange.slideDistance.check(from: min, to: max)
    unsafe super.init(owning: cpSlideJointNew(a.raw, b.raw, anchorA.c, anchorB.c, min, max), a, b)
  }

  var joint: UnsafeMutablePointer<cpSlideJoint> { unsafe typed() }

  override var storedImpulse: Vector {
    get { unsafe Vector(joint.pointee.jnAcc, 0) }
    set { unsafe joint.pointee.jnAcc = newValue.x }
  }

  override var sketch: Sketch { Sketch(from: anchorA, bodyA, to: anchorB, bodyB) }

  /// The point of the first body, in its own coordinates, in units. Wraps `cpSlideJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, setAnchorA) }
  }

  /// The point of the second body, in its own coordinates, in units. Wraps `cpSlideJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, setAnchorB) }
  }

  /// The least distance, in units. Wraps `cpSlideJointGetMin`.
  public var min: Double {
    get { unsafe joint.pointee.min }
    set { assign(newValue, setMin) }
  }

  /// The greatest distance, in units, or infinity for none. Wraps `cpSlideJointGetMax`.
  public var max: Double {
    get { unsafe joint.pointee.max }
    set { assign(newValue, setMax) }
  }

  // Like the properties, but throwing at once.

  package func setAnchorA(_ anchor: Vector) throws(PhysicsError) {
    try set(anchor, .position) { unsafe joint.pointee.anchorA = anchor.c }
  }

  package func setAnchorB(_ anchor: Vector) throws(PhysicsError) {
    try set(anchor, .position) { unsafe joint.pointee.anchorB = anchor.c }
  }

  package func setMin(_ min: Double) throws(PhysicsError) { try setLimits(min: min, max: max) }

  package func setMax(_ max: Double) throws(PhysicsError) { try setLimits(min: min, max: max) }

  /// Sets both ends of the range at once, in units.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public func setLimits(min: Double, max: Double) throws(PhysicsError) {
    try ParameterRange.slideDistance.check(from: min, to: max)
    unsafe joint.pointee.min = min
    unsafe joint.pointee.max = max
    wakeBodies()
  }
}
