import Chipmunk

/// A soft body: a ring of balls around a hub, held by springs.
func softBody() throws -> Demo {
  let space = try Demo.room()
  let (center, count, radius) = (Vector(110, 170), 14, 44.0)
  let hub = try space.body(.circle(radius: 5), at: center, mass: 0.5)
  let rim = try (0..<count).map { index in
    let turn = Vector.unit(angle: 2 * .pi * Double(index) / Double(count))
    return try space.body(.circle(radius: 9), at: center + radius * turn, mass: 0.2)
  }
  func spring(_ a: Body, _ b: Body, _ stiffness: Double) throws {
    let length = a.position.distance(to: b.position)
    try space.add(DampedSpring(a, b, restLength: length, stiffness: stiffness, damping: 2))
  }
  for (index, body) in rim.enumerated() {
    try spring(hub, body, 120)
    try spring(body, rim[(index + 1) % count], 500)
    try spring(body, rim[(index + 2) % count], 300)
  }
  try space.floor(Vector(0, 90), Vector(170, 50))
  return Demo(title: "Soft body: balls and springs", space: space)
}
