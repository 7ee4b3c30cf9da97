import Chipmunk
import Testing

@Suite("Facts: a constraint")
struct ConstraintFactTests {
  @Test("that holds a body against gravity gives it m·g·Δt in each step")
  func impulse() throws {
    let space = try Space(timeStep: 1, engine: .chipmunk)
    try space.setGravity(Vector(0, 10))
    let body = try Body(mass: 10, moment: 10)
    try space.add(body)
    let joint = try PivotJoint(space.ground, body, at: .zero)
    try space.add(joint)
    #expect(joint.lastImpulse == 0)
    try space.step()
    #expect(near(joint.lastImpulse, 100))
    #expect(near(body.velocity, .zero))
  }

  @Test("at a world point has that point as its anchors")
  func pivot() throws {
    let bodies = try [Body(mass: 10, moment: 10), Body(mass: 20, moment: 20)]
    try bodies[0].set(\.position, to: Vector(5, 7))
    let joint = try PivotJoint(bodies[0], bodies[1], at: Vector(1, 2))
    #expect(joint.anchorA == Vector(-4, -5))
    #expect(joint.anchorB == Vector(1, 2))
  }

  @Test("that is a rod is as long as the distance of its ends")
  func rod() throws {
    let joint = try PinJoint(
      Body(mass: 10, moment: 10),
      Body(mass: 20, moment: 20),
      anchorB: Vector(10, 0)
    )
    #expect(joint.distance == 10)
    try joint.set(\.distance, to: 20)
    #expect(joint.distance == 20)
  }

  @Test("that is a spring takes the force from its closure, or else from Hooke's law")
  func springForce() throws {
    let space = try Space(timeStep: 1, engine: .chipmunk)
    let (a, b) = try (Body(mass: 10, moment: 10), Body(mass: 20, moment: 20))
    try b.set(\.position, to: Vector(0, 100))
    let spring = try DampedSpring(a, b, restLength: 0, stiffness: 1, damping: 0)
    for body in [a, b] { try space.add(body) }
    try space.add(spring)
    var lengths: [Double] = []
    spring.force = { [unowned spring] asked, length in
      #expect(asked === spring)
      lengths.append(length)
      return 1
    }
    try space.step()
    #expect(lengths == [100])
    #expect(spring.lastImpulse == 1)
    // 1/10 + 1/20 apart in the next step.
    spring.force = nil
    try space.step()
    #expect(near(spring.lastImpulse, -100.15))
  }

  @Test("that is a rotary spring takes the torque from its closure, or else from Hooke's law")
  func springTorque() throws {
    let space = try Space(timeStep: 1, engine: .chipmunk)
    let (a, b) = try (Body(mass: 10, moment: 10), Body(mass: 20, moment: 20))
    try b.set(\.angle, to: 2)
    let spring = try DampedRotarySpring(a, b, restAngle: 0, stiffness: 10, damping: 0)
    for body in [a, b] { try space.add(body) }
    try space.add(spring)
    var angles: [Double] = []
    spring.torque = { _, angle in
      angles.append(angle)
      return 1
    }
    try space.step()
    #expect(angles == [-2])
    #expect(spring.lastImpulse == 1)
    spring.torque = nil
    try space.step()
    #expect(near(spring.lastImpulse, -21.5))
  }

  @Test("wakes neither body by itself, and both when they are woken")
  func sleepers() throws {
    let space = try Space(engine: .chipmunk)
    try space.set(\.sleepTimeThreshold, to: 0.01)
    let (a, b) = try (Body(mass: 4, moment: 5), Body(mass: 10, moment: 10))
    for body in [a, b] { try space.add(body) }
    let joint = try PivotJoint(a, b, at: .zero)
    for body in [a, b] { try body.sleep() }
    #expect(a.isSleeping && b.isSleeping)
    joint.bodyA.wake()
    joint.bodyB.wake()
    #expect(!a.isSleeping && !b.isSleeping)
  }
}
