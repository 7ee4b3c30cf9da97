internal import Tiltbox
internal import TiltboxFiles

/// Makes the runs of a plan on several threads, each with a space of its own.
struct SweepRunner: Sendable {
  let plan: SweepPlan
  /// Threads at work.
  var workers = Workers.cores
  /// Whether it is taken down how long each run took.
  var isTimed = false
  var format = ResultsFormat.jsonl
  /// Asked before each tick.
  var shouldStop: @Sendable () -> Bool = { false }

  init(_ plan: SweepPlan) { self.plan = plan }

  /// Makes some runs of the plan; they come to the sink in their order, whatever the order is in which they end.
  ///
  /// - Throws: what the sink throws.
  func run(_ runs: Range<Int>, sink: any RowSink) throws -> Int {
    let line = PlanLine(plan, isTimed: isTimed)
    let queue = RowQueue(runs, sink: sink)
    Workers.run(min(workers, max(runs.count, 1))) { work(queue, line) }
    return try queue.finish()
  }

  /// As much work as takes about so long is done before the others are met.
  private static let stretch = Duration.milliseconds(20)
  private static let longest = 256

  private func work(_ queue: RowQueue, _ line: PlanLine) {
    var maker = RunMaker(plan, isTimed: isTimed, shouldStop: shouldStop)
    let clock = ContinuousClock()
    var count = 1
    var text = TextBuffer()
    while !shouldStop(), let runs = queue.take(count) {
      while queue.mustWait(runs.lowerBound), !shouldStop() {
        let clock = MonotonicClock()
        clock.sleep(until: clock.now() + .milliseconds(1))
      }
      let start = clock.now
      var rows: [Row] = []
      rows.reserveCapacity(runs.count)
      text.clear()
      for run in runs {
        guard !queue.isBroken, let row = maker.row(ofRun: run) else { break }
        format.append(row, line, to: &text)
        rows.append(row)
      }
      guard !rows.isEmpty else { return }
      queue.deliver(RowBlock(rows: rows, text: text.bytes))
      let each = (clock.now - start) / rows.count
      count = max(1, min(Int(Self.stretch / max(each, .nanoseconds(1))), Self.longest))
    }
  }
}
