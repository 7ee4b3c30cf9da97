import Chipmunk

/// Gravity towards a point, computed for each body.
func planet() throws -> Demo {
  let space = try Space()
  let center = Demo.size / 2
  try space.ground.addShape(.circle(radius: 22, center: center), friction: 0.8)
  let strength = 1e6
  for distance in [48.0, 66, 84, 102] {
    let moon = try space.body(.circle(radius: 6), at: center + Vector(distance, 0))
    moon.velocity = Vector(0, (strength / distance).squareRoot())
    moon.velocityFunction = { update in
      let way = center - update.body.position
      let squared = way.dot(way)
      update.gravity = (strength / squared) * way.normalized
      update.integrate()
    }
  }
  let title = "Planet: a velocity function with a gravity of its own"
  return Demo(title: title, space: space, seconds: 1.2)
}
