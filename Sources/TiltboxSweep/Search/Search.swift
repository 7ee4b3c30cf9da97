internal import Synchronization
internal import Tiltbox
internal import TiltboxScenario

/// Looks for the values of fields at which the first measure of a plan is as it should be.
///
/// It starts from the middle of all intervals and from points that the seed gives, each start on a thread of its own.
/// What comes out is the same for any number of threads: the starts count in their order.
package struct Search: Sendable {
  package let plan: SweepPlan
  package let goal: Goal
  /// From how many points to look.
  package var starts = 8
  /// The most runs from each of them.
  package var evaluations = 200
  package var workers = Workers.cores
  package var format = ResultsFormat.jsonl
  /// Asked before each tick.
  package var shouldStop: @Sendable () -> Bool = { false }

  package init(_ plan: SweepPlan, goal: Goal) { (self.plan, self.goal) = (plan, goal) }

  /// Makes the runs; each is a row of the trace, start by start.
  ///
  /// - Returns: the best of all runs; nil if none had a value.
  /// - Throws: what the sink throws.
  package func run(sink: any RowSink) throws -> Row? {
    let trace = Trace(self, sink)
    Workers.run(min(workers, starts)) {
      var maker = RunMaker(plan, isTimed: false, shouldStop: shouldStop)
      while !shouldStop(), let start = trace.nextStart() {
        trace.finish(start, rows(from: start, &maker))
      }
    }
    return try trace.best()
  }

  /// The runs of one start, in their order, numbered from 0 on.
  private func rows(from start: Int, _ maker: inout RunMaker) -> [Row] {
    let steps = RunSteps(maker)
    let point = plan.axes.map { axis in
      start == 0 ? 0.5 : Generator(seed: plan.seed, path: axis.path).unit(start)
    }
    _ = NelderMead.minimize(from: point) { point in
      guard steps.rows.count < evaluations, !steps.isReached,
        let row = steps.maker.row(ofRun: steps.rows.count, setting: values(at: point))
      else { return nil }
      steps.rows.append(row)
      steps.isReached = goal.isReached(row.measures[0])
      return goal.cost(row.measures[0])
    }
    maker = steps.maker
    return steps.rows
  }

  private func values(at point: [Double]) -> [FieldValue] {
    zip(plan.axes, point).map { axis, share in
      guard case .interval(let low, let high) = axis.values else { return .null }
      return .number(low + (high - low) * share)
    }
  }
}

/// What one start has done so far.
private final class RunSteps {
  var maker: RunMaker
  var rows: [Row] = []
  var isReached = false
  init(_ maker: RunMaker) { self.maker = maker }
}

/// The runs of all starts, in the order of the starts.
private final class Trace: Sendable {
  private struct State {
    var next = 0
    var written = 0
    var runs = 0
    var waiting: [Int: [Row]] = [:]
    var best: Row?
    var isOver = false
    var failure: (any Error)?
  }

  private let search: Search
  private let sink: any RowSink
  private let line: PlanLine
  private let state = Mutex(State())

  init(_ search: Search, _ sink: any RowSink) {
    (self.search, self.sink) = (search, sink)
    line = PlanLine(search.plan)
  }

  /// The next start that nobody has taken; nil if there is none, or what is sought is found.
  func nextStart() -> Int? {
    state.withLock { state in
      guard state.next < search.starts, !state.isOver else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ start: Int, _ rows: [Row]) {
    state.withLock { state in
      state.waiting[start] = rows
      while !state.isOver, let rows = state.waiting.removeValue(forKey: state.written) {
        state.written += 1
        take(rows, &state)
      }
    }
  }

  private func take(_ rows: [Row], _ state: inout State) {
    var text = TextBuffer()
    var numbered: [Row] = []
    for row in rows {
      let row = row.numbered(state.runs)
      state.runs += 1
      search.format.append(row, line, to: &text)
      numbered.append(row)
      let cost = search.goal.cost(row.measures[0])
      if !cost.isNaN, state.best.map({ cost < search.goal.cost($0.measures[0]) }) ?? true {
        state.best = row
      }
    }
    guard !rows.isEmpty else { return }
    if let best = state.best, search.goal.isReached(best.measures[0]) { state.isOver = true }
    do {
      try sink.take(RowBlock(rows: numbered, text: text.bytes))
    } catch {
      (state.failure, state.isOver) = (error, true)
    }
  }

  func best() throws -> Row? {
    if let failure = state.withLock(\.failure) { throw failure }
    return state.withLock(\.best)
  }
}

extension Row {
  fileprivate func numbered(_ run: Int) -> Row {
    Row(
      run: run,
      parameters: parameters,
      measures: measures,
      digest: digest,
      error: error,
      wall: wall
    )
  }
}
