extension ParameterRange {
  /// The greatest force or torque of a constraint, in kg·units/s² or kg·units²/s².
  package static let maxForce = ParameterRange(
    "maximum force",
    "kg·units/s² (or kg·units²/s²)",
    0...1e30,
    allowsInfinity: true
  )
  /// The mean force or torque of a step at which a constraint breaks, in kg·units/s² or kg·units²/s².
  package static let breakForce = ParameterRange(
    "break force",
    "kg·units/s² (or kg·units²/s²)",
    0...1e30,
    allowsInfinity: true
  )
  /// The fraction of a constraint's error that remains after a second.
  package static let errorBias = ParameterRange("error bias", "per second", 0...1)
  /// The greatest speed of error correction, in units/s or rad/s.
  package static let maxBias = ParameterRange(
    "maximum bias",
    "units/s (or rad/s)",
    0...1e15,
    allowsInfinity: true
  )
  /// The length of a pin joint, in units. A length of 0 has no direction; use a pivot joint for that.
  package static let pinDistance = ParameterRange("pin joint's distance", "units", 1e-9...1e10)
  /// A limit of a slide joint's distance, in units. The upper limit may be infinite.
  package static let slideDistance = ParameterRange(
    "slide joint's distance",
    "units",
    0...1e10,
    allowsInfinity: true
  )
  /// The length of a groove, in units.
  package static let grooveLength = ParameterRange("groove's length", "units", 1e-9...4e9)
  /// The length at which a spring exerts no force, in units.
  package static let restLength = ParameterRange("rest length", "units", 0...1e10)
  /// A spring's force per length, in kg/s².
  package static let stiffness = ParameterRange("spring stiffness", "kg/s²", 0...1e21)
  /// A spring's force per speed, in kg/s.
  package static let springDamping = ParameterRange("spring damping", "kg/s", 0...1e21)
  /// A rotary spring's torque per angle, in kg·units²/(s²·rad).
  package static let rotaryStiffness = ParameterRange(
    "rotary stiffness",
    "kg·units²/(s²·rad)",
    0...1e30
  )
  /// A rotary spring's torque per angular velocity, in kg·units²/(s·rad).
  package static let rotaryDamping = ParameterRange("rotary damping", "kg·units²/(s·rad)", 0...1e30)
  /// The absolute angle between clicks of a ratchet, in radians; its sign is the direction.
  package static let ratchet = ParameterRange("size of the ratchet's click", "rad", 1e-6...1e6)
  /// The absolute ratio of a gear; a negative ratio turns its bodies in opposite directions.
  package static let gearRatio = ParameterRange("size of the gear ratio", "", 1e-6...1e6)
}

extension ParameterRange {
  /// Throws ``PhysicsError/Code/outOfRange`` unless both limits are valid and in order.
  func check(from min: Double, to max: Double) throws(PhysicsError) {
    try check(min)
    try check(max)
    guard min > max else { return }
    throw PhysicsError(
      code: .outOfRange,
      subject: "minimum of the \(name)",
      value: min,
      unit: unit,
      remedy: "give one that is not above the maximum, \(max)"
    )
  }

  /// Throws ``PhysicsError/Code/outOfRange`` unless the absolute value is valid.
  func check(sizeOf value: Double) throws(PhysicsError) { try check(abs(value)) }
}
