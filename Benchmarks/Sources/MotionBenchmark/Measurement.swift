internal import CHeapCounter

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How long one of many equal pieces of work takes, and what it takes from the heap.
///
/// Time is the thread's own, so that other work on the machine counts little.
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
    var times: [Double] = []
    times.reserveCapacity(rounds)
    for _ in 0..<rounds {
      let start = Self.threadTime()
      kept += work()
      times.append((Self.threadTime() - start) / Double(pieces))
    }
    let before = HeapCounterAllocations()
    kept += work()
    allocations = before < 0 ? nil : HeapCounterAllocations() - before
    times.sort()
    (best, median) = (times[0], times[rounds / 2])
    precondition(!kept.isNaN, "the work gave no number")
  }

  /// The processor time of this thread so far, in nanoseconds.
  private static func threadTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
