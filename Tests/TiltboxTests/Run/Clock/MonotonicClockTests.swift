import Testing
import Tiltbox

@Suite("Monotonic clock")
struct MonotonicClockTests {
  @Test("never goes back, and moves")
  func monotone() {
    let clock = MonotonicClock()
    let first = clock.now()
    var latest = first
    while latest == first { latest = clock.now() }
    for _ in 1...1000 {
      let now = clock.now()
      #expect(now >= latest)
      latest = now
    }
  }

  @Test("does not wake before a deadline, and wakes at once after a past one")
  func deadline() {
    let clock = MonotonicClock()
    for microseconds in [-1_000_000_000, -1, 0, 1, 999, 1000, 3000] {
      let deadline = clock.now() + .microseconds(microseconds)
      clock.sleep(until: deadline)
      #expect(clock.now() >= deadline)
    }
    clock.sleep(until: .seconds(-5))
  }
}
