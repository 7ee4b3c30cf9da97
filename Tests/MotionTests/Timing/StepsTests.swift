import Motion
import Testing

@Suite("Steps")
struct StepsTests {
  static let staircases: [(Steps.Jump, [Double])] = [
    (.end, [0, 0, 0.25, 0.5, 0.75, 1]), (.start, [0.25, 0.25, 0.5, 0.75, 1, 1]),
    (.none, [0, 0, 1.0 / 3, 2.0 / 3, 1, 1]), (.both, [0.2, 0.2, 0.4, 0.6, 0.8, 1]),
  ]

  @Test("jump where CSS says", arguments: staircases)
  func jumps(jump: Steps.Jump, expected: [Double]) throws {
    let steps = try Steps(4, jump: jump)
    for (t, value) in zip([0, 0.2, 0.25, 0.5, 0.75, 1], expected) { #expect(steps(t) == value) }
  }

  @Test("have not jumped at the exact time of a jump, before the animation begins")
  func before() throws {
    #expect(try Steps(4, jump: .start)(0, isBefore: true) == 0)
    #expect(try Steps(4, jump: .end)(0.5, isBefore: true) == 0.25)
    #expect(try Steps(4, jump: .end)(0.6, isBefore: true) == 0.5)
  }

  @Test("continue in steps outside 0...1")
  func outside() throws {
    let steps = try Steps(4, jump: .end)
    #expect(steps(-0.1) == -0.25)
    #expect(steps(1.3) == 1.25)
  }

  @Test("need one step, or two without jumps at the ends")
  func refuses() {
    #expect(throws: MotionError.self) { try Steps(0) }
    #expect(throws: MotionError.self) { try Steps(1, jump: .none) }
    #expect(throws: Never.self) { try Steps(1) }
  }
}
