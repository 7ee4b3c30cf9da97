import Motion
import Testing

@Suite("Media timing")
struct MediaTimingTests {
  /// Returns the progress at a time of an animation with a duration of 2 s.
  func progress(_ timing: MediaTiming, _ time: Double) -> Double? {
    timing.playhead(at: time, naturalDuration: 2)?.progress
  }

  @Test("maps parent time to active time as Core Animation does")
  func activeTime() throws {
    let timing = try MediaTiming(beginTime: 3, speed: 2, timeOffset: 0.5)
    #expect(timing.activeTime(at: 4, naturalDuration: 2) == 2.5)
    #expect(timing.activeTime(at: 3, naturalDuration: 2) == 0.5)
    #expect(progress(timing, 3.5) == 0.75)
  }

  @Test("plays from its beginning to its end, both included")
  func span() throws {
    let timing = try MediaTiming(beginTime: 1, duration: 4)
    #expect(progress(timing, 0.999) == nil)
    #expect(progress(timing, 1) == 0)
    #expect(progress(timing, 2) == 0.25)
    #expect(progress(timing, 5) == 1)
    #expect(progress(timing, 5.001) == nil)
    #expect(timing.activeSpan(naturalDuration: 2) == 1...5)
  }

  @Test("does not lose its end to rounding")
  func rounding() throws {
    let timing = try MediaTiming(beginTime: 0.1, duration: 0.2)
    #expect(0.1 + 0.2 != 0.3)
    #expect(progress(timing, 0.1 + 0.2) == 1)
    #expect(progress(timing, 0.3) != nil)
    for tick in 1...2000 {
      let begin = Double(tick) / 120
      let timing = try MediaTiming(beginTime: begin, duration: 0.7)
      #expect(progress(timing, begin + 0.7).map { $0 > 1 - 1e-12 } == true)
    }
  }

  @Test(
    "fills before and after according to its mode",
    arguments: [
      (MediaTiming.FillMode.removed, nil, nil), (.forwards, nil, 1), (.backwards, 0, nil),
      (.both, 0, 1),
    ] as [(MediaTiming.FillMode, Double?, Double?)]
  )
  func fill(mode: MediaTiming.FillMode, before: Double?, after: Double?) throws {
    let timing = try MediaTiming(beginTime: 1, duration: 1, fillMode: mode)
    #expect(progress(timing, 0) == before)
    #expect(progress(timing, 9) == after)
    #expect(progress(timing, 1.25) == 0.25)
  }

  @Test(
    "holds the end of the last play, however many and however long they are",
    arguments: [3, 0x1p52, 0x1p60, .greatestFiniteMagnitude] as [Double],
    [2, 1e308] as [Double]
  )
  func manyPlays(count: Double, duration: Double) throws {
    for reverses in [false, true] {
      let timing = try MediaTiming(
        duration: duration,
        repeatCount: count,
        autoreverses: reverses,
        fillMode: .forwards
      )
      #expect(progress(timing, .greatestFiniteMagnitude) == (reverses ? 0 : 1))
    }
  }

  @Test("holds the beginning if it repeats for next to no time")
  func shortRepeat() throws {
    let timing = try MediaTiming(duration: 1e300, repeatDuration: 1e-300, fillMode: .forwards)
    #expect(progress(timing, 1) == 0)
  }

  @Test("repeats a whole, a fractional and an endless number of times")
  func repeats() throws {
    let twoAndAHalf = try MediaTiming(duration: 2, repeatCount: 2.5, fillMode: .forwards)
    #expect(progress(twoAndAHalf, 3) == 0.5)
    #expect(twoAndAHalf.playhead(at: 3, naturalDuration: 2)?.iteration == 1)
    #expect(progress(twoAndAHalf, 4) == 0)
    #expect(progress(twoAndAHalf, 5) == 0.5)
    #expect(progress(twoAndAHalf, 77) == 0.5)
    let three = try MediaTiming(duration: 2, repeatCount: 3, fillMode: .forwards)
    #expect(progress(three, 6) == 1)
    #expect(three.playhead(at: 6, naturalDuration: 2)?.iteration == 2)
    let forever = try MediaTiming(duration: 2, repeatCount: .infinity)
    #expect(progress(forever, 2e6 + 1) == 0.5)
    #expect(progress(forever, .greatestFiniteMagnitude) != nil)
    let byTime = try MediaTiming(duration: 2, repeatDuration: 5, fillMode: .forwards)
    #expect(progress(byTime, 9) == 0.5)
    #expect(byTime.activeDuration(naturalDuration: 1) == 5)
    #expect(progress(try MediaTiming(duration: 2, repeatDuration: 6, fillMode: .both), 6) == 1)
  }

  @Test("ends with its last play although the duration of all plays is not quite that many plays")
  func roundedRepeat() throws {
    for (all, plays) in [(0.14, 7.0), (0.28, 14), (0.56, 28)] {
      let timing = try MediaTiming(duration: 0.02, repeatDuration: all, fillMode: .forwards)
      #expect(progress(timing, all) == 1)
      #expect(timing.playhead(at: 1, naturalDuration: 1)?.iteration == plays - 1)
    }
  }

  @Test("is at its end at the last tick, not at the start of one more play")
  func roundedEnd() throws {
    let timing = try MediaTiming(beginTime: 0.02, duration: 0.07, repeatCount: 9)
    #expect(progress(timing, 78.0 / 120) == 1)
  }

  @Test("runs back after each play when it autoreverses, as a mirror image")
  func autoreverse() throws {
    let timing = try MediaTiming(duration: 2, repeatCount: 2, autoreverses: true, fillMode: .both)
    #expect(timing.activeDuration(naturalDuration: 1) == 8)
    for i in 0...64 {
      let t = Double(i) / 32
      #expect(progress(timing, 2 - t) == progress(timing, 2 + t))
      #expect(progress(timing, 4 - t) == progress(timing, 4 + t))
    }
    #expect(progress(timing, 2) == 1)
    #expect(progress(timing, 9) == 0)
    let half = try MediaTiming(duration: 2, repeatCount: 0.75, autoreverses: true, fillMode: .both)
    #expect(progress(half, 3) == 0.5)
    #expect(progress(half, 30) == 0.5)
  }

  @Test("plays backwards at a negative speed: from its end, or from the offset")
  func negativeSpeed() throws {
    let back = try MediaTiming(beginTime: 1, duration: 4, speed: -2)
    #expect(progress(back, 1) == 1)
    #expect(progress(back, 2) == 0.5)
    #expect(progress(back, 3) == 0)
    #expect(progress(back, 3.1) == nil)
    #expect(back.activeSpan(naturalDuration: 1) == 1...3)
    let offset = try MediaTiming(duration: 4, speed: -1, timeOffset: 1)
    #expect(progress(offset, 0) == 0.25)
    #expect(progress(offset, 0.5) == 0.125)
  }

  @Test("stands still at speed 0, where its offset says")
  func halted() throws {
    let halted = try MediaTiming(beginTime: 5, duration: 4, speed: 0, timeOffset: 1)
    #expect(progress(halted, -100) == 0.25)
    #expect(progress(halted, 1e12) == 0.25)
  }

  @Test("goes on from where it is when its speed changes, and after a pause")
  func changingSpeed() throws {
    let timing = try MediaTiming(beginTime: 1, duration: 4)
    let paused = try timing.changingSpeed(to: 0, at: 2, naturalDuration: 1)
    #expect(progress(paused, 2) == 0.25)
    #expect(progress(paused, 50) == 0.25)
    let resumed = try paused.changingSpeed(to: 1, at: 10, naturalDuration: 1)
    #expect(progress(resumed, 10) == 0.25)
    #expect(progress(resumed, 11) == 0.5)
    let back = try resumed.changingSpeed(to: -1, at: 11, naturalDuration: 1)
    #expect(progress(back, 12) == 0.25)
  }

  @Test("takes no time with a duration of 0, and shows its end after it")
  func instant() throws {
    let timing = try MediaTiming(beginTime: 1, duration: 0, fillMode: .both)
    #expect(progress(timing, 0) == 1)
    #expect(progress(timing, 1) == 1)
    #expect(progress(timing, 2) == 1)
    let forever = try MediaTiming(duration: 0, repeatCount: .infinity, autoreverses: true)
    #expect(progress(forever, 0) == 0)
  }

  @Test("takes the natural duration if it has none of its own")
  func natural() {
    #expect(progress(.natural, 0.5) == 0.25)
  }

  @Test("never gives NaN for finite numbers")
  func finite() throws {
    let numbers = [0, 1, -1, 1e-300, -1e300, .greatestFiniteMagnitude]
    for begin in numbers {
      for speed in numbers {
        for offset in [nil] + numbers.map(Optional.some) {
          for duration in numbers where duration >= 0 {
            let timing = try MediaTiming(
              beginTime: begin,
              duration: duration,
              speed: speed,
              timeOffset: offset,
              repeatCount: 1.5,
              autoreverses: true,
              fillMode: .both
            )
            let moments = numbers.map { timing.playhead(at: $0, naturalDuration: 1) }
            #expect(moments.allSatisfy { $0.map { (0...1).contains($0.progress) } == true })
            #expect(moments.allSatisfy { $0.map { $0.basicTime + $0.iteration >= 0 } == true })
            let span = timing.activeSpan(naturalDuration: 1)
            #expect(!span.lowerBound.isNaN && !span.upperBound.isNaN)
          }
        }
      }
    }
  }

  @Test("rejects meaningless values, with a remedy")
  func refuses() {
    let negative = #expect(throws: MotionError.self) { try MediaTiming(duration: -1) }
    #expect(negative?.description == "duration is -1; give a finite time of 0 s or more")
    #expect(throws: MotionError.self) { try MediaTiming(beginTime: .nan) }
    #expect(throws: MotionError.self) { try MediaTiming(speed: .infinity) }
    #expect(throws: MotionError.self) { try MediaTiming(timeOffset: .infinity) }
    #expect(throws: MotionError.self) { try MediaTiming(repeatCount: 0) }
    #expect(throws: MotionError.self) { try MediaTiming(repeatCount: .nan) }
    #expect(throws: MotionError.self) { try MediaTiming(repeatDuration: -1) }
    #expect(throws: MotionError.self) { try MediaTiming(repeatCount: 2, repeatDuration: 1) }
    let endless = #expect(throws: MotionError.self) {
      try MediaTiming(speed: -1, repeatCount: .infinity)
    }
    #expect(endless?.description.hasPrefix("speed is -1 without an end to play from") == true)
    #expect(throws: Never.self) {
      try MediaTiming(speed: -1, timeOffset: 3, repeatCount: .infinity)
    }
  }
}
