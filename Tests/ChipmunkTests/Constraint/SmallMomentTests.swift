import Chipmunk
import Testing

@Suite("A body with hardly any moment of inertia")
struct SmallMomentTests {
  /// What holds the body at the end of an arm.
  enum Holder: CaseIterable {
    case rod, rope, spring

    func joint(_ a: Body, _ b: Body, _ anchorA: Vector, _ anchorB: Vector) throws -> Constraint {
      switch self {
      case .rod: try PinJoint(a, b, anchorA: anchorA, anchorB: anchorB)
      case .rope: try SlideJoint(a, b, anchorA: anchorA, anchorB: anchorB, min: 0, max: 1)
      case .spring:
        try DampedSpring(
          a,
          b,
          anchorA: anchorA,
          anchorB: anchorB,
          restLength: 1,
          stiffness: 400,
          damping: 0.4
        )
      }
    }
  }

  // The joint's force rotates the bob to and fro, faster than a substep can follow.
  @Test("gains no energy at the end of an arm", arguments: Holder.allCases, [60.0, 120, 240])
  func bob(holder: Holder, rate: Double) throws {
    let space = try Space(timeStep: 1 / rate, engine: .tiltbox)
    space.gravity = Vector(0, -10)
    let bob = try Body(mass: 1, shape: .circle(radius: 0.005))
    bob.position = Vector(2, 0)
    try space.add(bob)
    try space.add(holder.joint(space.ground, bob, .zero, Vector(-1, 0)))
    let energy = space.energy
    for _ in 0..<Int(10 * rate) {
      try space.step()
      // The pendulum's energy ranges over 40.
      try #require(space.energy < energy + 0.4)
    }
  }

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
