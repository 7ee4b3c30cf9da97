import Testing

@testable import Tiltbox

@Suite("Frame schedule")
struct FrameScheduleTests {
  private func frames(_ rate: Double, step: Double, through last: Int) -> [Int] {
    (0...last).filter(FrameSchedule(rate: rate, step: step).isFrame)
  }

  @Test("shows every second tick at half the tick rate")
  func half() {
    #expect(
      frames(60, step: 1.0 / 120, through: 100_000)
        == Array(stride(from: 0, through: 100_000, by: 2))
    )
  }

  @Test(
    "shows every tick at the tick rate and above it",
    arguments: [(120.0, 120.0), (1000, 120), (100, 100), (60, 60), (7, 7), (1e6, 240)]
  )
  func all(rate: Double, tickRate: Double) {
    let step = 1 / tickRate
    #expect(frames(rate, step: step, through: 100_000) == Array(0...100_000))
  }

  @Test(
    "shows the first tick that reaches a multiple, for a rate that does not divide the tick rate"
  )
  func odd() {
    let expected = (0...40_000).map { ($0 * 12 + 4) / 5 }
    #expect(frames(50, step: 1.0 / 120, through: 96_000) == expected)
    #expect(expected.prefix(6) == [0, 3, 5, 8, 10, 12])
  }

  @Test("shows every tick, even if rounding would put it just before its frame")
  func rounding() {
    #expect(
      frames(28.8, step: 1.0 / 144, through: 10_000)
        == Array(stride(from: 0, through: 10_000, by: 5))
    )
  }

  @Test("shows a frame every few seconds")
  func slow() {
    #expect(frames(0.1, step: 1.0 / 120, through: 3600) == [0, 1200, 2400, 3600])
    #expect(frames(1e-9, step: 1.0 / 120, through: 3600) == [0])
  }
}
