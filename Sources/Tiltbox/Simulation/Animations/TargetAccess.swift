import Chipmunk
import Motion

/// Reads and sets what an animation changes of a body or a constraint.
enum TargetAccess {
  case number(_ get: () -> Double, _ set: (Double) throws(PhysicsError) -> Void)
  case vector(_ get: () -> Vector, _ set: (Vector) throws(PhysicsError) -> Void)

  /// The current numbers.
  var numbers: [Double] {
    switch self {
    case .number(let get, _): return [get()]
    case .vector(let get, _):
      let vector = get()
      return [vector.x, vector.y]
    }
  }

  /// Both ends of a range, which are set together, since one must never pass the other.
  fileprivate static func range(
    _ get: @escaping () -> (min: Double, max: Double),
    _ set: @escaping (_ min: Double, _ max: Double) throws(PhysicsError) -> Void
  ) -> Self {
    .vector(
      { Vector(get().min, get().max) },
      { (ends) throws(PhysicsError) in try set(ends.x, ends.y) }
    )
  }
}

extension Body {
  /// Access to a property; nil for those of the pose, which is more than a number.
  func access(to property: AnimationTarget.BodyProperty) -> TargetAccess? {
    switch property {
    case .position, .angle: nil
    case .velocity: .vector({ self.velocity }, setVelocity)
    case .angularVelocity: .number({ self.angularVelocity }, setAngularVelocity)
    // A force lasts for one step; before the next step it is zero again.
    case .force: .vector({ self.force }, setForce)
    case .torque: .number({ self.torque }, setTorque)
    }
  }
}

extension Constraint {
  /// Access to a property; nil for one that this kind lacks. Both ends of a range are one pair.
  func access(to property: AnimationTarget.ConstraintProperty) -> TargetAccess? {
    switch (property, self) {
    case (.anchorA, let joint as PinJoint): .vector({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as PinJoint): .vector({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let joint as SlideJoint): .vector({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as SlideJoint): .vector({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let joint as PivotJoint): .vector({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as PivotJoint): .vector({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let spring as DampedSpring): .vector({ spring.anchorA }, spring.setAnchorA)
    case (.anchorB, let spring as DampedSpring): .vector({ spring.anchorB }, spring.setAnchorB)
    case (.anchorB, let joint as GrooveJoint): .vector({ joint.anchorB }, joint.setAnchorB)
    case (.grooveA, let joint as GrooveJoint): .vector({ joint.grooveA }, joint.setGrooveA)
    case (.grooveB, let joint as GrooveJoint): .vector({ joint.grooveB }, joint.setGrooveB)
    case (.distance, let joint as PinJoint): .number({ joint.distance }, joint.setDistance)
    case (.min, let joint as SlideJoint), (.max, let joint as SlideJoint):
      .range({ (joint.min, joint.max) }, joint.setLimits)
    case (.min, let joint as RotaryLimitJoint), (.max, let joint as RotaryLimitJoint):
      .range({ (joint.min, joint.max) }, joint.setLimits)
    case (.restLength, let spring as DampedSpring):
      .number({ spring.restLength }, spring.setRestLength)
    case (.stiffness, let spring as DampedSpring):
      .number({ spring.stiffness }, spring.setStiffness)
    case (.damping, let spring as DampedSpring): .number({ spring.damping }, spring.setDamping)
    case (.restAngle, let spring as DampedRotarySpring):
      .number({ spring.restAngle }, spring.setRestAngle)
    case (.stiffness, let spring as DampedRotarySpring):
      .number({ spring.stiffness }, spring.setStiffness)
    case (.damping, let spring as DampedRotarySpring):
      .number({ spring.damping }, spring.setDamping)
    case (.phase, let joint as RatchetJoint): .number({ joint.phase }, joint.setPhase)
    case (.click, let joint as RatchetJoint): .number({ joint.ratchet }, joint.setRatchet)
    case (.phase, let joint as GearJoint): .number({ joint.phase }, joint.setPhase)
    case (.ratio, let joint as GearJoint): .number({ joint.ratio }, joint.setRatio)
    case (.rate, let motor as SimpleMotor):
      .number({ -motor.rate }, { (rate) throws(PhysicsError) in try motor.setRate(-rate) })
    case (.maxForce, _): .number({ self.maxForce }, setMaxForce)
    case (.errorBias, _): .number({ self.errorBias }, setErrorBias)
    case (.maxBias, _): .number({ self.maxBias }, setMaxBias)
    default: nil
    }
  }
}
