internal import CChipmunk

// Conversion from and to the kinds of constraints.
extension ConstraintRecord {
  init(of constraint: Constraint, _ a: Int, _ b: Int) {
    (self.a, self.b) = (a, b)
    (maxForce, errorBias) = (constraint.maxForce, constraint.errorBias)
    breakForce = constraint.breakForce
    (maxBias, collidesBodies) = (constraint.maxBias, constraint.collidesBodies)
    (impulse, tag) = (constraint.storedImpulse, constraint.tag)
    if constraint.preSolve != nil { functions.append(.preSolve) }
    if constraint.postSolve != nil { functions.append(.postSolve) }
    switch constraint {
    case let pin as PinJoint:
      (kind, points, numbers) = (.pin, [pin.anchorA, pin.anchorB], [pin.distance])
    case let slide as SlideJoint:
      (kind, points) = (.slide, [slide.anchorA, slide.anchorB])
      numbers = [slide.min, slide.max]
    case let pivot as PivotJoint: (kind, points) = (.pivot, [pivot.anchorA, pivot.anchorB])
    case let groove as GrooveJoint:
      (kind, points) = (.groove, [groove.grooveA, groove.grooveB, groove.anchorB])
    case let spring as DampedSpring:
      (kind, points) = (.spring, [spring.anchorA, spring.anchorB])
      numbers = [spring.restLength, spring.stiffness, spring.damping]
      if spring.force != nil { functions.append(.force) }
    case let spring as DampedRotarySpring:
      (kind, numbers) = (.rotarySpring, [spring.restAngle, spring.stiffness, spring.damping])
      if spring.torque != nil { functions.append(.torque) }
    case let limit as RotaryLimitJoint: (kind, numbers) = (.rotaryLimit, [limit.min, limit.max])
    case let ratchet as RatchetJoint:
      (kind, numbers) = (.ratchet, [ratchet.angle, ratchet.phase, ratchet.ratchet])
    case let gear as GearJoint: (kind, numbers) = (.gear, [gear.phase, gear.ratio])
    case let motor as SimpleMotor: (kind, numbers) = (.motor, [-motor.rate])
    default: preconditionFailure("a constraint of an unknown kind")
    }
  }

  /// Makes the constraint between two bodies, which must still be at the origin.
  func makeConstraint(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    let constraint = try makeKind(a, b)
    try constraint.setMaxForce(maxForce)
    try constraint.setBreakForce(breakForce)
    try constraint.setErrorBias(errorBias)
    try constraint.setMaxBias(maxBias)
    constraint.setCollidesBodies(collidesBodies)
    constraint.tag = tag
    return constraint
  }

  private func makeKind(_ a: Body, _ b: Body) throws(PhysicsError) -> Constraint {
    switch kind {
    case .pin:
      // A pin cannot be created with zero length, but may have reached it since.
      let pin = try PinJoint(a, b, anchorB: Vector(1, 0))
      try pin.setAnchorA(points[0])
      try pin.setAnchorB(points[1])
      try pin.setDistance(numbers[0])
      return pin
    case .slide:
      return try SlideJoint(
        a,
        b,
        anchorA: points[0],
        anchorB: points[1],
        min: numbers[0],
        max: numbers[1]
      )
    case .pivot: return try PivotJoint(a, b, anchorA: points[0], anchorB: points[1])
    case .groove: return try GrooveJoint(a, b, from: points[0], to: points[1], anchorB: points[2])
    case .spring:
      return try DampedSpring(
        a,
        b,
        anchorA: points[0],
        anchorB: points[1],
        restLength: numbers[0],
        stiffness: numbers[1],
        damping: numbers[2]
      )
    case .rotarySpring:
      return try DampedRotarySpring(
        a,
        b,
        restAngle: numbers[0],
        stiffness: numbers[1],
        damping: numbers[2]
      )
    case .rotaryLimit: return try RotaryLimitJoint(a, b, min: numbers[0], max: numbers[1])
    case .ratchet:
      let ratchet = try RatchetJoint(a, b, phase: numbers[1], ratchet: numbers[2])
      unsafe ratchet.joint.pointee.angle = numbers[0]
      return ratchet
    case .gear: return try GearJoint(a, b, phase: numbers[0], ratio: numbers[1])
    case .motor: return try SimpleMotor(a, b, rate: -numbers[0])
    }
  }
}
