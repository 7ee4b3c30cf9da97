import Motion
import Synchronization
import Testing

@Suite("The clock of frames")
struct FrameClockTests {
  /// A clock that advances when code sleeps on it, and stalls after the sleep with a given number.
  final class StalledClock: Clock {
    struct Instant: InstantProtocol {
      var time: Duration
      func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
      func duration(to other: Instant) -> Duration { other.time - time }
      static func < (a: Instant, b: Instant) -> Bool { a.time < b.time }
    }

    private let state = Mutex((time: Duration.seconds(7), sleeps: 0))
    private let stall: (sleep: Int, length: Duration)

    init(stallAfter sleep: Int, for length: Duration) { stall = (sleep, length) }

    var now: Instant { state.withLock { Instant(time: $0.time) } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      state.withLock { state in
        state.time = max(state.time, deadline.time)
        if state.sleeps == stall.sleep { state.time += stall.length }
        state.sleeps += 1
      }
    }
  }

  @Test("of a display measures time: after a stall of a second, the ball is at the right place")
  func displayLink() async throws {
    let clock = StalledClock(stallAfter: 29, for: .seconds(1))
    let ball = try BasicAnimation(from: 0.0, to: 15, timing: MediaTiming(duration: 1.5))
    var frames: [FrameClock<StalledClock>.Frame] = []
    for await frame in try FrameClock.displayLink(rate: 60, clock: clock) {
      frames.append(frame)
      #expect(abs(ball.value(at: min(frame.time, 1.5), over: 0) - 10 * frame.time) < 1e-9)
      if frame.time >= 1.5 { break }
    }
    // The motion of 1.5 s took 1.5 s, and a second of it was skipped.
    #expect(frames.count == 31)
    let last = try #require(frames.last)
    #expect(last.number == 90 && last.missed == 60)
    #expect(abs(last.time - 1.5) < 1e-9 && abs(last.interval - 1 - 1.0 / 60) < 1e-9)
  }

  @Test("continues in step with the display after a stall that ends between two frames")
  func phase() async throws {
    let clock = StalledClock(stallAfter: 2, for: .milliseconds(40))
    var times: [Double] = []
    for await frame in try FrameClock.displayLink(rate: 60, frameInterval: 2, clock: clock) {
      times.append(frame.time * 30)
      if times.count == 6 { break }
    }
    for (time, expected) in zip(times, [0, 1, 2, 4.2, 5, 6]) {
      #expect(abs(time - expected) < 1e-6)
    }
  }

  @Test("of a timer skips nothing: the frames of a stall come at once")
  func timer() async throws {
    let clock = StalledClock(stallAfter: 4, for: .seconds(1))
    var times: [Double] = []
    for await frame in try FrameClock.timer(rate: 10, clock: clock) {
      #expect(frame.number == times.count && frame.missed == 0)
      times.append(frame.time)
      if times.count == 20 { break }
    }
    #expect(zip(times, 0...).allSatisfy { abs($0 - Double($1) / 10) < 1e-12 })
    // Fifteen frames of 0.1 s and a second's stall within them.
    #expect(abs((clock.now.time - .seconds(7)) / .seconds(1) - 1.9) < 1e-9)
  }

  @Test("ends with its task", .timeLimit(.minutes(10)))
  func cancellation() async throws {
    let frames = try FrameClock.displayLink(rate: 1000)
    let task = Task { () -> Int in
      var count = 0
      for await _ in frames { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value >= 1)
  }

  @Test("names an invalid rate", arguments: [0, -1, .nan, .infinity])
  func rates(rate: Double) {
    #expect(throws: MotionError.self) { _ = try FrameClock.displayLink(rate: rate) }
    #expect(throws: MotionError.self) { _ = try FrameClock.timer(rate: rate) }
  }

  @Test("names a rate that is out of range only with its interval, or without it")
  func intervals() {
    let slow = #expect(throws: MotionError.self) { try FrameClock.displayLink(frameInterval: .max) }
    #expect(slow?.description.hasPrefix("rate / frameInterval is 6.5") == true)
    let fast = #expect(throws: MotionError.self) { try FrameClock.displayLink(rate: 2e6) }
    #expect(fast?.description == "rate is 2000000; give a rate from 0.001 to 1000000 Hz")
  }
}
