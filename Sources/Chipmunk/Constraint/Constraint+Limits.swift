internal import CChipmunk

// Properties of every kind of constraint: its strength, and the correction of errors.
extension Constraint {
  /// The maximum force, in kg·units/s² (a torque, in kg·units²/s², for constraints of angles);
  /// infinite by default. Springs ignore it. Wraps `cpConstraintGetMaxForce`.
  public var maxForce: Double {
    get { unsafe raw.pointee.maxForce }
    set { assign(newValue, setMaxForce) }
  }

  /// The fraction of an error that remains after a second; 0.9⁶⁰ by default. 0 corrects it at once,
  /// 1 never. Wraps `cpConstraintGetErrorBias`.
  public var errorBias: Double {
    get { unsafe raw.pointee.errorBias }
    set { assign(newValue, setErrorBias) }
  }

  /// The maximum speed at which an error is corrected, in units/s or rad/s; infinite by default.
  /// Wraps `cpConstraintGetMaxBias`.
  public var maxBias: Double {
    get { unsafe raw.pointee.maxBias }
    set { assign(newValue, setMaxBias) }
  }

  /// Whether the two bodies collide with each other; true by default. Wraps
  /// `cpConstraintGetCollideBodies`.
  public var collidesBodies: Bool {
    get { unsafe raw.pointee.collideBodies != 0 }
    set { assign(newValue, setCollidesBodies) }
  }

  /// The impulse of the last step, in kg·units/s (kg·units²/s for constraints of angles); 0 before
  /// the first one. Divided by ``Space/timeStep`` it is the mean force. A spring's impulse has a
  /// sign: positive if it pushed its bodies apart, or turned the second one counterclockwise. Wraps
  /// `cpConstraintGetImpulse`.
  public var lastImpulse: Double { unsafe cpConstraintGetImpulse(raw) }

  // Like the properties, but throwing at once.

  package func setMaxForce(_ force: Double) throws(PhysicsError) {
    try set(force, .maxForce) { unsafe raw.pointee.maxForce = force }
  }

  package func setErrorBias(_ share: Double) throws(PhysicsError) {
    try set(share, .errorBias) { unsafe raw.pointee.errorBias = share }
  }

  package func setMaxBias(_ speed: Double) throws(PhysicsError) {
    try set(speed, .maxBias) { unsafe raw.pointee.maxBias = speed }
  }

  /// Sets whether the two bodies collide with each other. Replaces
  /// `cpConstraintSetCollideBodies`.
  package func setCollidesBodies(_ collide: Bool) {
    unsafe raw.pointee.collideBodies = collide ? 1 : 0
    wakeBodies()
  }
}
