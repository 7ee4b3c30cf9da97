import Testing
import TiltboxFuzz

@Suite("Random calls of the embedding API")
struct RandomCallsTests {
  @Test(
    "from within a simulation's hooks are carried out or rejected, and names, bodies and states agree"
  )
  func hooks() async {
    await #expect(processExitsWith: .success) {
      for seed in 0..<12 as Range<UInt64> {
        let fuzz = try SimulationFuzz(seed: seed, calls: 200)
        precondition(fuzz.failures.isEmpty, "seed \(seed): \(fuzz.failures)")
        precondition(fuzz.accepted > 50 && fuzz.rejected > 20)
      }
    }
  }

  @Test("with random outlines make convex parts that fill them and divide no edge, or are rejected")
  func outlines() {
    let fuzz = OutlineFuzz(seed: 1, calls: 1000)
    #expect(fuzz.failures == [])
    #expect(fuzz.accepted > 500 && fuzz.refused > 50)
  }

  @Test("with hostile numbers make animations, times and pictures, or are rejected")
  func values() async {
    await #expect(processExitsWith: .success) {
      for seed in 0..<12 as Range<UInt64> {
        let fuzz = try ValueFuzz(seed: seed, calls: 200)
        precondition(fuzz.failures.isEmpty, "seed \(seed): \(fuzz.failures)")
        precondition(fuzz.accepted > 20 && fuzz.refused > 5)
      }
    }
  }
}
