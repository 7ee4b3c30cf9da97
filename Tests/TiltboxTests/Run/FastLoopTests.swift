import Testing
import Tiltbox

@Suite("Fast loop")
struct FastLoopTests {
  @Test("runs every tick and shows every frame that the schedule has")
  func all() {
    let schedule = FrameSchedule(rate: 50, step: 1.0 / 120)
    var loop = FastLoop(frames: schedule)
    var ticks: [Int] = []
    var frames: [Int] = []
    loop.run(through: 1200, step: { ticks.append($0) }, frame: { frames.append($0) })
    #expect(ticks == Array(1...1200))
    #expect(frames == (0...1200).filter(schedule.isFrame))
    #expect(loop.statistics.ticks == 1200 && loop.statistics.frames == 501)
    #expect(loop.statistics.realTimeFactor == nil)
    #expect(loop.statistics.simulatedTime == 10)
  }

  @Test("goes on where it stopped")
  func resumes() {
    var loop = FastLoop(frames: FrameSchedule(rate: 60, step: 1.0 / 120))
    var ticks: [Int] = []
    loop.run(
      through: 9,
      shouldStop: { ticks.count == 5 },
      step: { ticks.append($0) },
      frame: { _ in }
    )
    #expect(loop.tick == 5)
    loop.run(through: 9, step: { ticks.append($0) }, frame: { _ in })
    #expect(ticks == Array(1...9))
    #expect(loop.statistics.frames == 5)
  }

  @Test("passes on what a step throws, and has not counted that tick")
  func throwing() {
    struct Fault: Error {}
    var loop = FastLoop(frames: FrameSchedule(rate: 60, step: 1.0 / 120))
    #expect(throws: Fault.self) {
      try loop.run(through: 9, step: { if $0 == 4 { throw Fault() } }, frame: { _ in })
    }
    #expect(loop.tick == 3)
  }
}
