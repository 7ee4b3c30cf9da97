import Chipmunk
import TestSupport
import Testing

/// Many bodies, and many spaces, at which the C library's trees, stacks and globals were tried.
@Suite("Hazards of many bodies")
struct NumberOfBodiesTests {
  /// The time for shapes at one position grows with the square of their number, but not faster.
  @Test(
    "at one place, in a row and on a diagonal",
    arguments: [(400, 0, 0), (4000, 1, 0), (4000, 1, 1)]
  )
  func places(count: Int, x: Double, y: Double) throws {
    let space = try Space()
    for index in 0..<count {
      let ball = try Body(mass: 1, moment: 1)
      try ball.addShape(.circle(radius: 1))
      try ball.set(\.position, to: Vector(x, y) * (3 * Double(index)))
      try space.add(ball)
    }
    try space.step()
    #expect(space.contactCount == (x == 0 ? count * (count - 1) / 2 : 0))
    try space.step()
    #expect(space.states.allSatisfy { $0.isFinite })
  }

  @Test("in spaces on threads of their own, with the same bits")
  func threads() async throws {
    let digests = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let space = try CheckpointScene.stirred.run()
          var digest = Digest()
          digest.add(space.states)
          return digest.value
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(digests.count == 1)
  }
}
