import Chipmunk

/// A head and limbs hinged to a torso, each turning within limits.
struct Ragdoll: Composite {
  let bodies: [Body]
  let constraints: [Constraint]

  init(at position: Vector) throws {
    let torso = try Self.limb(width: 20, height: 40, at: position)
    var (bodies, constraints): ([Body], [Constraint]) = ([torso], [])
    let limbs: [(width: Double, height: Double, center: Vector, joint: Vector)] = [
      (14, 14, Vector(0, 28), Vector(0, 20)),
      (30, 6, Vector(-26, 16), Vector(-11, 16)),
      (30, 6, Vector(26, 16), Vector(11, 16)),
      (8, 34, Vector(-6, -38), Vector(-6, -20)),
      (8, 34, Vector(6, -38), Vector(6, -20)),
    ]
    for limb in limbs {
      let body = try Self.limb(
        width: limb.width,
        height: limb.height,
        at: position + limb.center
      )
      bodies.append(body)
      constraints.append(try PivotJoint(torso, body, at: position + limb.joint))
      constraints.append(try RotaryLimitJoint(torso, body, min: -1, max: 1))
    }
    self.bodies = bodies
    self.constraints = constraints
  }

  private static func limb(width: Double, height: Double, at position: Vector) throws -> Body {
    let box = Geometry.box(width: width, height: height)
    let body = try Body(mass: width * height / 100, moment: box.moment(mass: width * height / 100))
    try body.addShape(box, friction: 0.6).set(\.filter, to: ShapeFilter(group: 8))
    try body.set(\.position, to: position)
    return body
  }
}
