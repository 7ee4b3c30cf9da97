import Chipmunk

/// A car: wheels in grooves of the chassis, springs as suspension, and a motor on each axle.
func car() throws -> Demo {
  let space = try Demo.room()
  let hills = (0...16).map { Vector(20 * Double($0), 12 + Double($0 % 4) * 5) }
  for (from, to) in zip(hills, hills.dropFirst()) { try space.floor(from, to) }
  let chassis = try space.body(.box(width: 70, height: 16), at: Vector(60, 70), mass: 4)
  chassis.shapes[0].filter.group = 1
  for side in [-1.0, 1] {
    let axle = Vector(25 * side, -22)
    let wheel = try space.body(
      .circle(radius: 11),
      at: chassis.position + axle,
      mass: 0.8,
      friction: 1.5
    )
    wheel.shapes[0].filter.group = 1
    let low = axle - Vector(0, 6)
    try space.add(GrooveJoint(chassis, wheel, from: low, to: axle + Vector(0, 12)))
    try space.add(
      DampedSpring(
        chassis,
        wheel,
        anchorA: Vector(axle.x, 0),
        restLength: 26,
        stiffness: 400,
        damping: 12
      )
    )
    let motor = try SimpleMotor(chassis, wheel, rate: -9)
    motor.maxForce = 25_000
    try space.add(motor)
  }
  return Demo(title: "Car: grooves, springs and motors", space: space, seconds: 2.6)
}
