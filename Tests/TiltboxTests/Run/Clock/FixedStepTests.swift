import Testing

@testable import Tiltbox

@Suite("Fixed step")
struct FixedStepTests {
  static let steps = [1.0 / 120, 1.0 / 60, 0.01, 0.1, 1e-3, 1.0 / 7, 0.3]

  @Test("finds a tick due exactly at its deadline, and not an attosecond before", arguments: steps)
  func deadlines(step: Double) throws {
    var pace = FixedStep(step: step)
    for tick in 1...20_000 {
      let deadline = pace.deadline
      try #require(try pace.advance(to: deadline - Duration(attoseconds: 1)).isEmpty)
      try #require(try pace.advance(to: deadline) == tick..<tick + 1)
      try #require(deadline == .seconds(Double(tick) * step))
    }
  }

  @Test("does not drift in 100,000 frames of a display whose period is no multiple of the step")
  func drift() throws {
    var pace = FixedStep(step: 1.0 / 120)
    var ticks = 0
    for frame in 1...100_000 {
      ticks += try pace.advance(to: .nanoseconds(frame * 16_949_153)).count
      try #require(pace.tick == ticks)
    }
    // 100,000 frames of 16,949,153 ns are 1694.9153 s: 203,389 whole ticks and 0.836 of the next.
    #expect(ticks == 203_389)
    #expect(abs(pace.alpha - 0.836) < 1e-6)
    #expect(pace.droppedTicks == 0)
  }

  @Test("keeps the remainder as a fraction of a tick")
  func alpha() throws {
    var pace = FixedStep(step: 0.01)
    #expect(try pace.advance(to: .milliseconds(25)) == 1..<3)
    #expect(abs(pace.alpha - 0.5) < 1e-12)
    #expect(try pace.advance(to: .milliseconds(29)).isEmpty)
    #expect(abs(pace.alpha - 0.9) < 1e-12)
    _ = try pace.advance(to: pace.deadline - Duration(attoseconds: 1))
    #expect(pace.alpha < 1)
    _ = try pace.advance(to: pace.deadline)
    #expect(pace.alpha == 0)
  }

  @Test("drops and counts ticks beyond the lag, and continues at the old pace")
  func drop() throws {
    var pace = FixedStep(step: 0.01)
    #expect(try pace.advance(to: .milliseconds(250)) == 1..<26)
    #expect(pace.droppedTicks == 0)
    #expect(try pace.advance(to: .milliseconds(10_250)) == 26..<51)
    #expect(pace.droppedTicks == 975)
    #expect(pace.droppedTime == 9.75)
    #expect(abs((pace.deadline - .milliseconds(10_260)) / .seconds(1)) < 1e-12)
    #expect(try pace.advance(to: pace.deadline) == 51..<52)
    #expect(pace.droppedTicks == 975)
  }

  @Test("limits the steps per frame")
  func maxSteps() throws {
    var pace = FixedStep(step: 0.01, maxStepsPerFrame: 4)
    #expect(try pace.advance(to: .milliseconds(40)) == 1..<5)
    #expect(try pace.advance(to: .milliseconds(100)) == 5..<9)
    #expect(pace.droppedTicks == 2)
  }

  @Test("runs at least one tick, however long the step", arguments: [0.5, 10])
  func longStep(step: Double) throws {
    var pace = FixedStep(step: step)
    #expect(try pace.advance(to: .seconds(step)) == 1..<2)
    #expect(pace.droppedTicks == 0)
  }

  @Test("drops no ticks beyond the last one")
  func last() throws {
    var pace = FixedStep(step: 0.01)
    #expect(try pace.advance(to: .seconds(100), through: 20) == 1..<21)
    #expect(pace.droppedTicks == 0)
    #expect(try pace.advance(to: .seconds(200), through: 20).isEmpty)
    #expect(pace.droppedTicks == 0)
  }

  @Test("throws an error that states the lag, under the policy to fail")
  func fail() throws {
    var pace = FixedStep(step: 0.01, policy: .fail)
    _ = try pace.advance(to: .milliseconds(250))
    let error = try #require(throws: OverloadError.self) {
      try pace.advance(to: .milliseconds(600))
    }
    #expect(error.tick == 25 && error.limit == 0.25 && abs(error.lag - 0.35) < 1e-12)
    #expect(error.description.hasPrefix("real time is 0.35 s ahead of tick 25, more than 0.25 s"))
    #expect(pace.tick == 25)
  }

  @Test("treats a clock that goes back as stopped")
  func backwards() throws {
    var pace = FixedStep(step: 0.01)
    _ = try pace.advance(to: .milliseconds(105))
    #expect(try pace.advance(to: .seconds(-3600)).isEmpty)
    #expect(pace.tick == 10)
    #expect(abs(pace.alpha - 0.5) < 1e-9)
    #expect(pace.deadline == .seconds(-3600) + .milliseconds(5))
    #expect(try pace.advance(to: .seconds(-3600) + .milliseconds(5)) == 11..<12)
    #expect(pace.droppedTicks == 0)
  }

  @Test("survives a clock that jumps far ahead", arguments: [3600.0, 1e9, 1e18])
  func jump(seconds: Double) throws {
    var pace = FixedStep(step: 1.0 / 120)
    #expect(try pace.advance(to: .seconds(seconds)) == 1..<31)
    #expect(pace.droppedTicks > 400_000)
    #expect((0..<1).contains(pace.alpha))
  }

  @Test("can begin after any tick")
  func resumed() throws {
    var pace = FixedStep(step: 0.01, tick: 1000)
    #expect(pace.deadline == .milliseconds(10))
    #expect(try pace.advance(to: .milliseconds(20)) == 1001..<1003)
    #expect(try pace.advance(to: .seconds(1), through: .min).isEmpty)
  }

  @Test("rejects an impossible step, and an impossible tick")
  func precondition() async {
    await #expect(processExitsWith: .failure) { _ = FixedStep(step: 0) }
    await #expect(processExitsWith: .failure) { _ = FixedStep(step: .infinity) }
    await #expect(processExitsWith: .failure) { _ = FixedStep(step: 0.01, tick: -1) }
    await #expect(processExitsWith: .failure) { _ = FixedStep(step: 0.01, tick: .max) }
  }
}
