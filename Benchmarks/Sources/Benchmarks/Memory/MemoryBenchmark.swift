internal import CChild
internal import CCounters
internal import CReference
internal import Tiltbox

/// Memory: the heap bytes of a body, and the allocations of a tick, which should be zero.
enum MemoryBenchmark {
  static func run(_ settings: Settings) throws {
    note("memory")
    try showBytes(Pile(count: 10_000))
    for work in try SteadyWork.all() {
      let count = try work.allocations()
      Row(
        what: "allocations a tick",
        size: "\(SteadyWork.crates)",
        way: work.name,
        value: number(count, 3),
        measured: count,
        target: work.name == "C" ? nil : .atMost(0)
      ).show()
    }
  }

  /// Shows the bytes of a body after a few ticks, when the library has allocated its contacts.
  private static func showBytes(_ pile: Pile) throws {
    let before = CHeapBytes()
    let c = try StepWay.c(pile)
    _ = try c.run(10)
    let first = CHeapBytes()
    let chipmunk = try StepWay.space(pile, .chipmunk)
    _ = try chipmunk.run(10)
    let second = CHeapBytes()
    let simulation = try StepWay.simulation(pile)
    _ = try simulation.run(10)
    let third = CHeapBytes()
    let bytes = [(c, first - before), (chipmunk, second - first), (simulation, third - second)]
    for (way, bytes) in bytes {
      Row(
        what: "memory of a body",
        size: "\(pile.crates.count)",
        way: way.name,
        value: "\(Int(bytes / Double(pile.crates.count))) bytes",
        ratio: bytes / (first - before),
        target: way.name == "C" ? nil : .atMost(1.5)
      ).show()
    }
  }
}
