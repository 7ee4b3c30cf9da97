internal import CCounters
internal import Chipmunk

/// `Benchmarks ITEM … [--quick]` measures and prints a table. `Benchmarks count NAME TIMES` repeats a piece of work so
/// that its instructions can be counted; so does `Benchmarks runs TIMES [digest]`, with C runs of the scenario that
/// `Benchmarks box` prints. `Benchmarks allocations` prints the heap allocations of ticks. `Benchmarks scene ENGINE
/// THREADS FILE` steps a published scene on request.
@main
enum Benchmarks {
  private static let items: [(name: String, run: @Sendable (Settings) throws -> Void)] = [
    ("step", StepBenchmark.run), ("threads", ThreadsBenchmark.run),
    ("states", StatesBenchmark.run), ("output", OutputBenchmark.run),
    ("start", StartBenchmark.run), ("scale", ScaleBenchmark.run),
    ("realtime", RealTimeBenchmark.run), ("boxes", BoxesBenchmark.run),
    ("motion", MotionBenchmark.run), ("memory", MemoryBenchmark.run),
  ]

  static func main() throws {
    let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
    if words.first == "count" { return try count(words) }
    if words.first == "runs" {
      let count = words.dropFirst().first.flatMap { Int($0) } ?? 0
      return try BoxesBenchmark.runInC(count, digests: words.last == "digest")
    }
    if words.first == "box" { return print(Pile(count: 5).scenarioFile(.tiltbox)) }
    if words.first == "scene" { return try ScenePeer.run(Array(words.dropFirst())) }
    if words.first == "allocations" {
      for work in try SteadyWork.all() { print(try work.allocations(), work.key) }
      return
    }
    let names = words.isEmpty ? items.map(\.name) : words
    print(Row.header)
    for name in names {
      guard let item = items.first(where: { $0.name == name }) else {
        fatalError("no such item: \(name); there are \(items.map(\.name))")
      }
      try item.run(Settings())
    }
  }

  private static func count(_ words: [String]) throws {
    guard words.count == 3, let work = CountedWork(rawValue: words[1]), let times = Int(words[2])
    else {
      fatalError("count NAME TIMES; the names are \(CountedWork.allCases)")
    }
    let pass = try work.prepare()
    try pass(work.warmUp)
    InstructionCounterStart()
    try pass(times)
    InstructionCounterStop()
  }
}
