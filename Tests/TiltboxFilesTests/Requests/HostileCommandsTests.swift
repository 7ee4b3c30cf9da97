import TiltboxFuzz
import Testing

@Suite("Hostile commands")
struct HostileCommandsTests {
  @Test("end no run, are all answered, and leave a journal that repeats it", arguments: 0..<8)
  func fuzz(seed: Int) throws {
    let fuzz = try CommandFuzz(seed: UInt64(seed), ticks: 120)
    #expect(fuzz.failures.isEmpty)
    #expect(fuzz.accepted > 10 && fuzz.rejected > 10)
  }

  @Test("make bodies diverge in some runs")
  func quarantines() throws {
    var count = 0
    for seed in [102, 106, 110] as [UInt64] {
      let fuzz = try CommandFuzz(seed: seed, ticks: 60)
      #expect(fuzz.failures.isEmpty)
      count += fuzz.quarantined
    }
    #expect(count > 0)
  }
}
