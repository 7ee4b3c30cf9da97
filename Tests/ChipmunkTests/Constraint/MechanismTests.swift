import Chipmunk
import Testing

// Two bodies, one of them welded to the ground. If springs were solved after joints, or pins after pivots, the energy of
// these would grow without bound.

@Suite("A mechanism on a welded body")
struct MechanismTests {
  @Test("keeps the energy of an undamped spring", arguments: [5.0, 10, 18, 30])
  func rotarySpring(frequency: Double) throws {
    let space = try Space(timeStep: 1 / 60, engine: .tiltbox)
    space.gravity = Vector(0, -10)
    let bracket = try space.addWelded(mass: 0.9, width: 1.2, height: 0.58)
    let flywheel = try space.addBar(mass: 1.58, width: 3.6, height: 0.2)
    flywheel.angularVelocity = 1
    try space.add(PivotJoint(bracket, flywheel, at: .zero))
    let moment = 1 / (1 / bracket.moment + 1 / flywheel.moment)
    let stiffness = moment * (2 * .pi * frequency) * (2 * .pi * frequency)
    try space.add(
      DampedRotarySpring(bracket, flywheel, restAngle: 0, stiffness: stiffness, damping: 0)
    )
    let energy = { space.energy + stiffness * flywheel.angle * flywheel.angle / 2 }
    let before = energy()
    for _ in 0..<600 {
      try space.step()
      try #require(energy() < before * 1.1)
    }
  }

  @Test("gains no energy from a body that whirls on a rod", arguments: [60.0, 120])
  func rod(rate: Double) throws {
    let space = try Space(timeStep: 1 / rate, engine: .tiltbox)
    let arm = try space.addWelded(
      mass: 1,
      width: 2.96,
      height: 0.88,
      at: Vector(-0.42, 0.65),
      angle: 2.24,
      by: Vector(-0.84, 0)
    )
    let bar = try space.addBar(mass: 1, width: 3.1, height: 0.36)
    bar.position = Vector(-0.4, 0.93)
    bar.angle = 2.42
    bar.velocity = Vector(9.5, -7.9)
    bar.angularVelocity = 5.3
    try space.add(PinJoint(arm, bar, anchorA: Vector(-0.52, 0), anchorB: Vector(-0.43, 0)))
    let energy = space.energy
    for _ in 0..<Int(10 * rate) {
      try space.step()
      try #require(space.energy < energy)
    }
  }
}

extension Space {
  /// Adds a bar that touches nothing.
  fileprivate func addBar(mass: Double, width: Double, height: Double) throws -> Body {
    let body = try Body(mass: mass, shape: .box(width: width, height: height))
    body.shapes[0].filter = ShapeFilter(group: 1)
    try add(body)
    return body
  }

  /// Adds a bar that a pivot and a gear hold at a point of it.
  fileprivate func addWelded(
    mass: Double,
    width: Double,
    height: Double,
    at position: Vector = .zero,
    angle: Double = 0,
    by anchor: Vector = .zero
  ) throws -> Body {
    let body = try addBar(mass: mass, width: width, height: height)
    body.position = position
    body.angle = angle
    try add(PivotJoint(ground, body, at: body.worldPoint(ofLocal: anchor)))
    try add(GearJoint(ground, body, phase: angle, ratio: 1))
    return body
  }
}
