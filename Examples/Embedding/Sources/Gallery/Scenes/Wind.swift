import Chipmunk

/// A force field: a sensor that blows bodies upwards.
func wind() throws -> Demo {
  let space = try Demo.room()
  let shaft = try space.ground.addShape(
    .box(width: 90, height: 200, center: Vector(160, 104))
  )
  shaft.isSensor = true
  shaft.collisionType = .wind
  space.addHandler(for: .type(.wind)).preSolve = { contact in
    let body = contact.bodyB
    body.force += body.mass * Vector(0, 800) - 0.8 * body.velocity
    return true
  }
  for index in 0..<9 {
    let place = Vector(30 + 32 * Double(index), 190 + Double(index % 3) * 14)
    _ = try space.body(.circle(radius: 9), at: place, elasticity: 0.6)
  }
  return Demo(title: "Force field: a sensor whose handler adds forces", space: space)
}

extension CollisionType {
  fileprivate static let wind: Self = 1
}
