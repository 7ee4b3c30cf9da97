internal import CHeapCounter

/// How long one of many equal pieces of work takes, and what it takes from the heap.
struct Measurement {
  /// The least and the middle of the rounds, in nanoseconds a piece.
  let best: Double
  let median: Double
  /// Blocks taken from the heap in one round; `nil` where they cannot be counted.
  let allocations: Int?

  /// Runs the work in rounds and measures each.
  ///
  /// - Parameters:
  ///   - pieces: How many pieces one run of the work does.
  ///   - rounds: How often it is run, after once to warm up.
  ///   - work: The work; its result is looked at, so that it is not optimised away.
  init(pieces: Int, rounds: Int = 31, _ work: () -> Double) {
    var kept = work()
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(rounds)
    for _ in 0..<rounds {
      let elapsed = clock.measure { kept += work() }
      times.append(elapsed / .nanoseconds(1) / Double(pieces))
    }
    let before = HeapCounterAllocations()
    kept += work()
    allocations = before < 0 ? nil : HeapCounterAllocations() - before
    times.sort()
    (best, median) = (times[0], times[rounds / 2])
    precondition(!kept.isNaN, "the work gave no number")
  }
}
