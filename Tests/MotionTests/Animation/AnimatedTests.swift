import Motion
import Synchronization
import Testing

@Suite("Animated value")
struct AnimatedTests {
  /// The arguments of completion calls, in order.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  func ramp(
    _ from: Double,
    _ to: Double,
    fill: MediaTiming.FillMode = .removed,
    removed: Bool = true
  ) throws -> BasicAnimation<Double> {
    try BasicAnimation(
      from: from,
      to: to,
      timing: MediaTiming(duration: 1, fillMode: fill, isRemovedOnCompletion: removed)
    )
  }

  @Test("presents its animation while that is active, and its model before and after")
  func presentation() throws {
    var value = Animated(100.0)
    try value.add(ramp(0, 10), at: 5)
    #expect(value.model == 100)
    #expect([4.9, 5, 5.5, 6, 6.1].map(value.presentation(at:)) == [100, 0, 5, 10, 100])
    value.model = 7
    #expect(value.presentation(at: 9) == 7)
  }

  @Test("names the time or the delay that is not finite")
  func hostileTimes() throws {
    var value = Animated(0.0)
    let added = #expect(throws: MotionError.self) { try value.add(ramp(0, 10), at: .nan) }
    #expect(added?.description == "time is nan; give a finite number")
    let late = #expect(throws: MotionError.self) { try value.animate(to: 1, at: .infinity) }
    #expect(late?.description == "time is inf; give a finite number")
    let delayed = #expect(throws: MotionError.self) { try value.animate(to: 1, delay: .nan) }
    #expect(delayed?.description == "delay is nan; give a finite number")
    #expect(value.model == 0 && !value.isAnimating(at: 0))
  }

  @Test("stacks later animations over earlier ones, and additive ones on top")
  func stacks() throws {
    var value = Animated(100.0)
    try value.add(ramp(1, 1).additive(), forKey: "add")
    try value.add(ramp(0, 10), forKey: "low")
    try value.add(ramp(50, 60), forKey: "high")
    #expect(value.animationKeys == ["low", "high", "add"])
    #expect(value.presentation(at: 0.5) == 56)
    value.removeAnimation(forKey: "high")
    #expect(value.presentation(at: 0.5) == 6)
    value.removeAnimation(forKey: "low")
    #expect(value.presentation(at: 0.5) == 101)
    value.removeAllAnimations()
    #expect(value.presentation(at: 0.5) == 100)
  }

  @Test("starts a new animation beneath additive ones without a jump")
  func startsBeneathAdditive() throws {
    var value = Animated(0.0)
    try value.add(ramp(5, 5).additive())
    var other = value
    try value.animate(to: 10, at: 0.5, duration: 1)
    #expect(value.presentation(at: 0.5) == 5)
    #expect(value.presentation(at: 1) == 10)
    let step = try BasicAnimation(by: 3.0, timing: MediaTiming(duration: 1))
    try other.add(step, at: 0.5)
    #expect([0.5, 1].map(other.presentation(at:)) == [5, 6.5])
  }

  @Test("replaces an animation by another with its key")
  func keys() throws {
    var value = Animated(0.0)
    try value.add(ramp(0, 10), forKey: "x")
    try value.add(ramp(20, 20), forKey: "x")
    #expect(value.animationKeys == ["x"])
    #expect(value.presentation(at: 0.5) == 20)
    #expect(value.animation(forKey: "x")?.value(at: 0.5, over: 0) == 20)
    #expect(value.animation(forKey: "y") == nil)
  }

  @Test("holds a copy of the animation it was given")
  func copies() throws {
    var value = Animated(0.0)
    var animation = try ramp(0, 10)
    try value.add(animation)
    animation.timingFunction = .ease(.in, .quint)
    #expect(value.presentation(at: 0.5) == 5)
    var copy = value
    copy.removeAllAnimations()
    #expect(value.presentation(at: 0.5) == 5)
  }

  @Test("keeps the last value only if the animation fills forwards and is not removed")
  func removedOnCompletion() throws {
    for (fill, removed, expected) in [
      (MediaTiming.FillMode.forwards, true, 100.0), (.forwards, false, 10), (.removed, false, 100),
    ] {
      var value = Animated(100.0)
      try value.add(ramp(0, 10, fill: fill, removed: removed), forKey: "x")
      #expect(value.presentation(at: 2) == expected)
      value.advance(to: 2)
      #expect(value.presentation(at: 2) == expected)
      #expect(value.animationKeys == (removed ? [] : ["x"]))
    }
  }

  @Test("calls completions once, in the order of the ends, and says which were cut short")
  func completions() throws {
    let log = Log()
    var value = Animated(0.0)
    try value.add(ramp(0, 1), forKey: "late", at: 1) { log.add("late \($0)") }
    try value.add(ramp(0, 1), forKey: "early") { log.add("early \($0)") }
    try value.add(ramp(0, 1), forKey: "cut", at: 3) { log.add("cut \($0)") }
    value.advance(to: 0.9)
    #expect(log.all.isEmpty)
    value.advance(to: 2)
    #expect(value.presentation(at: 2) == 1)
    value.advance(to: 2.5)
    value.removeAnimation(forKey: "cut")
    #expect(log.all == ["early true", "late true", "cut false"])
  }

  @Test("animates to a new model as a view does, after a delay, from the presented value")
  func animate() throws {
    let log = Log()
    var value = Animated(0.0)
    try value.animate(to: 10, at: 1, duration: 2, delay: 1, timingFunction: .linear) { _ in
      log.add("done")
    }
    #expect(value.model == 10)
    #expect([1, 1.9, 2, 3, 4, 5].map(value.presentation(at:)) == [0, 0, 0, 5, 10, 10])
    // After an interruption halfway, it continues from there.
    try value.animate(to: 0, at: 3, duration: 1, timingFunction: .linear)
    #expect([3, 3.5, 4].map(value.presentation(at:)) == [5, 2.5, 0])
    #expect(value.isAnimating(at: 3.5) && !value.isAnimating(at: 4))
    value.advance(to: 4)
    #expect(log.all == ["done"])
  }

  @Test(
    "starts an animation with only `by` from the value shown when it is added"
  )
  func difference() throws {
    var rocket = Animated(77.0)
    try rocket.add(BasicAnimation(by: 378, timing: MediaTiming(duration: 1)), at: 2)
    rocket.model = 455
    #expect([2, 2.5, 3, 4].map(rocket.presentation(at:)) == [77, 266, 455, 455])
    // Halfway through, another animation continues from the presentation, not from the model.
    try rocket.add(BasicAnimation(by: 34, timing: MediaTiming(duration: 1)), at: 2.5)
    #expect([2.5, 3, 3.5].map(rocket.presentation(at:)) == [266, 283, 300])
  }

  @Test(
    "does the same for those of a group, a property and a spring, but not for additive ones"
  )
  func differences() throws {
    let second = try MediaTiming(duration: 1)
    var pose = Animated(Pose(position: [1, 2], angle: Angle(radians: 3)))
    let move = try BasicAnimation(by: 10.0, timing: second).of(\Pose.position.x)
    let turn = try SpringAnimation(by: 4.0, spring: Spring(), timing: second).of(\Angle.radians)
    try pose.add(AnimationGroup([move, turn.of(\Pose.angle)]))
    try pose.add(BasicAnimation(by: 6.0, timing: second).additive().of(\Pose.position.y))
    pose.model = Pose(position: [11, 0], angle: Angle(radians: 7))
    #expect(pose.presentation(at: 0) == Pose(position: [1, 0], angle: Angle(radians: 3)))
    #expect(pose.presentation(at: 0.5).position == [6, 3])
    #expect(pose.presentation(at: 2) == pose.model)
  }

  @Test("tells the completion if the animation finished or another one interrupted it")
  func interrupted() throws {
    let log = Log()
    var value = Animated(Pose(position: [0, 0]))
    try value.animate(\.position.x, to: 10, duration: 2) { log.add("first \($0)") }
    try value.animate(\.position.y, to: 10, duration: 3) { log.add("other \($0)") }
    try value.animate(\.position.x, to: 20, at: 1, duration: 0.5) { log.add("second \($0)") }
    #expect(log.all == ["first false"])
    // An interrupted animation doesn't resume when the shorter one ends.
    #expect(value.presentation(at: 1.75).position.x == 20)
    // An animation that has already ended can't be interrupted.
    try value.animate(\.position.x, to: 0, at: 2, duration: 1) { log.add("third \($0)") }
    #expect(log.all == ["first false", "second true"])
    value.advance(to: 3)
    #expect(log.all == ["first false", "second true", "other true", "third true"])
  }

  @Test("animates one property of a larger value and leaves the others")
  func property() throws {
    var value = Animated(Pose(position: [1, 2], angle: Angle(radians: 3)))
    try value.animate(\.position.x, to: 11, duration: 1, timingFunction: .linear)
    try value.add(ramp(0, 4).of(\.radians).of(\Pose.angle))
    #expect(value.presentation(at: 0.5) == Pose(position: [6, 2], angle: Angle(radians: 2)))
    #expect(value.presentation(at: 2) == Pose(position: [11, 2], angle: Angle(radians: 3)))
  }
}
