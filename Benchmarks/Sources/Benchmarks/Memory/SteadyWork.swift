internal import CCounters
internal import CReference
internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// The steady work of a tick, in a run whose pile has come to rest and then turns.
struct SteadyWork {
  static let crates = 100

  /// The name of the work in `Benchmarks/gate`.
  let key: String
  let name: String
  let tick: () throws -> Void

  /// Returns the heap allocations of a tick, after two turns to warm up.
  func allocations() throws -> Double {
    let turn = 480
    for _ in 0..<2 * turn { try tick() }
    let before = HeapCounterAllocations()
    for _ in 0..<turn { try tick() }
    return Double(HeapCounterAllocations() - before) / Double(turn)
  }

  static func all() throws -> [SteadyWork] {
    let pile = Pile(count: crates)
    let recorders = try [RecordingFormat.jsonl, .csv].map {
      ($0, try Recorder($0, to: "/dev/null"))
    }
    let ways = try [
      ("c", StepWay.c(pile)), ("chipmunk", .space(pile, .chipmunk)),
      ("simulation", .simulation(pile)),
    ]
    var works = ways.map { key, way in
      SteadyWork(key: key, name: way.name) { _ = try way.run(1) }
    }
    for (format, recorder) in recorders {
      let simulation = try pile.makeSimulation()
      works.append(
        SteadyWork(key: format.rawValue, name: "`Simulation`, recorded as \(format.rawValue)") {
          try simulation.advance()
          try recorder.recordEvents(of: simulation)
          try recorder.recordFrame(of: simulation)
        }
      )
    }
    let space = try pile.makeSpace(engine: .tiltbox)
    let snapshot = Snapshot()
    space.gravity = pile.gravity(at: 0)
    works.append(
      SteadyWork(key: "rollback", name: "`Space`, with a snapshot, eight ticks and a return") {
        try space.snapshot(into: snapshot)
        for _ in 0..<8 { try space.step() }
        try space.restore(snapshot)
        try space.step()
      }
    )
    return works
  }
}
