import Motion
import Testing

@Suite("Animation group")
struct AnimationGroupTests {
  struct Card: Sendable, Equatable {
    var x = 0.0
    var y = 0.0
  }

  func ramp(_ duration: Double, begin: Double = 0, fill: MediaTiming.FillMode = .removed) throws
    -> BasicAnimation<Double>
  {
    try BasicAnimation(
      from: 0,
      to: 10,
      timing: MediaTiming(beginTime: begin, duration: duration, fillMode: fill)
    )
  }

  @Test("plays children in its own time, and clips what lies beyond its duration")
  func clips() throws {
    let group = try AnimationGroup<Card>(
      [ramp(4).of(\.x), ramp(1, begin: 1).of(\.y)],
      timing: MediaTiming(beginTime: 10, duration: 2)
    )
    let start = Card(x: -1, y: -2)
    #expect(group.value(at: 9, over: start) == start)
    #expect(group.value(at: 10.5, over: start) == Card(x: 1.25, y: -2))
    #expect(group.value(at: 11.5, over: start) == Card(x: 3.75, y: 5))
    #expect(group.value(at: 12.1, over: start) == start)
  }

  @Test("lasts as long as its longest child, at the group's speed")
  func natural() throws {
    let group = try AnimationGroup<Double>(
      [ramp(1), ramp(2, begin: 1)],
      timing: MediaTiming(speed: 2)
    )
    #expect(group.duration == 3)
    #expect(group.activeSpan == 0...1.5)
    #expect(group.value(at: 1, over: 0) == 5)
  }

  @Test("holds its children's last values when it fills, and repeats and reverses them")
  func fills() throws {
    let timing = try MediaTiming(repeatCount: 2, autoreverses: true, fillMode: .both)
    let group = try AnimationGroup<Double>([ramp(1)], timing: timing)
    #expect(group.value(at: 1, over: 7) == 10)
    #expect(group.value(at: 1.25, over: 7) == 7.5)
    #expect(group.value(at: 2.25, over: 7) == 2.5)
    #expect(group.value(at: 99, over: 7) == 0)
  }

  @Test("nests, each with its own time")
  func nests() throws {
    let inner = try AnimationGroup<Double>([ramp(1)], timing: MediaTiming(beginTime: 1, speed: 0.5))
    let outer = try AnimationGroup<Double>([inner], timing: MediaTiming(beginTime: 5, speed: 2))
    #expect(outer.naturalDuration == 3)
    #expect(outer.value(at: 6, over: -1) == 5)
    #expect(outer.value(at: 5.25, over: -1) == -1)
  }

  @Test("applies later children over earlier ones, and additive ones on top")
  func stacks() throws {
    let add = try BasicAnimation(from: 1.0, to: 1, timing: MediaTiming(duration: 1)).additive()
    let low = try BasicAnimation(from: 5.0, to: 5, timing: MediaTiming(duration: 1))
    #expect(try AnimationGroup<Double>([add, ramp(1), low]).value(at: 0.5, over: 0) == 6)
    #expect(try AnimationGroup<Double>([low, ramp(1), add]).value(at: 0.4, over: 0) == 5)
  }

  @Test("applies its timing function to its children's time")
  func eased() throws {
    let group = try AnimationGroup<Double>([ramp(2)]).eased(.ease(.in, .quad))
    #expect(group.value(at: 1, over: 0) == 2.5)
  }

  @Test("needs a duration for a child that never ends")
  func endless() throws {
    let forever = try BasicAnimation(
      from: 0.0,
      to: 1,
      timing: MediaTiming(duration: 1, repeatCount: .infinity)
    )
    #expect(throws: MotionError.self) { try AnimationGroup<Double>([forever]) }
    let clipped = try AnimationGroup<Double>([forever], timing: MediaTiming(duration: 2.5))
    #expect(clipped.value(at: 2.25, over: 9) == 0.25)
    #expect(clipped.value(at: 2.75, over: 9) == 9)
  }
}
