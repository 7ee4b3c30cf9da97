import Chipmunk

/// A blast that pushes nearby bodies away, harder the closer they are.
func explosion() throws -> Demo {
  let space = try Demo.room()
  for row in 0..<4 {
    for column in 0..<5 {
      let place = Vector(110 + 25 * Double(column), 14 + 24 * Double(row))
      _ = try space.body(.box(width: 23, height: 23), at: place)
    }
  }
  func explode(at center: Vector, radius: Double, impulse: Double) throws {
    for hit in try space.pointQuery(center, within: radius) {
      guard let body = hit.shape.body, body.type == .dynamic else { continue }
      let away = (body.position - center).normalized
      let strength = impulse * (1 - max(hit.distance, 0) / radius)
      body.applyImpulse(strength * away, at: hit.point)
    }
  }
  return Demo(title: "Explosion: a point query, and an impulse each", space: space, seconds: 2) {
    if $0.tick == 60 { try explode(at: Vector(160, 8), radius: 130, impulse: 420) }
  }
}
