import Motion
import Testing

@Suite("Spring animation")
struct SpringAnimationTests {
  @Test("is exactly at its target at the end of its active span, whenever it begins")
  func settledEnd() throws {
    let rest = try SpringAnimation(from: 0, to: 9, spring: Spring(stiffness: 70, damping: 6))
    for begin in stride(from: 0.1, to: 20, by: 0.37) {
      let animation = try rest.delayed(by: begin)
      #expect(animation.value(at: animation.activeSpan.upperBound, over: 5) == 9)
    }
  }

  @Test("swings to its target and is exactly there when it has settled")
  func settles() throws {
    let spring = try Spring(mass: 1, stiffness: 100, damping: 5)
    let animation = try SpringAnimation(from: 77.0, to: 455, spring: spring)
    #expect(animation.duration == spring.settlingDuration())
    #expect(animation.value(at: 0, over: 0) == 77)
    #expect(animation.value(at: animation.duration, over: 0) == 455)
    #expect(animation.value(at: 0.33, over: 0) > 455)
    let state = spring.state(at: 0.2, from: .init(displacement: -378))
    #expect(abs(animation.value(at: 0.2, over: 0) - 455 - state.displacement) < 1e-9)
  }

  @Test("starts with its initial velocity, separate for each component")
  func velocity() throws {
    let animation = try SpringAnimation(
      from: SIMD2(0.0, 0),
      to: [10, 0],
      spring: Spring(),
      initialVelocity: [0, 100]
    )
    let start = animation.value(at: 1e-6, over: .zero)
    #expect(abs(start.y / 1e-6 - 100) < 0.1)
    #expect(abs(start.x) < 1e-6)
  }

  @Test("keeps value and velocity when it is given another target while running")
  func retargets() throws {
    let spring = try Spring(mass: 1, stiffness: 80, damping: 6)
    let first = try SpringAnimation(
      from: SIMD2(0.0, 5),
      to: [100, 5],
      spring: spring,
      timing: MediaTiming(beginTime: 2)
    )
    let second = try first.retargeted(to: [-40, 60], at: 2.3, over: .zero)
    let h = 1e-6
    #expect(isNear(second.value(at: 2.3, over: .zero), first.value(at: 2.3, over: .zero)))
    let before = (first.value(at: 2.3, over: .zero) - first.value(at: 2.3 - h, over: .zero)) / h
    let after = (second.value(at: 2.3 + h, over: .zero) - second.value(at: 2.3, over: .zero)) / h
    #expect(before.x > 100)
    #expect(isNear(before, after, within: 0.05))
    #expect(isNear(second.value(at: 2.3 + second.duration, over: .zero), [-40, 60]))
    // Again, from an animation that was itself retargeted.
    let third = try second.retargeted(to: .zero, at: 2.5, over: .zero)
    let again = (third.value(at: 2.5 + h, over: .zero) - third.value(at: 2.5, over: .zero)) / h
    let was = (second.value(at: 2.5, over: .zero) - second.value(at: 2.5 - h, over: .zero)) / h
    #expect(isNear(again, was, within: 0.05))
  }

  @Test(
    "keeps both also if it is eased, plays backwards or repeats",
    arguments: [
      (1, 1, false, .easeIn), (1, 1, false, .easeInEaseOut), (-0.5, 1, false, .linear),
      (1, 1, true, .easeOut), (2, 3, true, .linear),
    ] as [(Double, Double, Bool, TimingFunction)]
  )
  func retargetsTimed(speed: Double, count: Double, isBack: Bool, function: TimingFunction) throws {
    let first = try SpringAnimation(
      from: 5.0,
      to: 100,
      spring: Spring(mass: 1, stiffness: 80, damping: 6),
      timing: MediaTiming(speed: speed, repeatCount: count, autoreverses: isBack)
    ).eased(function)
    let h = 1e-6
    for share in [0.05, 0.2, 0.6] {
      let span = first.activeSpan
      let time = span.lowerBound + share * (span.upperBound - span.lowerBound)
      let second = try first.retargeted(to: -40, at: time, over: 0)
      let (here, there) = (first.value(at: time, over: 0), second.value(at: time, over: 0))
      #expect(abs(here - there) < 1e-9)
      let before = (here - first.value(at: time - h, over: 0)) / h
      let after = (second.value(at: time + h, over: 0) - there) / h
      #expect(abs(before - after) < 0.05)
    }
  }

  @Test("starts afresh from its end, or its beginning, if it was not running")
  func retargetsAtRest() throws {
    let first = try SpringAnimation(
      from: 0.0,
      to: 10,
      spring: Spring(),
      timing: MediaTiming(beginTime: 2)
    )
    #expect(try first.retargeted(to: 5, at: 99, over: 0).value(at: 99, over: 0) == 10)
    #expect(try first.retargeted(to: 5, at: 99, over: 0).initialVelocity == nil)
    #expect(try first.retargeted(to: 5, at: 1, over: 0).value(at: 1, over: 0) == 0)
    let back = try SpringAnimation(
      from: 0.0,
      to: 10,
      spring: Spring(),
      timing: MediaTiming(speed: -1)
    )
    #expect(try back.retargeted(to: 5, at: 99, over: 0).value(at: 99, over: 0) == 0)
  }

  @Test("needs a duration without damping")
  func endless() throws {
    let spring = try Spring(damping: 0)
    #expect(throws: MotionError.self) { try SpringAnimation(from: 0.0, to: 1, spring: spring) }
    let timed = try SpringAnimation(
      from: 0.0,
      to: 1,
      spring: spring,
      timing: MediaTiming(duration: 10)
    )
    #expect(timed.value(at: .pi / 10, over: 0) > 1.999)
  }
}
