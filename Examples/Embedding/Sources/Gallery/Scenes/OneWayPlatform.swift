import Chipmunk

/// Balls that are thrown up pass through a platform, then land on it.
func oneWayPlatform() throws -> Demo {
  let space = try Demo.room()
  try space.floor(Vector(60, 110), Vector(260, 110)).oneWay = Vector(0, 1)
  for x in [110.0, 160, 210] {
    let ball = try space.body(.circle(radius: 11), at: Vector(x, 30))
    ball.velocity = Vector(15, 300 + x / 2)
  }
  return Demo(title: "One-way platform: what comes from below passes", space: space)
}
