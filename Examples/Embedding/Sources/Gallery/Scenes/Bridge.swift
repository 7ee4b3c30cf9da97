import Chipmunk

/// A bridge whose joints break if the force is too large.
func bridge() throws -> Demo {
  let space = try Demo.room()
  let planks = try (0..<9).map { index in
    try space.body(.box(width: 28, height: 6), at: Vector(48 + 28 * Double(index), 130), mass: 0.4)
  }
  let ends = [space.ground] + planks + [space.ground]
  for (index, (a, b)) in zip(ends, ends.dropFirst()).enumerated() {
    let joint = try PivotJoint(a, b, at: Vector(34 + 28 * Double(index), 130))
    joint.collidesBodies = false
    joint.breakForce = 16_000
    try space.add(joint)
  }
  _ = try space.body(.circle(radius: 16), at: Vector(160, 190), mass: 6)
  return Demo(title: "Breakable joints", space: space, seconds: 2)
}
