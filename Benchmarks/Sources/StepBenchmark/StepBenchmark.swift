import Glibc

/// What `Chipmunk` adds to the C library on a pile of 1000 crates.
///
/// `StepBenchmark` compares median times, taken in turns. `StepBenchmark WAY TICKS` takes some ticks
/// in one way and ends, for `Benchmarks/instructions` to count.
@main
enum StepBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if let name = arguments.first, let ticks = arguments.last.flatMap({ Int($0) }) {
      guard let way = Way.allCases.first(where: { "\($0)" == name }) else {
        fatalError("no such way: \(name); there are \(Way.allCases)")
      }
      try way.prepare(Pile())(ticks)
    } else {
      try compare(rounds: 41, ticks: 20)
    }
  }

  /// Each round measures all ways one after the other, so that what disturbs one disturbs all.
  private static func compare(rounds: Int, ticks: Int) throws {
    let pile = Pile()
    let piles = try Way.allCases.map { try $0.prepare(pile) }
    var times = Way.allCases.map { _ in [Double]() }
    for run in piles { try run(300) }
    for _ in 0..<rounds {
      for (index, run) in piles.enumerated() {
        let start = now()
        try run(ticks)
        times[index].append((now() - start) / Double(ticks))
      }
    }
    let base = times[0]
    for (way, times) in zip(Way.allCases, times) {
      let ratios = zip(times, base).map { $0 / $1 }
      let name = way.rawValue + String(repeating: " ", count: 30 - way.rawValue.count)
      print(
        name,
        "\(round(median(times) * 1e6)) µs a tick",
        "\(round(median(ratios) * 1000) / 1000)"
      )
    }
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
