import Chipmunk
import Testing

@Suite("Constraints of a space")
struct SpaceConstraintsTests {
  @Test("are those that were added, in order, until they are removed")
  func membership() throws {
    let rig = try Rig()
    let (a, b) = (try rig.disc(), try rig.disc())
    let all = try Rig.oneOfEach(a, b)
    for constraint in all {
      try rig.space.add(constraint)
      #expect(constraint.space === rig.space)
    }
    #expect(rig.space.constraints.map(ObjectIdentifier.init) == all.map(ObjectIdentifier.init))
    try rig.step(20)
    for constraint in all {
      try rig.space.remove(constraint)
      #expect(constraint.space == nil)
    }
    #expect(rig.space.constraints.isEmpty)
    try rig.step(20)
  }

  @Test("are in only one space, only once")
  func twice() throws {
    let (rig, other) = (try Rig(), try Rig())
    let joint = try rig.add(PivotJoint(rig.space.ground, rig.disc(), at: .zero))
    expect(.alreadyInSpace, "in this space") { try rig.space.add(joint) }
    expect(.alreadyInSpace, "in another space") { try other.space.add(joint) }
    expect(.notInSpace) { try other.space.remove(joint) }
    try rig.space.remove(joint)
    expect(.notInSpace) { try rig.space.remove(joint) }
  }

  @Test("need both bodies in the space")
  func bodiesInSpace() throws {
    let (rig, other) = (try Rig(), try Rig())
    let (inside, elsewhere) = (try rig.disc(), try other.disc())
    let outside = try Body(mass: 1, moment: 1)
    expect(.notInSpace, "second body") {
      try rig.space.add(PivotJoint(inside, outside, at: .zero))
    }
    expect(.notInSpace, "first body") {
      try rig.space.add(PivotJoint(elsewhere, inside, at: .zero))
    }
    expect(.notInSpace, "first body") {
      try rig.space.add(PivotJoint(other.space.ground, inside, at: .zero))
    }
    #expect(rig.space.constraints.isEmpty)
  }

  @Test("leave with their body, and can come back")
  func removeBody() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let (a, b, c) = (try rig.disc(), try rig.disc(), try rig.disc())
    let ab = try rig.add(PivotJoint(a, b, at: .zero))
    let bc = try rig.add(PivotJoint(b, c, at: .zero))
    let ca = try rig.add(PivotJoint(c, a, at: .zero))
    try rig.step()
    try rig.space.remove(b)
    #expect(rig.space.constraints.map(ObjectIdentifier.init) == [ObjectIdentifier(ca)])
    #expect(ab.space == nil)
    #expect(bc.space == nil)
    try rig.step(10)
    try rig.space.add(b)
    try rig.space.add(ab)
    try rig.step(10)
    #expect(rig.space.constraints.count == 2)
  }

  @Test("wake their bodies when they are added, removed or changed")
  func waking() throws {
    let rig = try Rig()
    try rig.space.set(\.sleepTimeThreshold, to: 0.1)
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(50, 0)))
    func sleep() throws {
      try rig.step(seconds: 1)
      try #require(a.isSleeping && b.isSleeping)
    }
    try sleep()
    let pin = try rig.add(PinJoint(a, b))
    #expect(!a.isSleeping && !b.isSleeping)
    try sleep()
    try pin.set(\.distance, to: 50)
    #expect(!a.isSleeping && !b.isSleeping)
    try sleep()
    pin.collidesBodies = false
    #expect(!a.isSleeping && !b.isSleeping)
    try sleep()
    try rig.space.remove(pin)
    #expect(!a.isSleeping && !b.isSleeping)
  }

  @Test("that change from within a step wake sleeping bodies at its end")
  func wakingLater() throws {
    let rig = try Rig()
    try rig.space.set(\.sleepTimeThreshold, to: 0.1)
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(50, 0)))
    let pin = try rig.add(PinJoint(a, b))
    let restless = try rig.disc(at: Vector(500, 0))
    let motor = try rig.add(SimpleMotor(restless, rig.space.ground, rate: 100))
    try rig.step(seconds: 1)
    try #require(a.isSleeping)
    motor.preSolve = { _ in
      try pin.set(\.distance, to: 60)
      #expect(pin.distance == 60)
      #expect(a.isSleeping)
    }
    try rig.step()
    motor.preSolve = nil
    #expect(!a.isSleeping)
    try rig.step(seconds: 1)
    #expect(abs((a.position - b.position).length - 60) < 1)
  }

  @Test("of sleeping bodies are freed with their space, in any order", arguments: 0..<6)
  func freeing(order: Int) throws {
    var rig: Rig? = try Rig()
    try rig?.space.set(\.sleepTimeThreshold, to: 0.1)
    var (a, b): (Body?, Body?) = (try rig?.disc(), try rig?.disc())
    var all = try Rig.oneOfEach(#require(a), #require(b))
    for constraint in all { try rig?.space.add(constraint) }
    for constraint in all where constraint is SimpleMotor { try rig?.space.remove(constraint) }
    try rig?.step(seconds: 1)
    let release: [() -> Void] = [{ rig = nil }, { (a, b) = (nil, nil) }, { all = [] }]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for step in orders[order] { release[step]() }
  }

  @Test("that outlive their space can be used, and join another one")
  func outlive() throws {
    let body = try Body(mass: 1, moment: 1)
    let other = try Body(mass: 1, moment: 1)
    let joint: PivotJoint
    do {
      let space = try Space()
      try space.add(body)
      try space.add(other)
      joint = try PivotJoint(body, other, at: .zero)
      try space.add(joint)
      try space.step()
    }
    #expect(joint.space == nil)
    try joint.set(\.maxForce, to: 1000)
    try joint.set(\.anchorA, to: Vector(1, 0))
    let space = try Space()
    try space.add(body)
    try space.add(other)
    try space.add(joint)
    try space.step()
  }

  @Test("of one body can be many, and are removed in any order")
  func manyAtOneBody() throws {
    let rig = try Rig()
    let hub = try rig.disc()
    var joints: [Constraint] = []
    for _ in 0..<2000 {
      joints.append(try rig.add(PivotJoint(hub, rig.disc(), at: .zero)))
    }
    for index in stride(from: 0, to: 2000, by: 2) { try rig.space.remove(joints[index]) }
    try rig.step()
    #expect(rig.space.constraints.count == 1000)
    #expect(hub.constraints.filter { $0.space != nil }.count == 1000)
    try rig.space.remove(hub)
    #expect(rig.space.constraints.isEmpty)
    try rig.step()
  }

  @Test("start afresh after a divergence")
  func recovery() throws {
    // The default engine holds such a spring.
    let rig = try Rig(engine: .chipmunk)
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(1, 0.3), mass: 3))
    let pin = try rig.add(PinJoint(a, b))
    let spring = try rig.add(
      DampedSpring(
        rig.space.ground,
        a,
        anchorA: Vector(3, 7),
        restLength: 0,
        stiffness: 1e21,
        damping: 0
      )
    )
    expect(.diverged) { try rig.step(100) }
    try rig.space.remove(spring)
    for body in [a, b] {
      try body.set(\.position, to: body === a ? .zero : Vector(1, 0.3))
      try body.set(\.angle, to: 0)
      try body.set(\.velocity, to: .zero)
      try body.set(\.angularVelocity, to: 0)
    }
    try rig.step(100)
    #expect(abs((a.position - b.position).length - pin.distance) < 1e-6)
    // The solver would take back a stale impulse, with a rounding error of the impulse's magnitude.
    #expect(a.velocity.length < 1e-9)
    #expect(b.velocity.length < 1e-9)
  }
}
