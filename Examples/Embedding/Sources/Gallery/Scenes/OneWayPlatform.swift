import Chipmunk

/// Balls that are thrown up pass through a platform, then land on it.
func oneWayPlatform() throws -> Demo {
  let space = try Demo.room()
  let platform = try space.floor(Vector(60, 110), Vector(260, 110))
  platform.collisionType = .platform
  // The normal points from the platform to the other shape. Ignore contacts from below until the shapes separate.
  space.addHandler(for: .type(.platform)).preSolve = { contact in
    if contact.normal.y < 0 { contact.ignoreUntilSeparation() }
    return true
  }
  for x in [110.0, 160, 210] {
    let ball = try space.body(.circle(radius: 11), at: Vector(x, 30))
    ball.velocity = Vector(15, 300 + x / 2)
  }
  return Demo(title: "One-way platform: preSolve looks at the normal", space: space)
}

extension CollisionType {
  fileprivate static let platform: Self = 1
}
