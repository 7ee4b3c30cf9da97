import CStates
import Chipmunk
import Glibc

/// What it costs to read and to write the states of 10,000 bodies at once, against a loop in C.
///
/// `StatesBenchmark` compares median times, taken in turns. `StatesBenchmark WAY COUNT` does it some times
/// in one way and ends, for `Benchmarks/instructions` to count.
@main
enum StatesBenchmark {
  static func main() throws {
    let scene = try Scene(bodies: 10_000)
    let ways: [(name: String, base: String?, run: () throws -> Void)] = [
      ("cRead", nil, scene.cRead), ("cWrite", nil, scene.cWrite),
      ("read", "cRead", scene.read), ("write", "cWrite", scene.write),
      ("readIDs", "cRead", scene.readIDs), ("writeIDs", "cWrite", scene.writeIDs),
    ]
    let arguments = CommandLine.arguments.dropFirst()
    if let name = arguments.first, let count = arguments.last.flatMap({ Int($0) }) {
      guard let way = ways.first(where: { $0.name == name }) else {
        fatalError("no such way: \(name); there are \(ways.map(\.name))")
      }
      for _ in 0..<count { try way.run() }
      return
    }
    var times: [String: [Double]] = [:]
    for _ in 0..<401 {
      for way in ways {
        let start = now()
        try way.run()
        times[way.name, default: []].append(now() - start)
      }
    }
    for way in ways {
      guard let own = times[way.name] else { continue }
      let ratios = zip(own, times[way.base ?? way.name] ?? []).map { $0 / $1 }
      let name = way.name + String(repeating: " ", count: 8 - way.name.count)
      let time = (median(own) * 1e7).rounded() / 10
      print(name, "\(time) µs", "\((median(ratios) * 1000).rounded() / 1000)")
    }
  }

  private static func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  /// The processor time of this thread, in seconds: other work on the machine counts little.
  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
