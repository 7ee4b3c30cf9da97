import Testing
import Tiltbox

@Suite("Timelines")
struct TimelineTests {
  @Test("a time is a product, counted from the last change of the step")
  func times() {
    let timeline = Timeline(step: 1.0 / 120).changing(to: 1.0 / 60, at: 90)
    #expect(timeline.firstTick == 90 && timeline.firstTime == 90.0 / 120)
    #expect(timeline.time(of: 90) == 0.75)
    for tick in 90..<10_000 {
      #expect(timeline.time(of: tick) == 0.75 + Double(tick - 90) * (1.0 / 60))
    }
  }

  @Test("a time's tick is the first that is not before it")
  func ticks() {
    let timeline = Timeline(step: 0.01).changing(to: 0.02, at: 100)
    for tick in 100..<5000 { #expect(timeline.tick(at: timeline.time(of: tick)) == tick) }
    #expect(timeline.tick(at: 1.001) == 101)
    #expect(timeline.tick(at: 1.0199999) == 101)
  }

  @Test("frames keep their rate in simulated time when the step changes")
  func frames() {
    let timeline = Timeline(step: 1.0 / 120).changing(to: 1.0 / 60, at: 601)
    for rate in [1.0, 30, 50, 60, 200] {
      let schedule = FrameSchedule(rate: rate, timeline)
      let frames = (602..<4202).filter(schedule.isFrame).count
      #expect(abs(Double(frames) - min(rate, 60) * 60) <= 1)
    }
  }

  @Test("a schedule is relaxed step by step, until nothing is left to save")
  func easing() throws {
    var schedule = FrameSchedule(rate: 100, step: 1.0 / 240)
    var found: [[Double]] = []
    while let eased = schedule.eased(at: 7), found.count < 9 {
      found.append([(1 / eased.step).rounded(), eased.rate])
      schedule = eased
    }
    #expect(found == [[120, 100], [60, 100], [60, 50]])
    #expect(FrameSchedule(rate: 30, step: 1.0 / 50).eased(at: 1) == nil)
  }
}
