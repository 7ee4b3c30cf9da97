internal import Tiltbox
internal import TiltboxFiles

/// Performs the runs of a plan on several threads, each with its own space.
package struct SweepRunner: Sendable {
  let plan: SweepPlan
  /// The number of threads.
  package var workers = Workers.cores
  /// Whether to record how long each run took.
  package var isTimed = false
  package var format = ResultsFormat.jsonl
  /// Called before each tick.
  package var shouldStop: @Sendable () -> Bool = { false }

  package init(_ plan: SweepPlan) { self.plan = plan }

  /// Performs runs of the plan. The sink receives them in order, whatever the order in which they finish.
  ///
  /// - Parameters:
  ///   - places: The places of the runs in the list.
  ///   - list: The chosen runs; nil for all runs of the plan.
  ///   - sink: Receives the rows.
  /// - Returns: The place of the first run that was not performed.
  /// - Throws: The error of the sink.
  package func run(_ places: Range<Int>, of list: RunList? = nil, sink: any RowSink) throws -> Int {
    let line = PlanLine(plan, isTimed: isTimed)
    let queue = RowQueue(places, sink: sink)
    Workers.run(min(workers, max(places.count, 1))) { work(queue, line, list) }
    return try queue.finish()
  }

  /// The approximate duration of the work between two accesses to the shared queue.
  private static let stretch = Duration.milliseconds(20)
  private static let longest = 256

  private func work(_ queue: RowQueue, _ line: PlanLine, _ list: RunList?) {
    var maker = RunMaker(plan, isTimed: isTimed, shouldStop: shouldStop)
    let clock = ContinuousClock()
    var count = 1
    var text = TextBuffer()
    while !shouldStop(), let places = queue.take(count) {
      while queue.mustWait(places.lowerBound), !shouldStop() {
        let clock = MonotonicClock()
        clock.sleep(until: clock.now() + .milliseconds(1))
      }
      let start = clock.now
      var rows: [Row] = []
      rows.reserveCapacity(places.count)
      text.clear()
      for place in places {
        guard !queue.isBroken, let row = maker.row(ofRun: list?[place] ?? place) else { break }
        format.append(row, line, to: &text)
        rows.append(row)
      }
      guard !rows.isEmpty else { return }
      queue.deliver(RowBlock(place: places.lowerBound, rows: rows, text: text.bytes))
      let each = (clock.now - start) / rows.count
      count = max(1, min(Int(Self.stretch / max(each, .nanoseconds(1))), Self.longest))
    }
  }
}
