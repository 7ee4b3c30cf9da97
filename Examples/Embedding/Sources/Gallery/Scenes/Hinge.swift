import Chipmunk

/// A hinge with limits and a motor: three constraints between the same two bodies.
func hinge() throws -> Demo {
  let space = try Demo.room()
  let pivot = Vector(90, 60)
  let arm = try space.body(.box(width: 120, height: 12), at: pivot + Vector(60, 0), mass: 2)
  let limits = try RotaryLimitJoint(space.ground, arm, min: 0, max: 1.2)
  let motor = try SimpleMotor(space.ground, arm, rate: 2)
  motor.maxForce = 4e5
  for joint in [try PivotJoint(space.ground, arm, at: pivot), limits, motor] {
    joint.collidesBodies = false
    try space.add(joint)
  }
  _ = try space.body(.circle(radius: 12), at: Vector(180, 90))
  // Up for a second, down for the next.
  return Demo(title: "Hinge with limits and a motor", space: space) { space in
    motor.rate = Int(Double(space.tick) * space.timeStep).isMultiple(of: 2) ? 2 : -2
  }
}
