import Motion
import Testing

@Suite("Settling of a spring")
struct SettlingTests {
  @Test(
    "lasts until the spring stays within epsilon, in all regimes and whatever its first velocity",
    arguments: [1.0, 10, 19.999999, 20, 20.000001, 50, 400],
    [-200.0, -3, 0, 3, 12, 30, 500]
  )
  func settles(damping: Double, velocity: Double) throws {
    let spring = try Spring(mass: 1, stiffness: 100, damping: damping)
    for epsilon in [0.001, 0.1] {
      let time = spring.settlingDuration(initialVelocity: velocity, epsilon: epsilon)
      let start = Spring.State(displacement: 1, velocity: -velocity)
      for i in 0...2000 {
        let state = spring.state(at: time * (1 + Double(i) / 500), from: start)
        #expect(abs(state.displacement) <= epsilon * (1 + 1e-9))
      }
      // And no longer than necessary: within the previous swing, it was outside.
      let isCreeping = damping >= 20
      let period = isCreeping ? time * 1e-6 : 2 * .pi / 10
      let before = (0...1000).map { time - period * (1 + Double($0) / 100) }.filter { $0 > 0 }
      let outside = before.contains {
        abs(spring.state(at: $0, from: start).displacement) > epsilon * 0.9
      }
      #expect(outside || time < period)
    }
  }

  @Test("never ends without damping")
  func endless() throws {
    #expect(try Spring(damping: 0).settlingDuration() == .infinity)
  }

  @Test(
    "never ends within a fraction that is not above 0",
    arguments: [0.0, -1, .nan, -Double.infinity]
  )
  func noFraction(epsilon: Double) throws {
    #expect(try Spring().settlingDuration(epsilon: epsilon) == .infinity)
  }
}
