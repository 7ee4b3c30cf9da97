import Chipmunk
import TestSupport
import Testing

@Suite("Islands")
struct IslandsTests {
  @Test(
    "crates move as if they were alone, whatever else the space has",
    arguments: ["a pendulum", "a bouncing ball", "a high tower", "a moving platform"]
  )
  func alone(other: String) throws {
    let space = try towers(30)
    let shared = try towers(30)
    let far = Vector(5000, 0)
    switch other {
    case "a pendulum":
      let bob = try addBall(at: far + Vector(40, 500), to: shared)
      try shared.add(PivotJoint(shared.ground, bob, at: far + Vector(0, 500)))
    case "a bouncing ball":
      try addBall(at: far + Vector(0, 11), to: shared).shapes[0].set(\.elasticity, to: 1)
    case "a high tower":
      for row in 0..<12 { try addCrate(at: far + Vector(0, 16 + 32 * Double(row)), to: shared) }
    default:
      let platform = Body.kinematic()
      try platform.set(\.position, to: far)
      try platform.addShape(.box(width: 100, height: 10))
      try platform.set(\.velocity, to: Vector(10, 0))
      try shared.add(platform)
    }
    try space.steps(120)
    try shared.steps(120)
    #expect(Array(shared.bodies.map(\.state).prefix(90)) == space.bodies.map(\.state))
  }

  @Test("many islands have the same bits on any number of threads", arguments: [false, true])
  func threads(hasPlatform: Bool) throws {
    let digests = try [1, 2, 3, 8].map { threads in
      let space = try towers(60)
      for place in 0..<20 {
        let at = Vector(Double(place) * 90 - 1000, 300)
        let ball = try addBall(at: at, to: space)
        try ball.shapes[0].set(\.elasticity, to: 0.8)
        if place % 4 == 0 { try space.add(PivotJoint(space.ground, ball, at: at + Vector(30, 0))) }
      }
      if hasPlatform {
        let platform = Body.kinematic()
        try platform.addShape(.box(width: 100, height: 10))
        try platform.set(\.velocity, to: Vector(20, 0))
        try space.add(platform)
      }
      return try space.digest(ofSteps: 90, onThreads: threads)
    }
    #expect(Set(digests).count == 1)
  }

  /// Towers of three crates, which do not touch each other and slide a little.
  private func towers(_ count: Int) throws -> Space {
    let space = try spaceWithFloor()
    try space.setGravity(Vector(150, -1000))
    for tower in 0..<count {
      let x = Double(tower) * 60 - 30 * Double(count)
      for row in 0..<3 {
        try addCrate(at: Vector(x + Double(row), 17 + 32.5 * Double(row)), to: space)
      }
    }
    return space
  }
}
