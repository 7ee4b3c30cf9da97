import Motion
import Testing

@Suite("Basic animation")
struct BasicAnimationTests {
  static let ways: [(from: Double?, to: Double?, by: Double?, start: Double, end: Double)] = [
    (10, 30, nil, 10, 30), (10, nil, 5, 10, 15), (nil, 30, 5, 25, 30), (10, nil, nil, 10, 100),
    (nil, 30, nil, 100, 30), (nil, nil, 5, 100, 105),
  ]

  @Test("finds its ends from each pair of from, to and by, over 100", arguments: ways)
  func ends(from: Double?, to: Double?, by: Double?, start: Double, end: Double) throws {
    let animation = try BasicAnimation(
      from: from,
      to: to,
      by: by,
      timing: MediaTiming(beginTime: 2, duration: 4)
    )
    #expect(animation.value(at: 1, over: 100) == 100)
    #expect(animation.value(at: 2, over: 100) == start)
    #expect(animation.value(at: 3, over: 100) == start + (end - start) / 4)
    #expect(animation.value(at: 6, over: 100) == end)
    #expect(animation.value(at: 7, over: 100) == 100)
  }

  @Test("rejects none or all three of from, to and by, and values that are not finite")
  func refuses() {
    let all = #expect(throws: MotionError.self) { try BasicAnimation(from: 1.0, to: 2, by: 1) }
    #expect(all?.description == "the animation has from, to and by; give one or two of them")
    #expect(throws: MotionError.self) { try BasicAnimation<Double>() }
    let nan = #expect(throws: MotionError.self) {
      try BasicAnimation(from: SIMD2(1, 2), to: SIMD2(0, .nan))
    }
    #expect(nan?.parameter == "to")
  }

  @Test("takes a quarter of a second by default")
  func natural() throws {
    #expect(try BasicAnimation(from: 0.0, to: 1).value(at: 0.125, over: 9) == 0.5)
  }

  @Test("adds to the underlying value when additive, with missing ends as zero")
  func additive() throws {
    let add = try BasicAnimation(from: 10.0, to: 20, timing: MediaTiming(duration: 1)).additive()
    #expect(add.value(at: 0.5, over: 100) == 115)
    let fade = try BasicAnimation(from: -50.0, timing: MediaTiming(duration: 1)).additive()
    #expect(fade.value(at: 0.5, over: 100) == 75)
    #expect(fade.value(at: 1, over: 100) == 100)
  }

  @Test("continues from its end at each repetition when cumulative")
  func cumulative() throws {
    let timing = try MediaTiming(duration: 1, repeatCount: 3, fillMode: .forwards)
    let climb = try BasicAnimation(from: 0.0, to: 10, timing: timing).cumulative()
    #expect(climb.value(at: 0.5, over: 0) == 5)
    #expect(climb.value(at: 1.5, over: 0) == 15)
    #expect(climb.value(at: 2.5, over: 0) == 25)
    #expect(climb.value(at: 9, over: 0) == 30)
    let swing = try MediaTiming(duration: 1, repeatCount: 3, autoreverses: true)
    let there = try BasicAnimation(from: 0.0, to: 10, timing: swing).cumulative()
    #expect(there.value(at: 4.5, over: 0) == 5)
    let turn = try BasicAnimation(by: Angle(turns: 1), timing: timing).additive().cumulative()
    #expect(turn.value(at: 2.5, over: Angle(radians: 1)) == Angle(radians: 1 + 5 * .pi))
  }

  @Test("is shaped by its timing function, even past its ends")
  func eased() throws {
    let timing = try MediaTiming(duration: 1)
    let back = try BasicAnimation(from: 0.0, to: 100, timing: timing)
      .eased(.bezier(0.68, -0.55, 0.735, 1.55))
    #expect(abs(back.value(at: 0.25, over: 0) + 8.9913) < 1e-4)
    let step = TimingFunction.steps(try Steps(2, jump: .start))
    let held = try BasicAnimation(
      from: 0.0,
      to: 100,
      timing: MediaTiming(beginTime: 1, duration: 1, fillMode: .backwards),
      timingFunction: step
    )
    #expect(held.value(at: 0, over: 7) == 0)
    #expect(held.value(at: 1, over: 7) == 50)
  }

  @Test("keeps the underlying value at a time that is not a number")
  func nan() throws {
    #expect(try BasicAnimation(from: 0.0, to: 1).value(at: .nan, over: 5) == 5)
  }
}
