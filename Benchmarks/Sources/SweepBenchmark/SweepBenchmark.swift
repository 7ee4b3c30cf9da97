import Chipmunk
import Glibc

/// What a sweep adds to the C library on short runs: five crates for two seconds.
///
/// `SweepBenchmark` compares times of the processor, taken in turns, and finds out whether all ways come to the same
/// digest. `SweepBenchmark WAY RUNS` makes some runs in one way and ends, for `Benchmarks/gate --sweep` to count.
@main
enum SweepBenchmark {
  static func main() throws {
    // `Chipmunk` keeps the library's greeting off standard output.
    _ = try Space()
    let arguments = CommandLine.arguments.dropFirst()
    if let name = arguments.first, let count = arguments.last.flatMap({ Int($0) }) {
      guard let way = Way.allCases.first(where: { "\($0)" == name }) else {
        fatalError("no such way: \(name); there are \(Way.allCases)")
      }
      _ = try way.prepare(count)()
    } else {
      try compare(rounds: 31, count: 100)
    }
  }

  /// Each round measures all ways one after the other, so that what disturbs one disturbs all.
  private static func compare(rounds: Int, count: Int) throws {
    let ways = try Way.allCases.map { try $0.prepare(count) }
    let digests = Set(try ways.compactMap { try $0() })
    guard digests.count == 1 else { fatalError("the ways do not agree: \(digests)") }
    var times = ways.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, run) in ways.enumerated() {
        let start = now()
        _ = try run()
        times[index].append((now() - start) / Double(count))
      }
    }
    let base = times[0]
    for (way, times) in zip(Way.allCases, times) {
      let ratios = zip(times, base).map { $0 / $1 }
      let name = way.rawValue + String(repeating: " ", count: 20 - way.rawValue.count)
      print(
        name,
        "\((median(times) * 1e7).rounded() / 10) µs a run, \(Int(1 / median(times))) runs a second",
        "\((median(ratios) * 1000).rounded() / 1000)"
      )
    }
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// The seconds that all threads have had of a processor: others at work on the machine do not count.
  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
