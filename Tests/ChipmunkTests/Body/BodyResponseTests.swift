import Chipmunk
import Foundation
import Testing

@Suite("A body's own gravity and damping")
struct BodyResponseTests {
  private func falling(_ change: (Body) -> Void) throws -> (Space, Body) {
    let space = try Space()
    space.gravity = Vector(0, -1000)
    let body = try Body(mass: 2, shape: .circle(radius: 5))
    try space.add(body)
    change(body)
    return (space, body)
  }

  @Test(
    "a body in free fall follows the exact solution for linear drag",
    arguments: [0.9999, 0.9, 0.5, 0.1, 1e-6]
  )
  func drag(share: Double) throws {
    let (space, body) = try falling {
      $0.damping = share
      $0.velocity = Vector(50, 0)
    }
    for _ in 0..<600 { try space.step() }
    let (t, k) = (5.0, -log(share))
    let fallen = -1000 / k * (t + expm1(-k * t) / k)
    #expect(abs(body.velocity.y / (1000 / k * expm1(-k * t)) - 1) < 1e-9)
    #expect(abs(body.position.y / fallen - 1) < 1e-9)
    #expect(abs(body.velocity.x - 50 * exp(-k * t)) < 1e-9)
    #expect(abs(body.position.x - -50 * expm1(-k * t) / k) < 1e-8)
  }

  @Test("a body without damping is at rest at once, and one with 1 falls as before")
  func limits() throws {
    let (space, body) = try falling { $0.damping = 0 }
    for _ in 0..<60 { try space.step() }
    #expect(body.position == .zero && body.velocity == .zero)
    let (free, falls) = try falling { _ in }
    let (same, twin) = try falling {
      $0.damping = 1
      $0.gravityScale = 1
    }
    for _ in 0..<60 {
      try free.step()
      try same.step()
    }
    #expect(falls.state == twin.state)
  }

  @Test("two properties that change within a step keep both values")
  func withinStep() throws {
    let (space, body) = try falling { _ in }
    let floor = Body.static()
    try space.add(floor)
    body.velocityFunction = { update in
      update.integrate()
      (floor.gravityScale, floor.damping) = (2, 0.5)
    }
    try space.step()
    #expect(floor.gravityScale == 2 && floor.damping == 0.5)
  }

  @Test("the angular velocity decays by the share a second", arguments: [0.9, 0.25, 0])
  func angular(share: Double) throws {
    let (space, body) = try falling {
      $0.angularDamping = share
      $0.angularVelocity = 10
    }
    for _ in 0..<240 { try space.step() }
    #expect(abs(body.angularVelocity - 10 * share * share) < 1e-10)
    #expect(near(body.velocity, Vector(0, -2000)))
  }

  @Test("the scale multiplies gravity, exactly", arguments: [-1, -0.5, 0, 0.25, 3])
  func gravity(scale: Double) throws {
    let (space, body) = try falling { $0.gravityScale = scale }
    for _ in 0..<240 { try space.step() }
    #expect(near(body.velocity, Vector(0, -2000 * scale)))
    #expect(near(body.position, Vector(0, -2000 * scale), within: 1e-8))
  }

  @Test("a body in five times the gravity comes to rest, however elastic it is")
  func rests() throws {
    let (space, body) = try falling { $0.gravityScale = 5 }
    body.shapes[0].elasticity = 0.8
    try space.ground.addShape(
      .segment(from: Vector(-100, -50), to: Vector(100, -50)),
      elasticity: 1
    )
    for _ in 0..<600 { try space.step() }
    #expect(body.velocity.length < 1e-6 && abs(body.position.y + 45) < 0.05)
  }

  @Test("a checkpoint keeps them, and values out of range are rejected")
  func kept() throws {
    let (space, body) = try falling {
      $0.gravityScale = 0.3
      $0.damping = 0.4
      $0.angularDamping = 0.5
      $0.angularVelocity = 3
    }
    for _ in 0..<30 { try space.step() }
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    for _ in 0..<60 {
      try space.step()
      try twin.step()
    }
    #expect(twin.bodies[0].state == body.state)
    let changes: [(String, (Body) -> Void)] = [
      ("gravity scale", { $0.gravityScale = .infinity }), ("damping", { $0.damping = 1.5 }),
      ("angular damping", { $0.angularDamping = -0.1 }),
    ]
    for (name, change) in changes {
      change(body)
      let error = #expect(throws: PhysicsError.self) { try space.step() }
      #expect(error?.subject == "\(name) assigned to body 1")
    }
    #expect(body.gravityScale == 0.3 && body.damping == 0.4 && body.angularDamping == 0.5)
  }
}
