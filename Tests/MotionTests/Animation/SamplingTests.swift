import Motion
import Testing

@Suite("Sampling")
struct SamplingTests {
  @Test("plays like the original within the tolerance of straight pieces")
  func tolerance() throws {
    let timing = try MediaTiming(
      beginTime: 0.3,
      duration: 1.7,
      speed: 0.8,
      repeatCount: 1.5,
      autoreverses: true,
      fillMode: .both
    )
    let original = try BasicAnimation(from: 77.0, to: 455, timing: timing).eased(.easeInEaseOut)
    for rate in [60.0, 240] {
      let samples = try original.sampled(over: 0, rate: rate)
      // The curve bends by less than 6 lengths per duration² (at its ends, from the Bézier).
      let seconds = 1.7 / 0.8
      let bound = 378 * 8 / (seconds * seconds) / (8 * rate * rate)
      var worst = 0.0
      for i in -100...8000 {
        let t = Double(i) / 1000
        worst = max(worst, abs(samples.value(at: t, over: 0) - original.value(at: t, over: 0)))
      }
      // At a reversal the curve is flat for this function, so the bound holds there too.
      #expect(worst < bound, "\(worst) at \(rate)")
      #expect(worst > bound / 100)
    }
  }

  @Test("reads exactly the original at each sample, and the very end")
  func exact() throws {
    let original = try BasicAnimation(
      from: 0.0,
      to: 1,
      timing: MediaTiming(beginTime: 2, duration: 0.99)
    ).eased(.bounceEaseOut)
    let samples = try original.sampled(over: 0)
    #expect(samples.values.count == 61)
    #expect(samples.values.last == 1)
    #expect(samples.keyTimes.last == 1)
    for i in 0..<60 {
      let t = 2 + Double(i) / 60
      #expect(abs(samples.value(at: t, over: 0) - original.value(at: t, over: 0)) < 1e-9)
    }
  }

  @Test("stays additive, and reads any animation: groups, paths, springs")
  func kinds() throws {
    let add = try BasicAnimation(by: 10.0, timing: MediaTiming(duration: 1)).additive()
    #expect(abs(try add.sampled(over: 3).value(at: 0.51, over: 100) - 105.1) < 1e-9)
    let spring = try SpringAnimation(from: 0.0, to: 1, spring: Spring())
    let path = try PathAnimation<SIMD2<Double>>(
      along: Path(ellipseIn: Rect(x: 0, y: 0, width: 2, height: 2))
    )
    let group = try AnimationGroup<Double>([spring, add])
    #expect(
      abs(try spring.sampled(over: 0).value(at: 0.2, over: 0) - spring.value(at: 0.2, over: 0))
        < 0.01
    )
    let (a, b) = (
      try path.sampled(over: .zero).value(at: 0.1, over: .zero), path.value(at: 0.1, over: .zero)
    )
    #expect(isNear(a, b, within: 0.03))
    #expect(
      abs(try group.sampled(over: 0).value(at: 0.5, over: 0) - group.value(at: 0.5, over: 0)) < 0.02
    )
  }

  @Test("comes back from samples to the few keyframes they were made of")
  func simplified() throws {
    let original = try KeyframeAnimation(
      values: [0.0, 10, -10, 10, 0],
      keyTimes: [0, 0.125, 0.5, 0.75, 1],
      timing: MediaTiming(duration: 1)
    )
    let samples = try original.sampled(over: 0, rate: 64)
    #expect(samples.values.count == 65)
    let few = samples.simplified(tolerance: 1e-9)
    #expect(few.values == original.values)
    #expect(few.keyTimes == original.keyTimes)
    let bounce = try BasicAnimation(from: 0.0, to: 100, timing: MediaTiming(duration: 1))
      .eased(.bounceEaseOut).sampled(over: 0)
    let rough = bounce.simplified(tolerance: 2)
    #expect(rough.values.count < 30)
    for (t, value) in zip(bounce.keyTimes, bounce.values) {
      #expect(abs(rough.value(at: t, over: 0) - value) <= 2 + 1e-9)
    }
  }

  @Test("reads any function of time")
  func function() throws {
    let parabola = try KeyframeAnimation(sampledFrom: 1, to: 3, rate: 10) { $0 * $0 }
    #expect(parabola.values.count == 21)
    #expect(parabola.value(at: 2, over: 0) == 4)
    #expect(try KeyframeAnimation(sampledFrom: 1, to: 1) { $0 }.value(at: 1, over: 0) == 1)
  }

  @Test("reads both ends of a span far shorter than a sample")
  func shortSpan() throws {
    let samples = try KeyframeAnimation(sampledFrom: 0, to: 1, rate: 1e-10) { $0 }
    #expect(samples.values == [0, 1])
    #expect(samples.keyTimes == [0, 1])
  }

  @Test("rejects endless animations, and invalid rates")
  func refuses() throws {
    let forever = try BasicAnimation(
      from: 0.0,
      to: 1,
      timing: MediaTiming(duration: 1, repeatCount: .infinity)
    )
    #expect(throws: MotionError.self) { try forever.sampled(over: 0) }
    #expect(throws: MotionError.self) {
      try KeyframeAnimation(sampledFrom: 0, to: 1, rate: 0) { $0 }
    }
    #expect(throws: MotionError.self) { try KeyframeAnimation(sampledFrom: 2, to: 1) { $0 } }
    #expect(throws: MotionError.self) {
      try KeyframeAnimation(sampledFrom: 0, to: 1e9, rate: 1e9) { $0 }
    }
  }
}
