import Chipmunk
import Motion

/// Reads and sets a number of a constraint.
struct Access<Value> {
  let get: () -> Value
  let set: (Value) throws(PhysicsError) -> Void

  init(_ get: @escaping () -> Value, _ set: @escaping (Value) throws(PhysicsError) -> Void) {
    self.get = get
    self.set = set
  }
}

extension Constraint {
  /// The points that animations can move.
  func point(_ property: AnimationTarget.ConstraintProperty) -> Access<Vector>? {
    switch (property, self) {
    case (.anchorA, let joint as PinJoint): Access({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as PinJoint): Access({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let joint as SlideJoint): Access({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as SlideJoint): Access({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let joint as PivotJoint): Access({ joint.anchorA }, joint.setAnchorA)
    case (.anchorB, let joint as PivotJoint): Access({ joint.anchorB }, joint.setAnchorB)
    case (.anchorA, let spring as DampedSpring): Access({ spring.anchorA }, spring.setAnchorA)
    case (.anchorB, let spring as DampedSpring): Access({ spring.anchorB }, spring.setAnchorB)
    case (.anchorB, let joint as GrooveJoint): Access({ joint.anchorB }, joint.setAnchorB)
    case (.grooveA, let joint as GrooveJoint): Access({ joint.grooveA }, joint.setGrooveA)
    case (.grooveB, let joint as GrooveJoint): Access({ joint.grooveB }, joint.setGrooveB)
    default: nil
    }
  }

  /// The numbers that animations can change, except the ends of ranges.
  func number(_ property: AnimationTarget.ConstraintProperty) -> Access<Double>? {
    switch (property, self) {
    case (.distance, let joint as PinJoint): Access({ joint.distance }, joint.setDistance)
    case (.restLength, let spring as DampedSpring):
      Access({ spring.restLength }, spring.setRestLength)
    case (.stiffness, let spring as DampedSpring): Access({ spring.stiffness }, spring.setStiffness)
    case (.damping, let spring as DampedSpring): Access({ spring.damping }, spring.setDamping)
    case (.restAngle, let spring as DampedRotarySpring):
      Access({ spring.restAngle }, spring.setRestAngle)
    case (.stiffness, let spring as DampedRotarySpring):
      Access({ spring.stiffness }, spring.setStiffness)
    case (.damping, let spring as DampedRotarySpring): Access({ spring.damping }, spring.setDamping)
    case (.phase, let joint as RatchetJoint): Access({ joint.phase }, joint.setPhase)
    case (.click, let joint as RatchetJoint): Access({ joint.ratchet }, joint.setRatchet)
    case (.phase, let joint as GearJoint): Access({ joint.phase }, joint.setPhase)
    case (.ratio, let joint as GearJoint): Access({ joint.ratio }, joint.setRatio)
    case (.rate, let motor as SimpleMotor):
      Access({ -motor.rate }, { (rate) throws(PhysicsError) in try motor.setRate(-rate) })
    case (.maxForce, _): Access({ self.maxForce }, setMaxForce)
    case (.errorBias, _): Access({ self.errorBias }, setErrorBias)
    case (.maxBias, _): Access({ self.maxBias }, setMaxBias)
    default: nil
    }
  }

  /// Both ends of a range, which are set together, since one must never pass the other.
  var limits: Access<Vector>? {
    switch self {
    case let joint as SlideJoint:
      Access(
        { Vector(joint.min, joint.max) },
        { (ends) throws(PhysicsError) in try joint.setLimits(min: ends.x, max: ends.y) }
      )
    case let joint as RotaryLimitJoint:
      Access(
        { Vector(joint.min, joint.max) },
        { (ends) throws(PhysicsError) in try joint.setLimits(min: ends.x, max: ends.y) }
      )
    default: nil
    }
  }
}
