import Chipmunk

/// An actor that owns a space and steps it in the background. It returns only sendable values.
actor World {
  private let space: Space
  private let ball: Body

  init(height: Double) throws {
    space = try Space()
    space.gravity = Vector(0, -1000)
    try space.ground.addShape(.segment(from: Vector(-500, 0), to: Vector(500, 0)), elasticity: 1)
    ball = try Body(mass: 1, shape: .circle(radius: 10), elasticity: 0.8)
    ball.position = Vector(0, height)
    try space.add(ball)
  }

  /// Steps for some simulated time, yielding to other callers, and returns the ball's state.
  func run(seconds: Double) async throws -> BodyState {
    let last = space.tick + Int(seconds / space.timeStep)
    while space.tick < last {
      try space.step()
      if space.tick.isMultiple(of: 64) { await Task.yield() }
    }
    return ball.state
  }

  func kick() { ball.applyImpulse(Vector(0, 500), at: ball.position) }
}

@main
enum Background {
  static func main() async throws {
    let worlds = try [100.0, 200, 300].map { try World(height: $0) }
    try await withThrowingTaskGroup { group in
      for (number, world) in worlds.enumerated() {
        group.addTask { (number, try await world.run(seconds: 5)) }
      }
      for try await (number, state) in group { print("world \(number): y \(state.position.y)") }
    }
    await worlds[0].kick()
    print("after a kick: \(try await worlds[0].run(seconds: 0.5).position.y)")
  }
}
