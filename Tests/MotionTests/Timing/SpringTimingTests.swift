import Motion
import Testing

@Suite("Spring as a timing function")
struct SpringTimingTests {
  @Test("runs from exactly 0 to exactly 1 over the settling duration, and overshoots between")
  func ends() throws {
    let timing = try SpringTiming(Spring(mass: 1, stiffness: 100, damping: 4))
    #expect(timing(0) == 0)
    #expect(timing(1) == 1)
    #expect(abs(timing(1.0.nextDown) - 1) < 1e-12)
    #expect(timing.duration == timing.spring.settlingDuration())
    let highest = (0...1000).map { timing(Double($0) / 1000) }.max() ?? 0
    // The first overshoot of damping ratio 0.2 is e^(−πζ/√(1−ζ²)).
    #expect(abs(highest - 1 - 0.526_6) < 1e-3)
  }

  @Test("stays within epsilon of the spring itself")
  func follows() throws {
    let spring = try Spring(mass: 1, stiffness: 80, damping: 9)
    let timing = try SpringTiming(spring, initialVelocity: 2, epsilon: 0.01)
    for i in 0...100 {
      let t = Double(i) / 100
      let state = spring.state(
        at: t * timing.duration,
        from: .init(displacement: 1, velocity: -2)
      )
      #expect(abs(timing(t) - (1 - state.displacement)) <= 0.0101)
    }
  }

  @Test("needs a spring that settles")
  func refuses() throws {
    let endless = try Spring(damping: 0)
    #expect(throws: MotionError.self) { try SpringTiming(endless) }
    let spring = try Spring()
    #expect(throws: MotionError.self) { try SpringTiming(spring, epsilon: 0) }
    #expect(throws: MotionError.self) { try SpringTiming(spring, initialVelocity: .nan) }
  }
}
