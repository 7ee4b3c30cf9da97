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
  /// - Parameters:
  ///   - places: The places of the runs in the list.
  ///   - list: The runs that are chosen; all of the plan's if absent.
  ///   - sink: Takes the rows.
  /// - Returns: The first place whose run was not made.
  /// - Throws: what the sink throws.
  func run(_ places: Range<Int>, of list: RunList? = nil, sink: any RowSink) throws -> Int {
    let line = PlanLine(plan, isTimed: isTimed)
    let queue = RowQueue(places, sink: sink)
    Workers.run(min(workers, max(places.count, 1))) { work(queue, line, list) }
    return try queue.finish()
  }

  /// As much work as takes about so long is done before the others are met.
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
