internal import CChild
internal import Chipmunk

/// Real time: the lateness and CPU load of ticks compared with cyclictest, and the number of crates that a core
/// simulates.
enum RealTimeBenchmark {
  private static let rates = [60, 120, 1000]

  static func run(_ settings: Settings) throws {
    note("real time")
    let seconds = settings.isQuick ? 1 : 4
    if let tiltbox = settings.tiltbox {
      showLateness(seconds, settings)
      for rate in rates { try showLoad(rate, seconds, tiltbox) }
    }
    for engine in [Engine.chipmunk, .tiltbox] { try showCapacity(engine, settings) }
  }

  /// Runs `Benchmarks/precision`, whose columns are: state, Hz, p50 of both and their ratio, p99 of both and their ratio.
  private static func showLateness(_ seconds: Int, _ settings: Settings) {
    let script = settings.peers + "/../precision"
    let child = Child(["/bin/bash", script, settings.isQuick ? "1" : "2", "\(seconds)"])
    while let line = child.nextLine() {
      let words = line.split { " ()".contains($0) }.map(String.init)
      guard words.count == 8, let p50 = Double(words[4]), Int(words[1]) != nil else { continue }
      let what = "lateness, \(words[0]), p50 and p99"
      Row(
        what: what,
        size: words[1] + " Hz",
        way: "cyclictest",
        value: "\(words[3]) µs, \(words[6]) µs",
        ratio: 1
      ).show()
      Row(
        what: what,
        size: words[1] + " Hz",
        way: "`tiltbox run`",
        value: "\(words[2]) µs, \(words[5]) µs",
        ratio: p50
      ).show()
    }
  }

  /// Shows the CPU share of a run of five crates.
  private static func showLoad(_ rate: Int, _ seconds: Int, _ tiltbox: String) throws {
    func ours(_ seconds: Double) -> Double {
      let rate = ["--set", "world.step=1/\(rate)", "--duration", "\(seconds)"]
      return Child.cost(of: [tiltbox, "run", "--format", "none"] + rate).seconds
    }
    let theirs = [
      "/usr/bin/cyclictest", "-t1", "-q", "-i", "\(1_000_000 / rate)", "-D", "\(seconds)",
    ]
    // Subtract the time to start.
    let ways: [(String, () -> Double)] = [
      ("cyclictest", { Child.cost(of: theirs).seconds }),
      ("`tiltbox run`", { ours(Double(seconds)) - ours(0.02) }),
    ]
    let result = try Rounds(1, ways.map(\.1))
    for (index, way) in ways.enumerated() {
      Row(
        what: "processor, five crates",
        size: "\(rate) Hz",
        way: way.0,
        value: number(result.times[index] / Double(seconds) * 100, 3) + " %",
        ratio: result.ratios[index]
      ).show()
    }
  }

  private static func showCapacity(_ engine: Engine, _ settings: Settings) throws {
    let capacity = try Capacity(halvings: settings.isQuick ? 3 : 7, engine)
    Row(
      what: "crates in real time on a core",
      size: "120 Hz",
      way: "`Simulation`, \(engine)",
      value: "\(capacity.crates), a tick's p99 \(duration(capacity.percentile))"
    ).show()
    guard let tiltbox = settings.tiltbox else { return }
    let field = capacity.run(tiltbox, settings)
    let peak = Double(field("peakLoad")) ?? .nan
    Row(
      what: "so many in real time, turned around",
      size: "\(capacity.crates)",
      way: "`tiltbox run`, \(engine)",
      value: "\(field("dropped")) of 600 ticks dropped, peak load \(number(peak * 100, 3)) %"
    ).show()
  }
}
