import Chipmunk

/// Water that lifts and slows crates. Buoyancy depends on the submerged depth, which assumes that they hardly rotate.
func buoyancy() throws -> Demo {
  let space = try Demo.room()
  let surface = 100.0
  let water = try space.ground.addShape(
    .box(width: 320, height: surface, center: Vector(160, surface / 2))
  )
  water.isSensor = true
  for (x, mass) in [(60.0, 0.3), (160, 0.8), (260, 1.6)] {
    let crate = try space.body(.box(width: 40, height: 40), at: Vector(x, 180), mass: mass)
    crate.velocityFunction = { update in
      let body = update.body
      let depth = min(max(surface - (body.position.y - 20), 0), 40)
      // A submerged crate displaces 1600 square units of water, which have a mass of 1.
      update.gravity *= 1 - depth / 40 / body.mass
      update.damping *= depth > 0 ? 1 - 3.6 * update.timeStep : 1
      update.integrate()
    }
  }
  return Demo(title: "Buoyancy: a velocity function for each crate", space: space)
}
