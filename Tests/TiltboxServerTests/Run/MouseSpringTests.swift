import Chipmunk
import Testing

@testable import TiltboxServer

@Suite("Mouse spring")
struct MouseSpringTests {
  private func body(mass: Double, in space: Space) throws -> Body {
    let body = try Body(mass: mass, moment: mass * 170)
    try space.add(body)
    return body
  }

  private func pull(
    _ body: Body,
    _ space: Space,
    _ spring: MouseSpring,
    seconds: Double
  ) throws {
    for _ in 0..<Int(seconds * 120) {
      if let pull = spring.pull(on: body, step: 1 / 120.0, worldSize: 300) {
        try body.attemptImpulse(pull.impulse, at: pull.point)
      }
      try space.step()
    }
  }

  @Test(
    "brings a light or heavy body to its goal, where it stays",
    arguments: [0.001, 1, 1e6]
  )
  func arrives(mass: Double) throws {
    let space = try Space(timeStep: 1 / 120.0)
    let body = try body(mass: mass, in: space)
    let spring = MouseSpring(id: "", anchor: .zero, target: Vector(100, 50))
    try pull(body, space, spring, seconds: 1)
    #expect((body.position - Vector(100, 50)).length < 0.1)
    #expect(body.velocity.length < 1)
  }

  @Test("carries weight: a body that is held at a corner hangs below it")
  func hangs() throws {
    let space = try Space(timeStep: 1 / 120.0)
    try space.setGravity(Vector(0, -1000))
    try space.set(\.damping, to: 0.2)
    let body = try body(mass: 100, in: space)
    let spring = MouseSpring(id: "", anchor: Vector(16, 16), target: Vector(0, 100))
    try pull(body, space, spring, seconds: 10)
    let corner = body.worldPoint(ofLocal: Vector(16, 16))
    #expect((corner - Vector(0, 100)).length < 3)
    #expect(abs(body.position.x - corner.x) < 1)
    #expect(body.position.y < corner.y - 20)
  }

  @Test("pulls with at most its greatest force, however far away")
  func strength() throws {
    let space = try Space(timeStep: 1 / 120.0)
    let body = try body(mass: 2, in: space)
    let spring = MouseSpring(id: "", anchor: .zero, target: Vector(1e8, 0))
    let pull = try #require(spring.pull(on: body, step: 1 / 120.0, worldSize: 300))
    #expect(abs(pull.impulse.length - 2 * 120 * 300 / 120.0) < 1e-6)
  }

  @Test("pulls only dynamic bodies")
  func others() throws {
    let spring = MouseSpring(id: "", anchor: .zero, target: Vector(1, 0))
    #expect(spring.pull(on: Body.kinematic(), step: 1 / 120.0, worldSize: 300) == nil)
    #expect(spring.pull(on: Body.static(), step: 1 / 120.0, worldSize: 300) == nil)
  }
}
