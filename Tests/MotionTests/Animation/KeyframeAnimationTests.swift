import Motion
import Testing

@Suite("Keyframe animation")
struct KeyframeAnimationTests {
  func value<V: Animatable>(_ animation: KeyframeAnimation<V>, _ t: Double) -> V {
    animation.value(atProgress: t, over: animation.values[0])
  }

  @Test("goes straight between values at even times, or at its key times")
  func linear() throws {
    let even = try KeyframeAnimation(values: [0.0, 10, 0])
    #expect(value(even, 0.25) == 5)
    #expect(value(even, 0.5) == 10)
    #expect(value(even, 1) == 0)
    let keyed = try KeyframeAnimation(values: [0.0, 10, 20], keyTimes: [0.2, 0.6, 0.6])
    #expect(value(keyed, 0.1) == 0)
    #expect(abs(value(keyed, 0.4) - 5) < 1e-12)
    #expect(value(keyed, 0.6) == 20)
    #expect(value(keyed, 0.9) == 20)
  }

  @Test("shapes each segment by a common timing function, or by its own")
  func timingFunctions() throws {
    let one = try KeyframeAnimation(values: [0.0, 1, 0], timingFunctions: [.ease(.in, .quad)])
    #expect(value(one, 0.25) == 0.25)
    #expect(value(one, 0.75) == 0.75)
    let two = try KeyframeAnimation(
      values: [0.0, 1, 0],
      timingFunctions: [.ease(.in, .quad), .ease(.out, .quad)]
    )
    #expect(value(two, 0.75) == 0.25)
  }

  @Test("holds the first and the last value outside its key times, whatever the timing function")
  func outsideKeyTimes() throws {
    let animation = try KeyframeAnimation(
      values: [10.0, 20],
      keyTimes: [0.25, 0.75],
      timingFunctions: [TimingFunction("linear(0.5, 0.9)")]
    )
    #expect([0, 0.2, 0.25, 0.75, 0.8, 1].map { value(animation, $0) } == [10, 10, 15, 19, 20, 20])
  }

  @Test("holds each value until the next one's time when discrete")
  func discrete() throws {
    let even = try KeyframeAnimation(values: ["a", "b", "c"], calculationMode: .discrete)
    #expect(
      [0, 0.33, 0.34, 0.66, 0.67, 1].map { value(even, $0) } == ["a", "a", "b", "b", "c", "c"]
    )
    for times in [[0, 0.1, 0.9], [0, 0.1, 0.9, 1]] {
      let keyed = try KeyframeAnimation(
        values: [1.0, 2, 3],
        keyTimes: times,
        calculationMode: .discrete
      )
      #expect([0.05, 0.1, 0.89, 0.95].map { value(keyed, $0) } == [1, 2, 2, 3])
    }
  }

  @Test("keeps a constant speed when paced, ignoring key times and timing functions")
  func paced() throws {
    let animation = try KeyframeAnimation(
      values: [SIMD2(0, 0), SIMD2(30, 40), SIMD2(30, 40), SIMD2(30, 90)],
      keyTimes: [0, 0.9, 0.9, 1],
      timingFunctions: [.easeIn],
      calculationMode: .paced
    )
    #expect(animation.keyTimes == [0, 0.5, 0.5, 1])
    #expect(isNear(value(animation, 0.25), [15, 20]))
    #expect(isNear(value(animation, 0.75), [30, 65]))
    let still = try KeyframeAnimation(values: [1.0, 1, 1], calculationMode: .paced)
    #expect(value(still, 0.3) == 1)
  }

  @Test("passes through every value on a smooth curve when cubic")
  func cubic() throws {
    let values: [SIMD2<Double>] = [[0, 0], [10, 20], [30, 10], [40, 40]]
    let animation = try KeyframeAnimation(
      values: values,
      keyTimes: [0, 0.2, 0.7, 1],
      calculationMode: .cubic
    )
    for (t, point) in zip([0, 0.2, 0.7, 1], values) { #expect(value(animation, t) == point) }
    // The velocity is the same on both sides of a keyframe, although the segments have different lengths.
    for t in [0.2, 0.7] {
      let h = 1e-7
      let before = (value(animation, t) - value(animation, t - h)) / h
      let after = (value(animation, t + h) - value(animation, t)) / h
      #expect(isNear(before, after, within: 1e-3))
    }
  }

  @Test("is a Catmull-Rom spline without tension, continuity and bias")
  func catmullRom() throws {
    let p = [3.0, 8, -2, 5]
    let animation = try KeyframeAnimation(values: p, calculationMode: .cubic)
    for i in 0...10 {
      let t = Double(i) / 10
      let a = -p[0] + 3 * p[1] - 3 * p[2] + p[3]
      let b = 2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]
      let expected = (2 * p[1] + (p[2] - p[0]) * t + b * t * t + a * t * t * t) / 2
      #expect(abs(value(animation, (1 + t) / 3) - expected) < 1e-12)
    }
  }

  @Test("responds to tension, continuity and bias")
  func shapes() throws {
    func spline(_ shape: CurveShape) throws -> KeyframeAnimation<Double> {
      try KeyframeAnimation(values: [0.0, 0, 10, 10], calculationMode: .cubic, shapes: [shape])
    }
    // With full tension the speed at a keyframe is 0: smoothstep between each two.
    let tight = try spline(.init(tension: 1))
    #expect(abs(value(tight, 1.25 / 3) - 10 * (3 * 0.0625 - 2 * 0.015625)) < 1e-12)
    // With continuity −1 the tangents are the chords: straight lines.
    let corner = try spline(.init(continuity: -1))
    #expect(abs(value(corner, 1.25 / 3) - 2.5) < 1e-12)
    // Bias 1 takes the chord before, bias −1 the one after.
    let (before, after) = (try spline(.init(bias: 1)), try spline(.init(bias: -1)))
    let h = 1e-7
    #expect(abs((value(before, (1 + h) / 3) - value(before, 1.0 / 3)) / h) < 1e-4)
    #expect(abs((value(after, (1 + h) / 3) - value(after, 1.0 / 3)) / h - 10) < 1e-4)
  }

  @Test("keeps its speed along the curve to a thousandth when cubic and paced")
  func cubicPaced() throws {
    let animation = try KeyframeAnimation(
      values: [SIMD2(0.0, 0), SIMD2(10, 90), SIMD2(30, 0), SIMD2(80, 10)],
      calculationMode: .cubicPaced
    )
    let points = (0...20_000).map { value(animation, Double($0) / 20_000) }
    let steps = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
    let mean = steps.reduce(0, +) / 20_000
    #expect(steps.allSatisfy { abs($0 / mean - 1) < 1e-3 })
    #expect(points[0] == [0, 0])
    #expect(points[20_000] == [80, 10])
  }

  @Test("holds a single value")
  func single() throws {
    for mode in CalculationMode.allCases {
      #expect(value(try KeyframeAnimation(values: [4.0], calculationMode: mode), 0.5) == 4)
    }
  }

  @Test("is finite for finite values, however far")
  func finite() throws {
    let big = Double.greatestFiniteMagnitude
    for mode in CalculationMode.allCases {
      let animation = try KeyframeAnimation(
        values: [SIMD2(big, -big), SIMD2(-big, 1), SIMD2(0, big), SIMD2(0, big)],
        calculationMode: mode
      )
      for t in [-1e9, 0, 0.1, 0.4, 0.6, 1, 1e9] { #expect(value(animation, t).isFinite) }
    }
  }

  @Test("rejects wrong counts and key times, and says which")
  func refuses() {
    func parameter(_ make: () throws -> KeyframeAnimation<Double>) -> String? {
      do { _ = try make() } catch { return (error as? MotionError)?.parameter }
      return nil
    }
    #expect(parameter { try .init(values: []) } == "values")
    #expect(parameter { try .init(values: [1, .nan]) } == "values[1]")
    #expect(parameter { try .init(values: [1, 2], keyTimes: [0]) } == "keyTimes")
    #expect(parameter { try .init(values: [1, 2], keyTimes: [0.5, 0.4]) } == "keyTimes[1]")
    #expect(parameter { try .init(values: [1, 2], keyTimes: [0, 1.1]) } == "keyTimes[1]")
    #expect(parameter { try .init(values: [1, 2], keyTimes: [.nan, 1]) } == "keyTimes[0]")
    let two = [TimingFunction.linear, .easeIn]
    #expect(parameter { try .init(values: [1, 2], timingFunctions: two) } == "timingFunctions")
    #expect(
      parameter { try .init(values: [1, 2, 3, 4], timingFunctions: two) } == "timingFunctions"
    )
    #expect(parameter { try .init(values: [1, 2, 3], timingFunctions: two) } == nil)
    let shape = CurveShape(tension: .nan)
    #expect(parameter { try .init(values: [1, 2], shapes: [shape]) } == "shapes[0].tension")
    #expect(parameter { try .init(values: [1, 2, 3], shapes: [.init(), .init()]) } == "shapes")
  }
}
