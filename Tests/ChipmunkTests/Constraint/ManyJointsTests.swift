import Chipmunk
import Testing

// 1/120 s. Without the engine's rules for bodies with many joints, all but the wheel of 16 spokes explode.

@Suite("A body with many joints")
struct ManyJointsTests {
  enum Star: CaseIterable {
    case gears, motors, limits, pivotsAndMotors, pivotsAndLimits, grooves, springs, rotarySprings
  }

  @Test("gains no energy from them", arguments: Star.allCases)
  func star(kind: Star) throws {
    let space = try Space(engine: .tiltbox)
    let (hub, spokes) = try space.addWheel(of: 16, hubMass: 0.1)
    // The frequency of a spring times a substep is 2.6.
    let stiffness = 1250.0 * 1250
    for (place, spoke) in spokes.enumerated() {
      let outward = Vector(1, 0).rotated(by: spoke.angle)
      spoke.velocity = outward * (place % 2 == 0 ? 5 : -5)
      spoke.angularVelocity = place % 3 == 0 ? 0.5 : -0.25
      let pivot = try PivotJoint(hub, spoke, at: outward * 16)
      let motor = try SimpleMotor(hub, spoke, rate: 0)
      let limit = try RotaryLimitJoint(hub, spoke, min: spoke.angle, max: spoke.angle)
      let joints: [Constraint] =
        switch kind {
        case .gears: [try GearJoint(hub, spoke, phase: spoke.angle, ratio: 1)]
        case .motors: [motor]
        case .limits: [limit]
        case .pivotsAndMotors: [pivot, motor]
        case .pivotsAndLimits: [pivot, limit]
        case .grooves: [try GrooveJoint(hub, spoke, from: outward * 32, to: outward * 96)]
        case .springs:
          [
            try DampedSpring(
              hub,
              spoke,
              anchorA: outward * 16,
              anchorB: Vector(-24, 0),
              restLength: 24,
              stiffness: stiffness,
              damping: 0
            )
          ]
        case .rotarySprings:
          [
            try DampedRotarySpring(
              hub,
              spoke,
              restAngle: -spoke.angle,
              stiffness: stiffness * spoke.moment,
              damping: 0
            )
          ]
        }
      for joint in joints { try space.add(joint) }
    }
    let energy = space.energy
    var highest = energy
    for _ in 0..<480 {
      try space.step()
      highest = max(highest, space.energy)
    }
    #expect(highest < energy * 1.1)
  }

  @Test(
    "holds a wheel of many spokes, each as heavy as its hub, and adds no energy",
    arguments: [16, 30, 60]
  )
  func wheel(spokes: Int) throws {
    let space = try Space(engine: .tiltbox)
    space.gravity = Vector(0, -1000)
    let (hub, bars) = try space.addWheel(of: spokes, hubMass: 1)
    try space.add(PivotJoint(space.ground, hub, at: .zero))
    for bar in bars {
      try space.add(PivotJoint(hub, bar, at: Vector(16, 0).rotated(by: bar.angle)))
    }
    for (bar, next) in zip(bars, bars.dropFirst() + bars.prefix(1)) {
      try space.add(PinJoint(bar, next, anchorA: Vector(48, 0), anchorB: Vector(48, 0)))
    }
    let energy = space.energy
    var highest = energy
    for _ in 0..<960 {
      try space.step()
      highest = max(highest, space.energy)
    }
    #expect(highest <= energy + 0.001)
    #expect(hub.position.length < 16)
    #expect(space.bodies.allSatisfy { $0.velocity.length < 10 })
  }
}

extension Space {
  /// Adds a hub and bars around it, each of mass 1, without joints.
  fileprivate func addWheel(of spokes: Int, hubMass: Double) throws -> (hub: Body, spokes: [Body]) {
    let hub = try Body(mass: hubMass, shape: .circle(radius: 16))
    try add(hub)
    let bars = try (0..<spokes).map { place in
      let angle = 2 * .pi * Double(place) / Double(spokes)
      let bar = try Body(mass: 1, shape: .box(width: 96, height: 6))
      bar.position = Vector(64, 0).rotated(by: angle)
      bar.angle = angle
      try add(bar)
      return bar
    }
    for body in [hub] + bars { body.shapes[0].filter = ShapeFilter(group: 1) }
    return (hub, bars)
  }
}
