import Chipmunk
import Testing

@Suite("Body")
struct BodyTests {
  @Test("has the type, mass and moment that it was made with")
  func making() throws {
    let body = try Body(mass: 2, moment: 3)
    #expect(body.type == .dynamic && body.mass == 2 && body.moment == 3)
    #expect(Body.kinematic().type == .kinematic)
    #expect(Body.static().type == .static)
    #expect(Body.static().mass == .infinity && Body.kinematic().moment == .infinity)
    #expect(body.state == BodyState() && body.shapes.isEmpty && body.space == nil && body.tag == 0)
  }

  @Test("with an infinite moment never turns, whatever hits it")
  func infiniteMoment() throws {
    let space = try Space()
    let body = try Body(mass: 1, moment: .infinity)
    try body.addShape(.box(width: 10, height: 10), friction: 1)
    let ball = try Body(mass: 1, moment: 10)
    try ball.addShape(.circle(radius: 3), friction: 1)
    try ball.set(\.position, to: Vector(-20, 4))
    try ball.set(\.velocity, to: Vector(200, -10))
    try body.set(\.torque, to: 1e6)
    for member in [body, ball] { try space.add(member) }
    for _ in 1...60 { try space.step() }
    #expect(body.angle == 0 && body.velocity.x > 10)
  }

  @Test("rejects properties that its type does not have, and changes nothing")
  func wrongType() throws {
    let calls: [(String, (Body) throws -> Void, refusedBy: Set<BodyType>)] = [
      ("mass", { try $0.set(\.mass, to: 1) }, [.static, .kinematic]),
      ("moment", { try $0.set(\.moment, to: 1) }, [.static, .kinematic]),
      ("force", { try $0.set(\.force, to: Vector(1, 0)) }, [.static, .kinematic]),
      ("torque", { try $0.set(\.torque, to: 1) }, [.static, .kinematic]),
      ("apply force", { try $0.attemptForce(Vector(1, 0), at: .zero) }, [.static, .kinematic]),
      ("apply impulse", { try $0.attemptImpulse(Vector(1, 0), at: .zero) }, [.static, .kinematic]),
      ("velocity", { try $0.set(\.velocity, to: Vector(1, 0)) }, [.static]),
      ("angular velocity", { try $0.set(\.angularVelocity, to: 1) }, [.static]),
      ("position", { try $0.set(\.position, to: Vector(1, 0)) }, []),
      ("angle", { try $0.set(\.angle, to: 1) }, []),
    ]
    for (name, call, refusers) in calls {
      for body in [try Body(mass: 1, moment: 1), .kinematic(), .static()] {
        var refusal: PhysicsError?
        do { try call(body) } catch { refusal = error as? PhysicsError }
        #expect((refusal?.code == .wrongBodyType) == refusers.contains(body.type), "\(name)")
        if refusal != nil { #expect(body.state == BodyState() && body.force == .zero, "\(name)") }
      }
    }
  }

  @Test("that is kinematic moves by its velocity, pushes others and is not pushed")
  func kinematic() throws {
    let space = try Space()
    try space.setGravity(Vector(0, -1000))
    let paddle = Body.kinematic()
    try paddle.addShape(.box(width: 100, height: 10), friction: 0.5)
    try paddle.set(\.velocity, to: Vector(0, 60))
    try space.add(paddle)
    let crate = try Body(mass: 1e6, moment: 1e8)
    try crate.addShape(.box(width: 20, height: 20), friction: 0.5)
    try crate.set(\.position, to: Vector(0, 16))
    try space.add(crate)
    for _ in 1...120 { try space.step() }
    #expect(abs(paddle.position.y - 60) < 1e-9 && paddle.position.x == 0)
    #expect(abs(crate.position.y - 75) < 1)
  }

  @Test("has a kinetic energy of ½·m·v² + ½·I·ω²")
  func energy() throws {
    let body = try Body(mass: 2, moment: 3)
    try body.set(\.velocity, to: Vector(3, 4))
    try body.set(\.angularVelocity, to: 2)
    #expect(body.kineticEnergy == 25 + 6)
    let paddle = Body.kinematic()
    try paddle.set(\.velocity, to: Vector(1, 0))
    #expect(paddle.kineticEnergy == 0)
  }

  @Test("converts local points to world points and back")
  func points() throws {
    let body = try Body(mass: 1, moment: 1)
    try body.set(\.position, to: Vector(10, 20))
    try body.set(\.angle, to: .pi / 2)
    #expect((body.worldPoint(ofLocal: Vector(1, 0)) - Vector(10, 21)).length < 1e-12)
    #expect((body.localPoint(ofWorld: Vector(10, 21)) - Vector(1, 0)).length < 1e-12)
  }

  @Test("is turned by a force off its centre")
  func torque() throws {
    let body = try Body(mass: 1, moment: 4)
    try body.set(\.position, to: Vector(5, 5))
    try body.attemptForce(Vector(0, 6), at: Vector(7, 5))
    #expect(body.force == Vector(0, 6) && body.torque == 12)
    try body.attemptImpulse(Vector(0, 6), at: Vector(7, 5))
    #expect(body.velocity == Vector(0, 6) && body.angularVelocity == 3)
  }
}
