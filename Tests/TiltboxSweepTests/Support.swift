import Foundation
import Synchronization
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

/// A ball that falls 200 units in a box, for a second.
let fallText = """
  tiltbox: 1
  name: fall
  world: {sleepAfter: 0.5}
  walls: {size: [300, 300], friction: 0.5, elasticity: 0.5}
  bodies:
    - {id: ball, circle: 10, at: [150, 211], mass: 1, elasticity: 0.8}
    - {id: crate, box: [20, 20], at: [50, 11], mass: 1, friction: 0.5}
  run: {duration: 1}
  expect: [{body: ball, firstContact: walls, at: sqrt(2*h/g)}, {body: ball, x: 150, within: 1, at: end}]

  """

func fall(_ overrides: String...) throws -> ScenarioTemplate {
  try ScenarioTemplate(utf8: Array(fallText.utf8), file: "fall.yaml", overrides: overrides)
}

func axis(_ text: String) throws -> Axis { try Axis(text, origin: "--vary \(text)") }

func plan(
  _ vary: [String],
  _ measures: [String] = [],
  combination: SweepPlan.Combination = .grid,
  samples: Int? = nil,
  seed: UInt64 = 0,
  set overrides: String...
) throws -> SweepPlan {
  let source = try ScenarioTemplate(
    utf8: Array(fallText.utf8),
    file: "fall.yaml",
    overrides: overrides
  )
  return try SweepPlan(
    source,
    axes: try vary.map(axis),
    combination: combination,
    samples: samples,
    seed: seed,
    measures: try measures.map { try Measure($0, of: source, origin: "--measure \($0)") }
  )
}

/// Keeps all rows.
final class RowCollector: RowSink {
  private let state = Mutex<(rows: [Row], text: [UInt8])>(([], []))
  private let failsAfter: Int

  init(failsAfter: Int = .max) { self.failsAfter = failsAfter }

  func take(_ block: RowBlock) throws {
    try state.withLock { state in
      state.rows += block.rows
      state.text += block.text
      if state.rows.count > failsAfter { throw OutputError.failed(file: "disk", errno: ENOSPC) }
    }
  }

  var rows: [Row] { state.withLock(\.rows) }
  var text: [UInt8] { state.withLock(\.text) }
}

func rows(
  _ plan: SweepPlan,
  _ runs: Range<Int>? = nil,
  workers: Int = 2,
  format: ResultsFormat = .jsonl
) throws -> RowCollector {
  let collector = RowCollector()
  var runner = SweepRunner(plan)
  runner.workers = workers
  runner.format = format
  _ = try runner.run(runs ?? 0..<plan.runs, sink: collector)
  return collector
}
