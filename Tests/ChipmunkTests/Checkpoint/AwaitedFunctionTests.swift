import Chipmunk
import Testing

@Suite("Closures of restored spaces")
struct AwaitedFunctionTests {
  @Test("are required, each by its name, before the first step")
  func waited() throws {
    let space = try Self.space()
    let twin = try Space(restoring: Checkpoint(space.checkpoint().text))
    let spring = try #require(twin.constraints[0] as? DampedSpring)
    let rotary = try #require(twin.constraints[1] as? DampedRotarySpring)
    let steps: [(String, () -> Void)] = [
      ("velocityFunction of body 1", { twin.bodies[0].velocityFunction = { $0.integrate() } }),
      ("positionFunction of body 2", { twin.bodies[1].positionFunction = { $0.integrate() } }),
      ("preSolve of constraint 0", { spring.preSolve = { _ in } }),
      ("postSolve of constraint 0", { spring.postSolve = { _ in } }),
      ("force of constraint 0", { spring.force = { _, length in 100 - length } }),
      ("torque of constraint 1", { rotary.torque = { _, angle in -angle } }),
    ]
    for (name, set) in steps {
      let error = #expect(throws: PhysicsError.self) { try twin.step() }
      #expect(error?.code == .closureMissing)
      #expect(error?.subject.contains(name) == true)
      #expect(throws: PhysicsError.self) { try twin.checkpoint() }
      set()
    }
    for _ in 0..<600 {
      try space.step()
      try twin.step()
    }
    #expect(space.states == twin.states)
    #expect(try twin.checkpoint() == space.checkpoint())
  }

  @Test("are not required once their bodies have gone")
  func gone() throws {
    let twin = try Space(restoring: Self.space().checkpoint())
    for body in twin.bodies { try twin.remove(body) }
    try twin.step()
  }

  private static func space() throws -> Space {
    let space = try spaceWithFloor()
    let (a, b) = try (
      addBall(at: Vector(0, 100), to: space), addBall(at: Vector(50, 90), to: space)
    )
    a.velocityFunction = { $0.integrate() }
    b.positionFunction = { $0.integrate() }
    let spring = try DampedSpring(a, b, restLength: 0, stiffness: 0, damping: 1)
    spring.force = { _, length in 100 - length }
    (spring.preSolve, spring.postSolve) = ({ _ in }, { _ in })
    let rotary = try DampedRotarySpring(a, b, stiffness: 0, damping: 1)
    rotary.torque = { _, angle in -angle }
    try space.add(spring)
    try space.add(rotary)
    for _ in 0..<50 { try space.step() }
    return space
  }
}
