internal import CChipmunk
internal import ChipmunkEngine

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
    try ParameterRange.anchor.check(anchorA, anchorB)
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

  package override var sketch: Sketch { Sketch(from: anchorA, bodyA, to: anchorB, bodyB) }

  /// The rod's end on the first body, in body coordinates, in units. Moving it does not change the
  /// rod's length. Wraps `cpPinJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorA = newValue.c } }
  }

  /// The rod's end on the second body, in body coordinates, in units. Moving it does not change the
  /// rod's length. Wraps `cpPinJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorB = newValue.c } }
  }

  /// The rod's length, in units. Wraps `cpPinJointGetDist`.
  public var distance: Double {
    get { unsafe joint.pointee.dist }
    set { assign(newValue, .pinDistance) { unsafe joint.pointee.dist = newValue } }
  }
}

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
    try ParameterRange.anchor.check(anchorA, anchorB)
    try ParameterRange.slideDistance.check(from: min, to: max)
    unsafe super.init(owning: cpSlideJointNew(a.raw, b.raw, anchorA.c, anchorB.c, min, max), a, b)
  }

  var joint: UnsafeMutablePointer<cpSlideJoint> { unsafe typed() }

  package override var sketch: Sketch { Sketch(from: anchorA, bodyA, to: anchorB, bodyB) }

  /// The point of the first body, in its own coordinates, in units. Wraps `cpSlideJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorA = newValue.c } }
  }

  /// The point of the second body, in its own coordinates, in units. Wraps `cpSlideJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign(newValue, .anchor) { unsafe joint.pointee.anchorB = newValue.c } }
  }

  /// The least distance, in units. Wraps `cpSlideJointGetMin`.
  public var min: Double {
    get { unsafe joint.pointee.min }
    set { assign { try setLimits(min: newValue, max: max) } }
  }

  /// The greatest distance, in units, or infinity for none. Wraps `cpSlideJointGetMax`.
  public var max: Double {
    get { unsafe joint.pointee.max }
    set { assign { try setLimits(min: min, max: newValue) } }
  }

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
    try ParameterRange.anchor.check(pivot)
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
    try ParameterRange.anchor.check(anchorA, anchorB)
    unsafe super.init(owning: cpPivotJointNew2(a.raw, b.raw, anchorA.c, anchorB.c), a, b)
  }

  var joint: UnsafeMutablePointer<cpPivotJoint> { unsafe typed() }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try super.requireSolvable(a, b)
    try requireReach(a, anchorA, b, anchorB)
  }

  package override var sketch: Sketch {
    Sketch(points: [Sketch.Point(bodyA, anchorA), Sketch.Point(bodyB, anchorB)])
  }

  /// The hinge on the first body, in its own coordinates, in units. Wraps `cpPivotJointGetAnchorA`.
  public var anchorA: Vector {
    get { unsafe Vector(joint.pointee.anchorA) }
    set { assign { try set(newValue, anchorB) } }
  }

  /// The hinge on the second body, in its own coordinates, in units. Wraps `cpPivotJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign { try set(anchorA, newValue) } }
  }

  private func set(_ anchorA: Vector, _ anchorB: Vector) throws(PhysicsError) {
    try ParameterRange.anchor.check(anchorA, anchorB)
    try requireReach(anchorA, anchorB)
    unsafe joint.pointee.anchorA = anchorA.c
    unsafe joint.pointee.anchorB = anchorB.c
    wakeBodies()
  }
}

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
    try ParameterRange.anchor.check(anchorB)
    unsafe super.init(owning: cpGrooveJointNew(a.raw, b.raw, grooveA.c, grooveB.c, anchorB.c), a, b)
  }

  var joint: UnsafeMutablePointer<cpGrooveJoint> { unsafe typed() }

  private static func check(_ grooveA: Vector, _ grooveB: Vector) throws(PhysicsError) {
    try ParameterRange.anchor.check(grooveA, grooveB)
    try ParameterRange.grooveLength.check((grooveB - grooveA).length)
  }

  override func requireSolvable(_ a: InverseInertia, _ b: InverseInertia) throws(PhysicsError) {
    try super.requireSolvable(a, b)
    try requireReach(a, Self.farthest(grooveA, grooveB, from: a), b, anchorB)
  }

  private static func farthest(_ p: Vector, _ q: Vector, from inertia: InverseInertia) -> Vector {
    inertia.reach(of: p) > inertia.reach(of: q) ? p : q
  }

  package override var sketch: Sketch {
    Sketch(
      points: [Sketch.Point(bodyB, anchorB)],
      path: [Sketch.Point(bodyA, grooveA), Sketch.Point(bodyA, grooveB)]
    )
  }

  /// One end of the groove, in the first body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetGrooveA`.
  public var grooveA: Vector {
    get { unsafe Vector(joint.pointee.grv_a) }
    set { assign { try set(newValue, grooveB, anchorB) } }
  }

  /// The other end of the groove, in the first body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetGrooveB`.
  public var grooveB: Vector {
    get { unsafe Vector(joint.pointee.grv_b) }
    set { assign { try set(grooveA, newValue, anchorB) } }
  }

  /// The point that slides, in the second body's own coordinates, in units.
  /// Wraps `cpGrooveJointGetAnchorB`.
  public var anchorB: Vector {
    get { unsafe Vector(joint.pointee.anchorB) }
    set { assign { try set(grooveA, grooveB, newValue) } }
  }

  /// Sets both ends of the groove at once, in units.
  ///
  /// Throws ``PhysicsError/Code/outOfRange`` or ``PhysicsError/Code/unsolvable``.
  public func setGroove(from grooveA: Vector, to grooveB: Vector) throws(PhysicsError) {
    try set(grooveA, grooveB, anchorB)
  }

  private func set(_ grooveA: Vector, _ grooveB: Vector, _ anchorB: Vector) throws(PhysicsError) {
    try Self.check(grooveA, grooveB)
    try ParameterRange.anchor.check(anchorB)
    try requireReach(Self.farthest(grooveA, grooveB, from: InverseInertia(of: bodyA)), anchorB)
    unsafe joint.pointee.grv_a = grooveA.c
    unsafe joint.pointee.grv_b = grooveB.c
    unsafe joint.pointee.anchorB = anchorB.c
    unsafe ceConstraintMeasure(raw)
    wakeBodies()
  }
}
