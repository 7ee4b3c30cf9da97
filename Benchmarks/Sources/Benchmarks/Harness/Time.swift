internal import Glibc

/// The CPU time of this thread so far, in seconds; other work on the machine hardly affects it.
func threadTime() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

/// The time of a monotonic clock, in seconds.
func realTime() -> Double { seconds(CLOCK_MONOTONIC) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Returns the time of some work by a clock, in seconds.
func time(by clock: () -> Double = threadTime, _ work: () throws -> Void) rethrows -> Double {
  let start = clock()
  try work()
  return clock() - start
}

/// The median of some numbers.
func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
