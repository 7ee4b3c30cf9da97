import Chipmunk
import Testing

@Suite("Assignments without try")
struct AssignmentTests {
  private func refusal(of call: () throws -> Void) -> PhysicsError? {
    do { try call() } catch { return error as? PhysicsError }
    return nil
  }

  @Test("take effect at once, and read back")
  func taken() throws {
    let space = try Space()
    space.gravity = Vector(0, -10)
    space.iterations = 20
    let ball = try addBall(at: .zero, to: space)
    ball.position = Vector(3, 4)
    ball.position.x += 2
    ball.velocity = Vector(1, 0)
    ball.shapes[0].friction = 0.25
    ball.shapes[0].filter.mask = .category(3)
    #expect(space.gravity.y == -10 && space.iterations == 20)
    #expect(ball.position == Vector(5, 4) && ball.velocity.x == 1)
    #expect(ball.shapes[0].friction == 0.25 && ball.shapes[0].filter.mask.rawValue == 8)
    try space.step()
    #expect(near(ball.position.x, 5 + 1.0 / 120))
  }

  @Test(
    "that are invalid change nothing, and the next step names the property, the value and the unit"
  )
  func refused() throws {
    let space = try Space()
    let ball = try addBall(at: Vector(1, 2), to: space)
    ball.position = Vector(.nan, 0)
    ball.shapes[0].friction = -1
    space.gravity = Vector(0, .infinity)
    #expect(ball.position == Vector(1, 2) && ball.shapes[0].friction == 0.5)
    let error = refusal { try space.step() }
    #expect(error?.code == .outOfRange && space.tick == 0)
    let text = error?.description ?? ""
    #expect(text.contains("position assigned to body 1 is nan units; give a finite number"))
    #expect(text.contains("2 later assignments had invalid values too"))
    try space.step()
    #expect(space.tick == 1)
  }

  @Test("that are points name what they are points of")
  func points() throws {
    let space = try Space()
    let ball = try addBall(at: Vector(1, 2), to: space)
    let pivot = try PivotJoint(space.ground, ball, at: ball.position)
    try space.add(pivot)
    let nowhere = Vector(.nan, 0)
    let cases: [(subject: String, assign: () -> Void)] = [
      ("centre of gravity assigned to body 1", { ball.centerOfGravity = nowhere }),
      ("point assigned to body 1", { ball.applyForce(.zero, at: nowhere) }),
      ("point assigned to body 1", { ball.applyImpulse(.zero, at: nowhere) }),
      ("anchor assigned to a PivotJoint", { pivot.anchorB = nowhere }),
    ]
    for (subject, assign) in cases {
      assign()
      let error = refusal { try space.step() }
      #expect(error?.subject == subject)
    }
  }

  @Test("outside a space are reported once, when the object is added")
  func detached() throws {
    let space = try Space()
    let ball = try Body(mass: 1, moment: 1)
    ball.angle = .infinity
    ball.velocity = Vector(0, .nan)
    let rejection = refusal { try space.add(ball) }
    #expect(rejection?.code == .outOfRange)
    #expect(ball.space == nil)
    try space.add(ball)
    let motor = try SimpleMotor(space.ground, ball, rate: 1)
    motor.maxForce = -1
    let error = refusal { try space.add(motor) }
    #expect(error?.description.contains("assigned to a SimpleMotor") == true)
    try space.add(motor)
    motor.rate = .nan
    #expect(throws: PhysicsError.self) { try space.step() }
    #expect(motor.rate == 1)
    try space.step()
  }

  @Test("in a callback are thrown by the current step, which is complete")
  func inCallbacks() throws {
    let space = try spaceWithFloor()
    let ball = try addBall(at: Vector(0, 9), to: space)
    let handler = space.addHandler(for: .all)
    handler.begin = { contact in
      contact.friction = -3
      contact.bodyB.velocity = Vector(.nan, 0)
      return true
    }
    let error = refusal { try space.step() }
    #expect(error?.description.contains("a contact is -3") == true)
    #expect(space.tick == 1 && ball.velocity.isFinite)
    try space.step()
  }

  @Test("to a static body's velocity name the body")
  func wrongType() throws {
    let space = try Space()
    space.ground.velocity = Vector(1, 0)
    let error = refusal { try space.step() }
    #expect(error?.code == .wrongBodyType)
    #expect(error?.description.contains("assigned to the ground") == true)
  }

  @Test("a motor turns its second body counterclockwise against the first")
  func motor() throws {
    let space = try Space()
    let wheel = try Body(mass: 1, moment: 1)
    try space.add(wheel)
    let motor = try SimpleMotor(space.ground, wheel, rate: 5)
    try space.add(motor)
    for _ in 0..<10 { try space.step() }
    #expect(near(wheel.angularVelocity, 5, within: 1e-6) && motor.rate == 5)
    motor.rate = -2
    for _ in 0..<10 { try space.step() }
    #expect(near(wheel.angularVelocity, -2, within: 1e-6))
  }

  @Test("a step includes a callback's error in its own")
  func callbackError() throws {
    struct Mine: Error {}
    let space = try spaceWithFloor()
    _ = try addBall(at: Vector(0, 9), to: space)
    space.addHandler(for: .all).begin = { _ in throw Mine() }
    do throws(PhysicsError) { try space.step() } catch {
      #expect(error.code == .callback && error.underlying is Mine)
    }
    #expect(space.tick == 1)
  }

  private final class Player {
    let name = "one"
  }

  @Test(
    "bodies, shapes and constraints are equal only to themselves, and keep their user data"
  )
  func identity() throws {
    let space = try Space()
    let (a, b) = try (addBall(at: .zero, to: space), addBall(at: Vector(50, 0), to: space))
    a.userData = Player()
    a.shapes[0].userData = "skin"
    var scores: [Body: Int] = [a: 1, b: 2]
    scores[a, default: 0] += 10
    #expect(a != b && scores == [a: 11, b: 2])
    #expect(Set([a.shapes[0], b.shapes[0], a.shapes[0]]).count == 2)
    #expect((a.userData as? Player)?.name == "one" && a.shapes[0].userData as? String == "skin")
  }

  @Test("a handler that uses its contact's space does not retain it")
  func contactSpace() throws {
    weak var gone: Space?
    do {
      let space = try spaceWithFloor()
      gone = space
      let ball = try addBall(at: Vector(0, 9), to: space)
      space.addHandler(for: .all).begin = { contact in
        let (space, own) = (contact.space, contact.bodyB.space)
        #expect(space === own)
        try contact.space.remove(contact.bodyB)
        return true
      }
      try space.step()
      #expect(ball.space == nil)
    }
    #expect(gone == nil)
  }

  @Test("thousands of handlers are called in their order, whenever their closures change")
  func manyHandlers() throws {
    let space = try spaceWithFloor()
    _ = try addBall(at: Vector(0, 9), to: space)
    var calls: [Int] = []
    for number in 0..<5000 {
      space.addHandler(for: number == 4999 ? .type(0) : .all).preSolve = { _ in
        calls.append(number)
        return true
      }
    }
    try space.step()
    // The handler of a type is called twice because both shapes have the type.
    #expect(calls == [4999, 4999] + Array(0..<4999))
    calls = []
    for handler in space.handlers { handler.preSolve = nil }
    try space.step()
    #expect(calls.isEmpty)
  }
}

@Suite("Forces, impulses and several parts at once")
struct PushingTests {
  @Test("an invalid force or impulse does nothing, and the step says why")
  func refused() throws {
    let space = try Space()
    let ball = try addBall(at: .zero, to: space)
    ball.applyImpulse(Vector(.nan, 0), at: .zero)
    ball.applyForce(Vector(0, 1), at: Vector(0, .infinity))
    space.ground.applyImpulse(Vector(1, 0), at: .zero)
    #expect(throws: PhysicsError.self) { try space.step() }
    #expect(ball.velocity == .zero && ball.force == .zero)
    ball.applyImpulse(Vector(2, 0), at: .zero)
    #expect(ball.velocity == Vector(2, 0))
    try space.step()
  }

  @Test("several bodies or constraints are added together or not at all")
  func several() throws {
    let space = try Space()
    let bodies = try (0..<3).map { _ in try Body(mass: 1, shape: .circle(radius: 1)) }
    #expect(throws: PhysicsError.self) { try space.add(bodies[0], bodies[1], bodies[0]) }
    #expect(space.bodies.isEmpty)
    try space.add(bodies[0], bodies[1], bodies[2])
    let (a, b) = try (
      SlideJoint(bodies[0], bodies[1], max: 9), SlideJoint(bodies[1], bodies[2], max: 9)
    )
    #expect(throws: PhysicsError.self) { try space.add(a, a) }
    try space.add(a, b)
    #expect(space.constraints.count == 2)
  }
}
