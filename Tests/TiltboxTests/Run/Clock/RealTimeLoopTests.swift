import Testing

@testable import Tiltbox

@Suite("Real-time loop")
struct RealTimeLoopTests {
  let clock = ManualClock(time: .seconds(1000))

  private func loop(
    _ pace: FixedStep = FixedStep(step: 0.01),
    frames rate: Double = 50
  ) -> RealTimeLoop<ManualClock> {
    RealTimeLoop(clock: clock, pace: pace, frames: FrameSchedule(rate: rate, step: pace.step))
  }

  @Test("runs each tick once, in order and at its time, and shows every frame")
  func onTime() throws {
    let loop = loop()
    var ticks: [Int] = []
    var frames: [Int] = []
    try loop.run(
      through: 1000,
      step: {
        try #require(clock.time == .seconds(1000) + .seconds(Double($0) * 0.01))
        ticks.append($0)
      },
      frame: { frames.append($0) }
    )
    #expect(ticks == Array(1...1000))
    #expect(frames == Array(stride(from: 0, through: 1000, by: 2)))
    #expect(loop.statistics.ticks == 1000)
    #expect(loop.statistics.frames == 501)
    #expect(loop.statistics.skippedFrames == 0)
    #expect(loop.statistics.lateness.max == .zero)
    #expect(loop.statistics.realTimeFactor == 1)
    #expect(clock.sleepCount == 1000)
  }

  @Test("does not drift in 100,000 frames whose wake-ups are all late")
  func late() throws {
    let loop = loop(FixedStep(step: 1.0 / 120), frames: 120)
    clock.lateness = { .microseconds(100 + $0 % 7 * 900) }
    try loop.run(
      through: 100_000,
      step: { tick in
        let late = clock.time - .seconds(1000) - .seconds(Double(tick) / 120)
        try #require(late >= .zero && late < .microseconds(5501))
      },
      frame: { _ in }
    )
    #expect(loop.statistics.ticks == 100_000)
    #expect(loop.statistics.droppedTicks == 0)
    #expect(loop.statistics.frames + loop.statistics.skippedFrames == 100_001)
    #expect(loop.statistics.lateness.max == .microseconds(5500))
  }

  @Test("skips the frames that a late wake-up missed, and shows the newest one at its tick")
  func skipped() throws {
    let loop = loop()
    clock.lateness = { $0 == 2 ? .milliseconds(44) : .zero }
    var seen: [String] = []
    try loop.run(
      through: 10,
      step: { seen.append("step \($0)") },
      frame: { seen.append("frame \($0)") }
    )
    #expect(
      seen == [
        "frame 0", "step 1", "step 2", "frame 2", "step 3", "step 4", "step 5", "step 6", "frame 6",
        "step 7",
        "step 8", "frame 8", "step 9", "step 10", "frame 10",
      ]
    )
    #expect(loop.statistics.skippedFrames == 1)
    #expect(loop.statistics.frames == 5)
  }

  @Test("drops the ticks of a ten-second stall, and continues in real time")
  func stall() throws {
    let loop = loop()
    var newest = 0
    try loop.run(
      through: 2000,
      step: {
        try #require($0 == newest + 1)
        newest = $0
        if $0 == 500 { clock.advance(by: .seconds(10)) }
      },
      frame: { _ in }
    )
    #expect(newest == 2000)
    #expect(loop.statistics.droppedTicks == 975)
    #expect(loop.statistics.droppedTime == 9.75)
    #expect(loop.statistics.skippedFrames == 11)
    #expect(loop.statistics.elapsed == .milliseconds(29_750))
    #expect(abs(loop.statistics.lateness.max.inSeconds - 9.99) < 1e-9)
    #expect(loop.statistics.peakLoad > 9)
    #expect(loop.statistics.load == 0)
  }

  @Test("has the load of a run of less than a second as its peak load")
  func briefPeak() throws {
    let loop = loop()
    try loop.run(
      through: 50,
      step: { _ in clock.advance(by: .milliseconds(2)) },
      frame: { _ in }
    )
    #expect(abs(loop.statistics.load - 0.2) < 1e-9)
    #expect(loop.statistics.peakLoad == loop.statistics.load)
  }

  @Test("throws an error after a stall, under the policy to fail")
  func stallFails() throws {
    let loop = loop(FixedStep(step: 0.01, policy: .fail))
    #expect(throws: OverloadError.self) {
      try loop.run(
        through: 2000,
        step: { if $0 == 500 { clock.advance(by: .seconds(10)) } },
        frame: { _ in }
      )
    }
    #expect(loop.statistics.ticks == 500)
  }

  @Test(
    "survives a clock that jumps back",
    arguments: [Duration.seconds(3600), .milliseconds(3)]
  )
  func back(jump: Duration) throws {
    let loop = loop()
    var ticks: [Int] = []
    try loop.run(
      through: 300,
      step: {
        ticks.append($0)
        if $0 % 100 == 50 { clock.time -= jump }
      },
      frame: { _ in }
    )
    #expect(ticks == Array(1...300))
    #expect(loop.statistics.droppedTicks == 0)
    #expect(clock.sleepCount == 300)
    #expect(loop.statistics.lateness.max == .zero)
  }

  @Test("survives a clock that jumps ahead and back again")
  func aheadAndBack() throws {
    let loop = loop()
    var ticks: [Int] = []
    try loop.run(
      through: 300,
      step: {
        ticks.append($0)
        if $0 == 100 { clock.time += .seconds(86_400) }
        if $0 == 200 { clock.time -= .seconds(86_400) }
      },
      frame: { _ in }
    )
    #expect(ticks == Array(1...300))
    #expect(loop.statistics.droppedTicks == 8_640_000 - 25)
  }

  @Test("runs at half speed, counts the debt and stays alive if each step takes twice its time")
  func overload() throws {
    let loop = loop()
    var frames: [Int] = []
    try loop.run(
      through: 10_000,
      step: { _ in clock.advance(by: .milliseconds(20)) },
      frame: { frames.append($0) }
    )
    let statistics = loop.statistics
    #expect(statistics.ticks == 10_000)
    #expect(abs(statistics.load - 2) < 1e-9)
    #expect(abs((statistics.realTimeFactor ?? 0) - 0.5) < 0.001)
    // Executed and dropped ticks add up to real time, except for the last batch: its lag and its cost.
    #expect(abs(statistics.droppedTime - 100) < 0.76)
    #expect(frames == frames.sorted() && frames.count > 380)
    #expect(statistics.frames + statistics.skippedFrames == 5001)
    #expect(statistics.lateness.max <= .milliseconds(600))
  }

  @Test("shows slow motion, not a slide show, if each step takes three times its time")
  func slowMotion() throws {
    let loop = loop()
    var shown: [(tick: Int, time: Duration)] = []
    try loop.run(
      through: 400,
      step: { _ in clock.advance(by: .milliseconds(30)) },
      frame: { shown.append(($0, clock.time)) }
    )
    // There is time for every frame of the 400 ticks: 12 s for 4 s of motion.
    #expect(loop.statistics.frames == 201 && loop.statistics.skippedFrames == 0)
    let gaps = zip(shown, shown.dropFirst()).map { $1.time - $0.time }
    #expect(try #require(gaps.max()) <= .milliseconds(80))
    // At most three frames' worth of ticks at a time: 6 of 30 ms.
    #expect(loop.statistics.lateness.percentile(0.5) <= .milliseconds(190))
    #expect(abs((loop.statistics.realTimeFactor ?? 0) - 1.0 / 3) < 0.01)
  }

  @Test("drops nothing in a stall if everything is animated, and shows the state at its time")
  func pureAnimation() throws {
    let loop = loop()
    loop.catchesUp = true
    clock.lateness = { $0 == 50 ? .seconds(1) : .zero }
    try loop.run(through: 150, step: { _ in }, frame: { _ in })
    #expect(loop.statistics.droppedTicks == 0)
    #expect(abs(loop.statistics.elapsed.inSeconds - 1.51) < 1e-9)
  }

  @Test("catches up after an occasional slow step without losing a tick")
  func catchesUp() throws {
    let loop = loop()
    try loop.run(
      through: 5000,
      step: { if $0 % 100 == 0 { clock.advance(by: .milliseconds(200)) } },
      frame: { _ in }
    )
    #expect(loop.statistics.droppedTicks == 0)
    #expect(abs(loop.statistics.elapsed.inSeconds - 50.2) < 0.01)
    #expect(abs(loop.statistics.load - 0.2) < 1e-9)
    #expect(abs(loop.statistics.lateness.percentile(0.5).inSeconds) < 1e-6)
  }

  @Test("stops on request, even in the middle of a batch")
  func stops() throws {
    let loop = loop()
    clock.lateness = { $0 == 3 ? .milliseconds(200) : .zero }
    var newest = 0
    try loop.run(shouldStop: { newest == 10 }, step: { newest = $0 }, frame: { _ in })
    #expect(newest == 10)
    #expect(loop.statistics.ticks == 10)
  }

  @Test("rethrows the error of a step or a frame")
  func passesOn() {
    struct Fault: Error {}
    #expect(throws: Fault.self) {
      try loop().run(through: 9, step: { if $0 == 4 { throw Fault() } }, frame: { _ in })
    }
    #expect(throws: Fault.self) {
      try loop().run(through: 9, step: { _ in }, frame: { if $0 == 4 { throw Fault() } })
    }
  }

  @Test("does not show the first frame of a resumed run again")
  func resumed() throws {
    let loop = loop(FixedStep(step: 0.01, tick: 4))
    var frames: [Int] = []
    try loop.run(through: 8, step: { _ in }, frame: { frames.append($0) })
    #expect(frames == [6, 8])
    #expect(loop.statistics.ticks == 4)
  }

  @Test("has current statistics at each call")
  func live() throws {
    let loop = loop()
    try loop.run(
      through: 50,
      step: { #expect(loop.statistics.ticks == $0 - 1) },
      frame: { #expect(loop.statistics.ticks == $0) }
    )
  }

  /// Runs a loop under the policy `adapt` with a given cost per tick.
  private func adapted(
    step: Double = 1.0 / 120,
    frames rate: Double = 60,
    seconds: Double = 10,
    cost: (_ tick: Int) -> Duration
  ) throws -> (loop: RealTimeLoop<ManualClock>, schedules: [FrameSchedule], ticks: Int) {
    let loop = loop(FixedStep(step: step, policy: .adapt), frames: rate)
    var schedules: [FrameSchedule] = []
    var ticks = 0
    try loop.run(
      through: Int((seconds / step).rounded()),
      adapt: { schedules.append($0) },
      step: { tick in
        try #require(tick == ticks + 1)
        ticks = tick
        clock.advance(by: cost(tick))
      },
      frame: { _ in }
    )
    return (loop, schedules, ticks)
  }

  @Test("doubles steps that take too long, and then keeps up with real time")
  func adapts() throws {
    let (loop, schedules, ticks) = try adapted { _ in .milliseconds(12) }
    let eased = try #require(schedules.first)
    #expect(schedules.count == 1)
    #expect(eased.step == 1.0 / 60 && eased.rate == 60)
    #expect(loop.frames == eased && loop.pace.step == 1.0 / 60)
    // Simulated time reaches its target.
    #expect(abs(eased.timeline.time(of: ticks) - 10) < 1.0 / 60)
    #expect(abs(loop.statistics.simulatedTime - eased.timeline.time(of: ticks)) < 1e-9)
    // The loss occurred earlier: at 12 ms per tick of 8.3 ms, the loop fell behind in less than a second and a half.
    #expect(eased.timeline.firstTime < 1.5)
    #expect(loop.statistics.droppedTime < 1)
    let after = loop.statistics.elapsed.inSeconds - loop.statistics.droppedTime
    #expect(abs(after - loop.statistics.simulatedTime) < 0.02)
    #expect(abs(loop.statistics.load - 0.72) < 1e-9)
  }

  @Test(
    "adapts again to each new overload: steps up to 1/60 s, then frames down to 30 a second"
  )
  func adaptsFurther() throws {
    let (loop, schedules, _) = try adapted(step: 1.0 / 480, frames: 120, seconds: 20) { _ in
      .milliseconds(40)
    }
    let wanted = [(240.0, 120.0), (120, 120), (60, 120), (60, 60), (60, 30)]
    #expect(schedules.map(\.rate) == wanted.map(\.1))
    for (schedule, wanted) in zip(schedules, wanted) {
      #expect(abs(schedule.step * wanted.0 - 1) < 1e-12)
    }
    // The loop can't save more time, so it drops the rest.
    #expect(loop.statistics.droppedTime > 10)
  }

  @Test("does not adapt to a stall, which does not slow the steps")
  func stallDoesNotAdapt() throws {
    clock.lateness = { $0 == 300 ? .seconds(10) : .zero }
    let (loop, schedules, ticks) = try adapted { _ in .milliseconds(2) }
    #expect(schedules.isEmpty && ticks == 1200)
    #expect(loop.statistics.droppedTicks > 1000)
  }

  @Test("is back in real time within a second after slow steps")
  func doubleTime() throws {
    for policy in [OverloadPolicy.drop, .adapt] {
      let loop = loop(FixedStep(step: 1.0 / 120, policy: policy), frames: 60)
      var factors: [Int: Double] = [:]
      let began = clock.time
      try loop.run(
        through: 3600,
        second: { factors[Int(($0.elapsed.inSeconds).rounded())] = $0.realTimeFactor },
        step: { _ in
          let now = (clock.time - began).inSeconds
          clock.advance(by: now > 5 && now < 10 ? .microseconds(16_667) : .milliseconds(1))
        },
        frame: { _ in }
      )
      for second in 12..<27 {
        #expect(abs((factors[second] ?? 0) - 1) < 0.02, "\(policy) \(second)")
      }
      #expect(loop.statistics.droppedTime > 0.2)
      #expect(loop.statistics.droppedTime < (policy == .drop ? 3 : 1.2))
    }
  }

  @Test(
    "applies the policy within a second even if ticks take thirty times too long",
    arguments: [OverloadPolicy.drop, .adapt, .fail]
  )
  func heavy(policy: OverloadPolicy) throws {
    let loop = loop(FixedStep(step: 0.0001, policy: policy), frames: 50)
    let began = clock.time
    var acted: Duration?
    var frames = 0
    func run() throws {
      try loop.run(
        through: 100_000,
        shouldStop: {
          if acted == nil, loop.statistics.droppedTicks > 0 { acted = clock.time - began }
          return clock.time > began + .seconds(10)
        },
        step: { _ in clock.advance(by: .milliseconds(3)) },
        frame: { _ in frames += 1 }
      )
    }
    if policy == .fail {
      #expect(throws: OverloadError.self) { try run() }
      acted = clock.time - began
    } else {
      try run()
    }
    #expect(try #require(acted) < .seconds(1.3), "\(policy)")
    #expect(frames > (policy == .drop ? 10 : 1))
    if policy == .adapt { #expect(loop.frames.step == 0.0032) }
  }
}
