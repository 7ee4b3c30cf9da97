import Chipmunk

extension WorldBuilder {
  /// Makes a constraint between bodies at their described poses, and adds it.
  static func add(
    _ description: ConstraintDescription,
    _ a: Body,
    _ b: Body,
    to space: Space
  ) throws(PhysicsError) -> Constraint {
    let constraint = try make(description.kind, a, b)
    try constraint.setMaxForce(description.maxForce)
    try constraint.setBreakForce(description.breakForce)
    if let bias = description.errorBias { try constraint.setErrorBias(bias) }
    try constraint.setMaxBias(description.maxBias)
    if !description.collidesBodies { constraint.setCollidesBodies(false) }
    try space.add(constraint)
    return constraint
  }

  private static func make(
    _ kind: ConstraintDescription.Kind,
    _ a: Body,
    _ b: Body
  ) throws(PhysicsError) -> Constraint {
    switch kind {
    case .pin(let anchorA, let anchorB, let distance):
      let pin = try PinJoint(a, b, anchorA: anchorA, anchorB: anchorB)
      if let distance { try pin.setDistance(distance) }
      return pin
    case .slide(let anchorA, let anchorB, let min, let max):
      return try SlideJoint(a, b, anchorA: anchorA, anchorB: anchorB, min: min, max: max)
    case .pivot(let anchorA, let anchorB):
      return try PivotJoint(a, b, anchorA: anchorA, anchorB: anchorB)
    case .hinge(let point): return try PivotJoint(a, b, at: point)
    case .groove(let grooveA, let grooveB, let anchorB):
      return try GrooveJoint(a, b, from: grooveA, to: grooveB, anchorB: anchorB)
    case .spring(let anchorA, let anchorB, let restLength, let stiffness, let damping):
      return try DampedSpring(
        a,
        b,
        anchorA: anchorA,
        anchorB: anchorB,
        restLength: restLength,
        stiffness: stiffness,
        damping: damping
      )
    case .rotarySpring(let restAngle, let stiffness, let damping):
      return try DampedRotarySpring(
        a,
        b,
        restAngle: restAngle,
        stiffness: stiffness,
        damping: damping
      )
    case .rotaryLimit(let min, let max): return try RotaryLimitJoint(a, b, min: min, max: max)
    case .ratchet(let phase, let click):
      return try RatchetJoint(a, b, phase: phase, ratchet: click)
    case .gear(let phase, let ratio): return try GearJoint(a, b, phase: phase, ratio: ratio)
    // A scenario's motor turns the first body against the second.
    case .motor(let rate): return try SimpleMotor(a, b, rate: -rate)
    }
  }
}
