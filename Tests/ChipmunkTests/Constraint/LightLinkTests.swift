import Chipmunk
import Testing

// Without geometric stiffness, the link of these explodes at the first impact or soon after.

@Suite("A link with hardly any moment of inertia")
struct LightLinkTests {
  @Test(
    "adds no energy to the crates that it joins",
    arguments: [0.02, 0.05, 0.1, 0.3],
    [30.0, 60, 120, 240]
  )
  func falls(radius: Double, rate: Double) throws {
    let space = try Space(timeStep: 1 / rate, engine: .tiltbox)
    space.gravity = Vector(0, -10)
    try space.ground.addShape(
      .segment(from: Vector(-20, 0), to: Vector(20, 0), radius: 0),
      friction: 0.7
    )
    let link = try Body(mass: 0.1, shape: .circle(radius: radius))
    link.position = Vector(0, 7)
    try space.add(link)
    for (y, angle) in [(4.85, 0.25), (9.15, 0.5)] {
      let crate = try Body(mass: 1, shape: .box(width: 1, height: 1), friction: 0.7)
      (crate.position, crate.angle) = (Vector(0, y), angle)
      try space.add(crate)
      let anchor = Vector(0, 7 + (y > 7 ? 1.07 : -1.07))
      try space.add(PivotJoint(crate, link, at: anchor))
    }
    let energy = space.energy
    for _ in 0..<Int(20 * rate) {
      try space.step()
      try #require(space.energy <= energy)
    }
    #expect(space.energy < 0.3 * energy)
  }
}
