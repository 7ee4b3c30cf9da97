import Chipmunk

/// A chassis on two sprung wheels, the rear one driven.
struct Car: Composite {
  let chassis: Body
  let wheels: [Body]
  let suspension: [Constraint]
  let motor: SimpleMotor

  var bodies: [Body] { [chassis] + wheels }
  var constraints: [Constraint] { suspension + [motor] }

  init(at position: Vector) throws {
    let hull = Geometry.box(width: 80, height: 20)
    let tyre = Geometry.circle(radius: 12)
    chassis = try Body(mass: 5, moment: hull.moment(mass: 5))
    try chassis.addShape(hull, friction: 0.5).set(\.filter, to: ShapeFilter(group: 7))
    try chassis.set(\.position, to: position)
    var (wheels, suspension): ([Body], [Constraint]) = ([], [])
    for x in [-30.0, 30] {
      let wheel = try Body(mass: 1, moment: tyre.moment(mass: 1))
      try wheel.addShape(tyre, friction: 1).set(\.filter, to: ShapeFilter(group: 7))
      try wheel.set(\.position, to: position + Vector(x, -25))
      suspension += [
        try GrooveJoint(chassis, wheel, from: Vector(x, -10), to: Vector(x, -40)),
        try DampedSpring(
          chassis,
          wheel,
          anchorA: Vector(x, 0),
          restLength: 30,
          stiffness: 2000,
          damping: 40
        ),
      ]
      wheels.append(wheel)
    }
    motor = try SimpleMotor(chassis, wheels[0], rate: -10)
    self.wheels = wheels
    self.suspension = suspension
  }
}
