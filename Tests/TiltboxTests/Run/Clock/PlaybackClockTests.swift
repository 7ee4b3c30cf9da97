import Chipmunk
import Testing

@testable import Tiltbox

@Suite("Playback clock")
struct PlaybackClockTests {
  private let base = ManualClock(time: .seconds(100))

  @Test("begins at zero and runs like the underlying clock")
  func plain() {
    let clock = PlaybackClock(base)
    #expect(clock.now() == .zero)
    base.advance(by: .milliseconds(250))
    #expect(clock.now() == .milliseconds(250))
    clock.sleep(until: .seconds(2))
    #expect(base.now() == .seconds(102))
  }

  @Test("runs at half the speed from the change on, and sleeps twice as long")
  func slow() throws {
    let clock = PlaybackClock(base)
    base.advance(by: .seconds(1))
    try clock.setRate(0.5)
    #expect(clock.now() == .seconds(1))
    base.advance(by: .seconds(1))
    #expect(clock.now() == .milliseconds(1500))
    while clock.now() < .seconds(2) { clock.sleep(until: .seconds(2)) }
    #expect(base.now() == .seconds(103))
    #expect(clock.now() == .seconds(2))
    try clock.setRate(4)
    base.advance(by: .seconds(1))
    #expect(clock.now() == .seconds(6))
  }

  @Test("stands still while it is paused, and its sleeps end early")
  func paused() {
    let clock = PlaybackClock(base, idleTime: .milliseconds(10))
    base.advance(by: .seconds(1))
    clock.pause(true)
    base.advance(by: .seconds(50))
    #expect(clock.now() == .seconds(1))
    clock.sleep(until: .seconds(9))
    #expect(base.now() == .seconds(151) + .milliseconds(10))
    clock.pause(false)
    base.advance(by: .seconds(2))
    #expect(clock.now() == .seconds(3))
  }

  @Test("stands still during a suspension, whether it is paused or not", arguments: [false, true])
  func stopped(isPaused: Bool) throws {
    let clock = PlaybackClock(base, rate: 0.5, isPaused: isPaused)
    base.advance(by: .seconds(2))
    let before = clock.now()
    clock.stopped { base.advance(by: .seconds(50)) }
    #expect(clock.now() == before)
    clock.pause(false)
    base.advance(by: .seconds(2))
    #expect(clock.now() == before + .seconds(1))
  }

  @Test(
    "wakes up now and then while it is slow, and never after the requested time"
  )
  func slowSleep() throws {
    let clock = PlaybackClock(base, idleTime: .milliseconds(10))
    try clock.setRate(0.1)
    clock.sleep(until: .milliseconds(3))
    #expect(base.now() == .seconds(100) + .milliseconds(10))
    clock.sleep(until: .microseconds(1500))
    #expect(base.now() == .seconds(100) + .milliseconds(15))
  }

  @Test(
    "ends a sleep at any speed no earlier than it shows the time",
    arguments: [0.3, 1.7, 2, 3.3, 99]
  )
  func sleepEnds(rate: Double) throws {
    let clock = PlaybackClock(base, rate: rate, idleTime: .seconds(1000))
    for tick in 1...1000 {
      let deadline = Duration.seconds(Double(tick) / 120)
      clock.sleep(until: deadline)
      #expect(clock.now() >= deadline && clock.now() - deadline < .microseconds(1))
    }
  }

  @Test("can advance at once, paused or not")
  func skip() {
    let clock = PlaybackClock(base)
    clock.pause(true)
    clock.skip(.milliseconds(20))
    #expect(clock.now() == .milliseconds(20))
    clock.pause(false)
    base.advance(by: .seconds(1))
    #expect(clock.now() == .milliseconds(1020))
  }

  @Test("rejects an invalid speed", arguments: [0, -1, 0.001, 101, .nan, .infinity])
  func speeds(rate: Double) {
    let clock = PlaybackClock(base)
    #expect(throws: PhysicsError.self) { try clock.setRate(rate) }
    #expect(clock.rate == 1)
  }

  @Test("lets a loop take no steps while it is paused, read its inputs, and then continue")
  func loop() throws {
    let clock = PlaybackClock(base)
    let loop = RealTimeLoop(
      clock: clock,
      pace: FixedStep(step: 0.01),
      frames: FrameSchedule(rate: 100, step: 0.01)
    )
    var idles = 0
    try loop.run(
      through: 20,
      idle: {
        idles += 1
        if idles == 500 { clock.pause(false) }
      },
      step: { if $0 == 10 { clock.pause(true) } },
      frame: { _ in }
    )
    #expect(idles == 500)
    #expect(loop.statistics.ticks == 20)
    #expect(loop.statistics.droppedTicks == 0)
    // Ten ticks, five seconds of standing still, ten ticks.
    #expect(abs((base.now() - .seconds(105.2)) / .milliseconds(1)) < 1)
  }
}
