import Chipmunk
import TestSupport
import Testing

// Two edges on one line, but for rounding: in about one of a thousand such pairs a debug build of the C
// library, left to itself, ends the process.
@Suite("Coincident edges")
struct EdgeOnEdgeTests {
  @Test("can be tested for overlap at any angle")
  func overlap() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let space = try Space()
      let pair = try addSegments(at: .zero, to: space, &random).map { $0.shapes[0] }
      _ = try pair[0].overlap(with: pair[1])
      _ = try pair[1].overlap(with: pair[0])
    }
  }

  @Test("hide no other hits of a query")
  func queries() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<5000 {
      let space = try Space()
      let pair = try addSegments(at: .zero, to: space, &random)
      let ball = try addBall(at: .zero, to: space).shapes[0]
      #expect(try space.shapeQuery(pair[0].shapes[0]).contains { $0.shape === ball })
    }
  }

  @Test("lose no other pair's contact in a step, and repeat none")
  func steps() throws {
    var random = SplitMix64(seed: 3)
    for index in 0..<20_000 {
      let space = try Space()
      // The index reaches the balls before or after the segments.
      let early = try addBalls(at: Vector(index.isMultiple(of: 2) ? -40 : 40, 0), to: space)
      let pair = try addSegments(at: .zero, to: space, &random)
      let late = try addBalls(at: Vector(0, index.isMultiple(of: 3) ? -40 : 40), to: space)
      // So fast that the index searches for their pairs again, and then keeps them.
      for ball in early + late { try ball.set(\.velocity, to: Vector(3000, 3000)) }
      let calls = Calls(on: space.addHandler(for: .pair(1, 1)))
      try space.step()
      for ball in early + late { try ball.set(\.velocity, to: .zero) }
      try pair[0].set(\.position, to: Vector(-99, -99))
      try space.steps(3)
      #expect(calls.begin == 2)
      #expect(calls.preSolve == 8)
      #expect(calls.postSolve == 8)
      #expect(calls.separate == 0)
    }
  }

  /// Two balls that overlap by less than the slop and remain in place.
  private func addBalls(at place: Vector, to space: Space) throws -> [Body] {
    try [-9.98, 9.98].map { try addBall(at: place + Vector($0, 0), to: space, type: 1) }
  }

  /// Two collinear segments of different lengths.
  private func addSegments(
    at place: Vector,
    to space: Space,
    _ random: inout SplitMix64
  ) throws -> [Body] {
    let angle = Double.random(in: -3...3, using: &random)
    let (long, short) = (1.0, Double.random(in: 0.1...1, using: &random))
    let along = Double.random(in: -long...long, using: &random)
    return try [(long, 0), (short, along)].map { length, along in
      let body = try Body(mass: 1, moment: 1)
      let end = Vector(length, 0)
      try body.addShape(.segment(from: -end, to: end))
      try body.set(\.angle, to: angle)
      try body.set(\.position, to: place + Vector(along, 0).rotated(by: angle))
      try space.add(body)
      return body
    }
  }
}
