// Computed values may be far outside the ranges for settable ones: a step stops a body only when its numbers leave
// these bounds.
extension ParameterRange {
  static let statePosition = ParameterRange("position", "units", -1e15...1e15)
  static let stateAngle = ParameterRange("angle", "rad", -1e15...1e15)
  static let stateVelocity = ParameterRange("velocity", "units/s", -1e15...1e15)
  static let stateAngularVelocity = ParameterRange("angular velocity", "rad/s", -1e15...1e15)
  static let idleTime = ParameterRange("time of lying still", "s", 0...1e15)
  static let storedImpulse = ParameterRange("stored impulse", "kg·units/s", -1e100...1e100)
  static let contactArm = ParameterRange("point of a contact", "units", -1e16...1e16)
  static let contactNormal = ParameterRange("part of a unit normal", "", -1.001...1.001)
  static let contactRestitution = ParameterRange("restitution of a contact", "", 0...1e12)
  static let contactFriction = ParameterRange("friction of a contact", "", 0...1e12)
  static let contactSurface = ParameterRange(
    "surface velocity of a contact",
    "units/s",
    -1e11...1e11
  )
  /// A component of a geometry; the geometry as a whole is checked afterwards.
  static let geometryPart = ParameterRange("part of a geometry", "units", -1e10...1e10)
}
