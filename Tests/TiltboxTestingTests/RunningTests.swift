import Chipmunk
import Testing
import Tiltbox
import TiltboxTesting

@Suite("Running")
struct RunningTests {
  @Test("a scenario runs to the tick nearest to a time, and each tick is observed")
  func toTime() throws {
    var ticks: [Int] = []
    let simulation = try run(.fallingCrate(), to: 0.1) { ticks.append($0.tick) }
    #expect(ticks == Array(1...12))
    #expect(simulation.tick == 12)
  }

  @Test("another tilt replaces the scenario's")
  func tilt() throws {
    let simulation = try run(.fallingCrate(), to: 0.1, tilt: ConstantTilt(Tilt(x: 1, y: 0)))
    #expect(simulation.states[0].velocity.y == 0)
    #expect(simulation.states[0].velocity.x > 0)
  }

  @Test("on a manual clock the trajectory is the same, and no time passes")
  func clock() throws {
    let clock = ManualClock()
    let paced = try run(.fallingCrate(), to: 1, on: clock)
    let unpaced = try run(.fallingCrate(), to: 1)
    #expect(paced.simulation.digest == unpaced.digest)
    #expect(clock.time == .seconds(1))
    #expect(paced.statistics.droppedTicks == 0)
  }

  @Test("work that takes too long makes the run drop ticks, or fail")
  func overload() throws {
    let clock = ManualClock()
    let slow = try run(.fallingCrate(), to: 1, on: clock) { _ in clock.advance(by: .seconds(1)) }
    #expect(slow.statistics.droppedTicks > 0)
    let other = ManualClock()
    #expect(throws: OverloadError.self) {
      try run(.fallingCrate(), to: 1, on: other, policy: .fail) { _ in
        other.advance(by: .seconds(1))
      }
    }
  }
}
