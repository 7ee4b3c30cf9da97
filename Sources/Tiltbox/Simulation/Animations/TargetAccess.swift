import Chipmunk
import Motion

/// Reads and sets what an animation changes of a body or a constraint: a pair of numbers, or one, which is `x`.
struct TargetAccess {
  let isPair: Bool
  let get: () -> Vector
  let set: (Vector) throws(PhysicsError) -> Void

  /// The current numbers.
  var numbers: [Double] { isPair ? [get().x, get().y] : [get().x] }
}

extension TargetAccess {
  fileprivate init<Owner: Assignable>(
    _ owner: Owner,
    _ property: ReferenceWritableKeyPath<Owner, Double>
  ) {
    isPair = false
    get = { Vector(owner[keyPath: property], 0) }
    set = { (value) throws(PhysicsError) in try owner.set(property, to: value.x) }
  }

  fileprivate init<Owner: Assignable>(
    _ owner: Owner,
    _ property: ReferenceWritableKeyPath<Owner, Vector>
  ) {
    isPair = true
    get = { owner[keyPath: property] }
    set = { (value) throws(PhysicsError) in try owner.set(property, to: value) }
  }

  /// Both ends of a range, which are set together, since one must never pass the other.
  fileprivate init(
    _ get: @escaping () -> Vector,
    _ set: @escaping (_ min: Double, _ max: Double) throws(PhysicsError) -> Void
  ) {
    (isPair, self.get) = (true, get)
    self.set = { (ends) throws(PhysicsError) in try set(ends.x, ends.y) }
  }

  /// The same, which sets nothing while animations hold the body.
  fileprivate func whileDynamic(_ body: Body) -> TargetAccess {
    TargetAccess(isPair: isPair, get: get) { (value) throws(PhysicsError) in
      if body.type == .dynamic { try set(value) }
    }
  }
}

extension Body {
  /// Access to a property; nil for those of the pose, which is more than a number.
  func access(to property: AnimationTarget.BodyProperty) -> TargetAccess? {
    switch property {
    case .position, .angle: nil
    case .velocity: TargetAccess(self, \.velocity)
    case .angularVelocity: TargetAccess(self, \.angularVelocity)
    // A force lasts for one step; before the next step it is zero again.
    case .force: TargetAccess(self, \.force).whileDynamic(self)
    case .torque: TargetAccess(self, \.torque).whileDynamic(self)
    }
  }
}

extension Constraint {
  /// Access to a property; nil for one that this kind lacks. Both ends of a range are one pair.
  func access(to property: AnimationTarget.ConstraintProperty) -> TargetAccess? {
    switch (property, self) {
    case (.anchorA, let joint as PinJoint): TargetAccess(joint, \.anchorA)
    case (.anchorB, let joint as PinJoint): TargetAccess(joint, \.anchorB)
    case (.anchorA, let joint as SlideJoint): TargetAccess(joint, \.anchorA)
    case (.anchorB, let joint as SlideJoint): TargetAccess(joint, \.anchorB)
    case (.anchorA, let joint as PivotJoint): TargetAccess(joint, \.anchorA)
    case (.anchorB, let joint as PivotJoint): TargetAccess(joint, \.anchorB)
    case (.anchorA, let spring as DampedSpring): TargetAccess(spring, \.anchorA)
    case (.anchorB, let spring as DampedSpring): TargetAccess(spring, \.anchorB)
    case (.anchorB, let joint as GrooveJoint): TargetAccess(joint, \.anchorB)
    case (.grooveA, let joint as GrooveJoint): TargetAccess(joint, \.grooveA)
    case (.grooveB, let joint as GrooveJoint): TargetAccess(joint, \.grooveB)
    case (.distance, let joint as PinJoint): TargetAccess(joint, \.distance)
    case (.min, let joint as SlideJoint), (.max, let joint as SlideJoint):
      TargetAccess({ Vector(joint.min, joint.max) }, joint.setLimits)
    case (.min, let joint as RotaryLimitJoint), (.max, let joint as RotaryLimitJoint):
      TargetAccess({ Vector(joint.min, joint.max) }, joint.setLimits)
    case (.restLength, let spring as DampedSpring): TargetAccess(spring, \.restLength)
    case (.stiffness, let spring as DampedSpring): TargetAccess(spring, \.stiffness)
    case (.damping, let spring as DampedSpring): TargetAccess(spring, \.damping)
    case (.restAngle, let spring as DampedRotarySpring): TargetAccess(spring, \.restAngle)
    case (.stiffness, let spring as DampedRotarySpring): TargetAccess(spring, \.stiffness)
    case (.damping, let spring as DampedRotarySpring): TargetAccess(spring, \.damping)
    case (.phase, let joint as RatchetJoint): TargetAccess(joint, \.phase)
    case (.click, let joint as RatchetJoint): TargetAccess(joint, \.ratchet)
    case (.phase, let joint as GearJoint): TargetAccess(joint, \.phase)
    case (.ratio, let joint as GearJoint): TargetAccess(joint, \.ratio)
    case (.rate, let motor as SimpleMotor): TargetAccess(motor, \.drivingRate)
    case (.maxForce, _): TargetAccess(self, \.maxForce)
    case (.errorBias, _): TargetAccess(self, \.errorBias)
    case (.maxBias, _): TargetAccess(self, \.maxBias)
    default: nil
    }
  }
}

extension SimpleMotor {
  /// The rate at which the motor turns its first body against the second, as in a scenario.
  fileprivate var drivingRate: Double {
    get { -rate }
    set { rate = -newValue }
  }
}
