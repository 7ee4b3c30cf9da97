// Computed values may be far outside the ranges for settable ones: a step stops a body only when its numbers leave
// these bounds.
extension Quantity {
  static let statePosition = Quantity("position", "units", -1e15...1e15)
  static let stateAngle = Quantity("angle", "rad", -1e15...1e15)
  static let stateVelocity = Quantity("velocity", "units/s", -1e15...1e15)
  static let stateAngularVelocity = Quantity("angular velocity", "rad/s", -1e15...1e15)
  static let idleTime = Quantity("time of lying still", "s", 0...1e15)
  static let storedImpulse = Quantity("stored impulse", "kg·units/s", -1e100...1e100)
  static let contactArm = Quantity("point of a contact", "units", -1e16...1e16)
  static let contactNormal = Quantity("part of a unit normal", "", -1.001...1.001)
  static let contactRestitution = Quantity("restitution of a contact", "", 0...1e12)
  static let contactFriction = Quantity("friction of a contact", "", 0...1e12)
  static let contactSurface = Quantity("surface velocity of a contact", "units/s", -1e11...1e11)
  /// A component of a geometry; the geometry as a whole is checked afterwards.
  static let geometryPart = Quantity("part of a geometry", "units", -1e10...1e10)
}
