import Motion
import Testing

@Suite("Spring")
struct SpringTests {
  static let springs: [Spring] = [
    (1, 100, 10), (1, 100, 20), (1, 100, 50), (2, 30, 0), (0.5, 400, 28), (1, 100, 19.9999999),
    (1, 100, 20.0000001), (3, 1, 500), (1, 1e6, 1),
  ].compactMap { try? Spring(mass: $0.0, stiffness: $0.1, damping: $0.2) }

  @Test("satisfies m·x″ + c·x′ + k·x = 0 in all three regimes", arguments: springs)
  func differentialEquation(spring: Spring) {
    let start = Spring.State(displacement: 2, velocity: -3)
    let scale = spring.stiffness * 2
    for i in 0...100 {
      let t = Double(i) / 20 / spring.angularFrequency * 4
      let h = 1e-4 / (spring.angularFrequency * max(1, spring.dampingRatio))
      let (a, b) = (spring.state(at: t, from: start), spring.state(at: t + 2 * h, from: start))
      let middle = spring.state(at: t + h, from: start)
      // x′ is the change of x, and x″ that of x′.
      let velocity = (b.displacement - a.displacement) / (2 * h)
      let acceleration = (b.velocity - a.velocity) / (2 * h)
      let speed = 2 * spring.angularFrequency * max(1, spring.dampingRatio) + 3
      #expect(abs(velocity - middle.velocity) < 1e-6 * speed)
      let rest =
        spring.mass * acceleration + spring.damping * middle.velocity
        + spring.stiffness * middle.displacement
      #expect(abs(rest) < 1e-5 * max(scale, spring.damping * speed))
    }
  }

  @Test("begins in the given state", arguments: springs)
  func start(spring: Spring) {
    let start = Spring.State(displacement: 2, velocity: -3)
    let state = spring.state(at: 0, from: start)
    #expect(abs(state.displacement - 2) < 1e-15)
    #expect(abs(state.velocity + 3) < 1e-12)
  }

  @Test("follows the textbook in each regime")
  func textbook() throws {
    let critical = try Spring(mass: 1, stiffness: 100, damping: 20)
    // x = (1 + 10t)·e^(−10t) at t = 0.1 is 2/e.
    let x = critical.state(at: 0.1, from: .init(displacement: 1)).displacement
    #expect(abs(x - 0.735758882342884643) < 1e-15)
    let free = try Spring(mass: 1, stiffness: 4 * .pi * .pi, damping: 0)
    #expect(abs(free.state(at: 0.5, from: .init(displacement: 1)).displacement + 1) < 1e-14)
    // Roots −10 and −1000: x = (1000·e^(−10t) − 10·e^(−1000t)) / 990.
    let over = try Spring(mass: 1, stiffness: 10_000, damping: 1010)
    let y = over.state(at: 0.1, from: .init(displacement: 1)).displacement
    #expect(abs(y - 1000 * 0.367879441171442322 / 990) < 1e-14)
  }

  @Test("has the same limit at critical damping from both sides")
  func nearCritical() throws {
    let states = try [-1e-6, -1e-12, 0, 1e-12, 1e-6].map {
      try Spring(mass: 1, stiffness: 100, damping: 20 * (1 + $0))
        .state(at: 0.17, from: .init(displacement: 1, velocity: 2))
    }
    for state in states {
      #expect(abs(state.displacement - states[2].displacement) < 1e-5)
      #expect(abs(state.velocity - states[2].velocity) < 1e-4)
    }
  }

  @Test("takes a duration and a bounce")
  func bounce() throws {
    let half = try Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(half.dampingRatio - 0.7) < 1e-15)
    #expect(abs(half.angularFrequency - 4 * .pi) < 1e-14)
    #expect(try Spring(duration: 0.5).dampingRatio == 1)
    #expect(abs(try Spring(duration: 0.5, bounce: -0.5).dampingRatio - 2) < 1e-15)
    #expect(try Spring(duration: 0.5, bounce: 1).damping == 0)
  }

  @Test("never gives NaN")
  func finite() throws {
    let spring = try Spring(mass: 1, stiffness: 100, damping: 3)
    let big = Double.greatestFiniteMagnitude
    for spring in Self.springs + [spring] {
      for start in [Spring.State(displacement: big, velocity: -big), .init(displacement: -big)] {
        for t in [-1, 0, 1e-300, 1, 1e9, big] {
          let state = spring.state(at: t, from: start)
          #expect(state.displacement.isFinite && state.velocity.isFinite)
        }
      }
    }
  }

  @Test("rejects constants out of range, with the remedy")
  func refuses() {
    #expect(throws: MotionError("mass", is: "0", remedy: "give a finite number above 0")) {
      try Spring(mass: 0)
    }
    #expect(throws: MotionError.self) { try Spring(stiffness: -1) }
    #expect(throws: MotionError.self) { try Spring(damping: .nan) }
    #expect(throws: MotionError.self) { try Spring(mass: 1e-300, stiffness: 1e300) }
    #expect(throws: MotionError.self) { try Spring(duration: 0) }
    #expect(throws: MotionError.self) { try Spring(duration: 1, bounce: -1) }
    #expect(throws: MotionError.self) { try Spring(duration: 1, bounce: 1.1) }
  }

  @Test(
    "names a duration or a bounce out of range, and computes with its limits",
    arguments: [
      (0.0, 0.0, "duration"), (1e-100, 0, "duration"), (1e100, 0, "duration"), (1, -1, "bounce"),
    ]
  )
  func limits(_ duration: Double, _ bounce: Double, _ parameter: String) throws {
    let error = #expect(throws: MotionError.self) { try Spring(duration: duration, bounce: bounce) }
    #expect(error?.description.hasPrefix("\(parameter) is ") == true)
    for duration in [1e-99, 1, 1e99] {
      for bounce in [-0.999_999, 1] { _ = try Spring(duration: duration, bounce: bounce) }
    }
  }
}
