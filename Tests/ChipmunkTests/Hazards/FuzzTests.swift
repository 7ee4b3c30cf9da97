import TestSupport
import Testing

@Suite("Random calls")
struct FuzzTests {
  @Test("neither crash nor hang the process, and leave every number finite")
  func survive() async {
    await #expect(processExitsWith: .success) {
      var calls = 0
      // Of the later ones, one sweeps a body that has fallen asleep, one swaps the shapes of a contact, and one has a
      // contact with infinite speeds.
      for seed in Array(0..<300) + [601, 832, 326_119_220_381] as [UInt64] {
        var fuzzer = Fuzzer(seed: seed)
        fuzzer.run(calls: 300)
        calls += fuzzer.tally.accepted
        precondition(fuzzer.tally.stuck == 0, "seed \(seed)")
        precondition(fuzzer.tally.unsound.isEmpty, "seed \(seed): \(fuzzer.tally.unsound)")
      }
      precondition(calls > 50_000)
    }
  }

  @Test("that make long rows and chains survive on a small stack")
  func rows() async {
    await #expect(processExitsWith: .success) {
      for seed in 0..<20 as Range<UInt64> {
        run(stack: 512 << 10) {
          var fuzzer = Fuzzer(seed: seed, hasRows: true)
          fuzzer.run(calls: 200)
          precondition(fuzzer.tally.unsound.isEmpty, "seed \(seed): \(fuzzer.tally.unsound)")
        }
      }
    }
  }
}
