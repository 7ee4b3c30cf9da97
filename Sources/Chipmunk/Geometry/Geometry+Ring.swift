internal import CChipmunk
internal import ChipmunkEngine

// Rings, such as a wheel's rim or a hoop. Shapes have no holes, so none is a ring, but a body may have the mass
// properties of one.
extension Geometry {
  /// The moment of inertia about the body's origin, in kg·units², of a mass that is spread evenly between
  /// two circles. Wraps `cpMomentForCircle`.
  ///
  /// - Parameters:
  ///   - mass: the mass, in kg.
  ///   - inner: the radius of the hole, in units, 0 for none.
  ///   - outer: the radius of the whole, in units; that of the hole is a hoop without thickness.
  ///   - center: the circles' centre, in the body's own coordinates, in units.
  /// - Returns: the moment.
  /// - Throws: ``PhysicsError/Code/outOfRange``.
  public static func ringMoment(
    mass: Double,
    inner: Double,
    outer: Double,
    center: Vector = .zero
  ) throws(PhysicsError) -> Double {
    try ParameterRange.mass.check(mass)
    try checkRing(inner, outer)
    try ParameterRange.position.check(center)
    let moment = ceMomentForCircle(mass, inner, outer, center.c)
    try ParameterRange.moment.check(moment)
    return moment
  }

  /// The area between two circles around one centre, in units². Wraps `cpAreaForCircle`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  public static func ringArea(inner: Double, outer: Double) throws(PhysicsError) -> Double {
    try checkRing(inner, outer)
    return ceAreaForCircle(inner, outer)
  }

  private static func checkRing(_ inner: Double, _ outer: Double) throws(PhysicsError) {
    try ParameterRange.circleRadius.check(outer)
    try ParameterRange("inner radius", "units", 0...outer).check(inner)
  }
}
