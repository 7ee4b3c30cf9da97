import Chipmunk
import Testing

@Suite("Callbacks of a constraint")
struct ConstraintCallbacksTests {
  struct Refusal: Error, Equatable { var number: Int }

  @Test("run before and after it is solved, once a step")
  func order() throws {
    let rig = try Rig(gravity: Vector(0, -1200))
    let joint = try rig.add(PivotJoint(rig.space.ground, rig.disc(), at: .zero))
    var log: [String] = []
    joint.preSolve = { [weak joint] in
      #expect($0 === joint)
      log.append("pre \($0.lastImpulse)")
    }
    joint.postSolve = { [weak joint] in
      #expect($0 === joint)
      log.append("post \($0.lastImpulse)")
    }
    try rig.step()
    #expect(log == ["pre 0.0", "post 10.0"])
    joint.preSolve = nil
    joint.postSolve = nil
    try rig.step()
    #expect(log.count == 2)
  }

  @Test("may replace themselves")
  func replace() throws {
    let rig = try Rig()
    let joint = try rig.add(PivotJoint(rig.space.ground, rig.disc(), at: .zero))
    var calls = 0
    joint.preSolve = { joint in
      calls += 1
      joint.preSolve = nil
    }
    try rig.step(3)
    #expect(calls == 1)
  }

  @Test("are called after solving in the step that sets them", arguments: Engine.allCases)
  func setWithinStep(engine: Engine) throws {
    let rig = try Rig(engine: engine)
    let disc = try rig.disc()
    let joint = try rig.add(PivotJoint(rig.space.ground, disc, at: .zero))
    var ticks: [Int] = []
    disc.velocityFunction = { [weak joint, unowned space = rig.space] in
      $0.integrate()
      joint?.postSolve = { _ in ticks.append(space.tick) }
    }
    try rig.step(2)
    joint.postSolve = nil
    disc.velocityFunction = nil
    try rig.step()
    #expect(ticks == [0, 1])
  }

  @Test("that throw end the callbacks of the step, which rethrows their error")
  func errors() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    var calls: [Int] = []
    for number in 0..<3 {
      let joint = try rig.add(PivotJoint(rig.space.ground, rig.disc(), at: .zero))
      joint.preSolve = { _ in
        calls.append(number)
        if number == 1 { throw Refusal(number: number) }
      }
      joint.postSolve = { _ in calls.append(10 + number) }
    }
    let spring = try rig.add(
      DampedSpring(rig.space.ground, rig.disc(), restLength: 1, stiffness: 1, damping: 1)
    )
    spring.force = { _, _ in
      calls.append(20)
      return 0
    }
    #expect(throws: Refusal(number: 1)) { try rig.space.stepThrowingCause() }
    #expect(calls == [0, 1])
    #expect(rig.space.tick == 1)
    rig.space.constraints[1].preSolve = nil
    try rig.space.step()
    // Each substep asks for the spring's force.
    let once = calls.enumerated().filter { $0 == 0 || calls[$0 - 1] != $1 }.map(\.element)
    #expect(once == [0, 1, 0, 2, 20, 10, 11, 12])
  }

  @Test("cannot step the space")
  func stepInside() throws {
    let rig = try Rig()
    let joint = try rig.add(PivotJoint(rig.space.ground, rig.disc(), at: .zero))
    joint.preSolve = { [unowned space = rig.space] _ in try space.step() }
    expect(.stepping) { try rig.space.stepThrowingCause() }
  }

  @Test("may add and remove, which takes effect at the step's end")
  func changes() throws {
    let rig = try Rig(gravity: Vector(0, -1000))
    let (a, b) = (try rig.disc(), try rig.disc(at: Vector(50, 0)))
    let joint = try rig.add(PivotJoint(rig.space.ground, a, at: .zero))
    let other = try PivotJoint(rig.space.ground, b, at: Vector(50, 0))
    let space = rig.space
    joint.preSolve = { [unowned space] joint in
      try space.remove(joint)
      #expect(space.constraints.isEmpty)
      try space.add(other)
      #expect(space.constraints.first === other)
    }
    try rig.step()
    #expect(a.velocity == .zero)
    #expect(b.velocity.y < -8)
    try rig.step(50)
    #expect(a.velocity.y < -300)
    #expect(abs(b.position.y) < 1)
  }

  @Test("may remove its body, the space's last hold on it")
  func removeBody() throws {
    let rig = try Rig()
    weak var joint: PivotJoint?
    weak var body: Body?
    do {
      let strong = try rig.disc()
      let made = try rig.add(PivotJoint(rig.space.ground, strong, at: .zero))
      made.postSolve = { [unowned space = rig.space] joint in try space.remove(joint.bodyB) }
      (joint, body) = (made, strong)
    }
    #expect(body != nil)
    try rig.step()
    #expect(rig.space.constraints.isEmpty)
    #expect(joint == nil)
    #expect(body == nil)
    try rig.step(10)
  }

  @Test("may change their constraint and its bodies")
  func changeNumbers() throws {
    let rig = try Rig()
    let body = try rig.disc()
    let motor = try rig.add(SimpleMotor(rig.space.ground, body, rate: 0))
    motor.preSolve = { [unowned space = rig.space] in
      try ($0 as? SimpleMotor)?.set(\.rate, to: Double(space.tick))
      try $0.bodyB.set(\.mass, to: Double(space.tick + 1))
    }
    try rig.step(4) { #expect(abs(body.angularVelocity - Double(rig.space.tick - 1)) < 1e-9) }
    #expect(body.mass == 4)
  }
}
