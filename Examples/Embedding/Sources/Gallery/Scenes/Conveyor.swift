import Chipmunk

/// Two conveyor belts that carry crates in opposite directions.
func conveyor() throws -> Demo {
  let space = try Demo.room()
  let upper = try space.floor(Vector(10, 150), Vector(230, 150))
  upper.surfaceVelocity = Vector(90, 0)
  let lower = try space.floor(Vector(90, 60), Vector(310, 60))
  lower.surfaceVelocity = Vector(-90, 0)
  for x in [30.0, 80, 130] {
    _ = try space.body(.box(width: 22, height: 22), at: Vector(x, 166))
  }
  return Demo(title: "Conveyor belts: surfaceVelocity", space: space)
}
