internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles

/// Searches for the values of fields at which the first measure of a plan reaches a goal.
///
/// It starts from the middle of all intervals and from points derived from the seed, each on its own thread. The result
/// does not depend on the number of threads: the starts are evaluated in order.
package struct Search: Sendable {
  let plan: SweepPlan
  package let goal: Goal
  /// The number of starting points.
  package var starts = 8
  /// The maximum number of runs from each starting point.
  package var evaluations = 200
  package var workers = Workers.cores
  package var format = ResultsFormat.jsonl
  /// The runs of an earlier trace, in its order; they are not repeated.
  package var known: [Row] = []
  /// Called before each tick.
  package var shouldStop: @Sendable () -> Bool = { false }

  package init(_ plan: SweepPlan, goal: Goal) { (self.plan, self.goal) = (plan, goal) }

  /// Performs the runs that are not known; each is a row of the trace, grouped by start. Returns the best row, or nil
  /// if no run has a value.
  ///
  /// - Throws: ``SweepError`` if the known runs do not belong to this search; the error of the sink.
  package func run(sink: any RowSink) throws -> Row? {
    let known = try knownRowsOfStarts()
    let trace = SearchTrace(self, sink)
    Workers.run(min(workers, starts)) {
      var maker = RunMaker(plan, isTimed: false, shouldStop: { shouldStop() || trace.isOver })
      while !shouldStop(), let start = trace.nextStart() {
        let walk = SearchWalk(maker, known: start < known.count ? known[start][...] : [])
        walk.didMake = { trace.add($0, of: start) }
        let isWhole = go(walk, from: start)
        maker = walk.maker ?? maker
        if isWhole { trace.finish(start) }
      }
    }
    return try trace.best()
  }

  /// Assigns the known runs to their starts. This needs no simulation, since the known results determine each next
  /// point.
  private func knownRowsOfStarts() throws(SweepError) -> [ArraySlice<Row>] {
    var rest = known[...]
    var shares: [ArraySlice<Row>] = []
    while !rest.isEmpty {
      let walk = SearchWalk(nil, known: rest)
      if shares.count < starts { _ = go(walk, from: shares.count) }
      guard walk.known.count < rest.count, !walk.hasStrayed else {
        throw SweepError(
          .badData,
          "run \(rest.startIndex + walk.count) of the trace is not what this search comes to; begin a new one"
        )
      }
      shares.append(rest.prefix(walk.count))
      rest = walk.known
    }
    return shares
  }

  /// Performs the walk of one start; returns false if it was stopped.
  private func go(_ walk: SearchWalk, from start: Int) -> Bool {
    var round = 0
    repeat {
      _ = NelderMead.minimize(from: point(start, round)) { point in
        guard walk.count < evaluations, !walk.isReached,
          let row = walk.row(setting: values(at: point))
        else { return nil }
        walk.isReached = goal.isReached(row.measures[0])
        return goal.cost(row.measures[0])
      }
      round += 1
    } while goal.isEquation && walk.count < evaluations && !walk.isReached && !walk.isStopped
    return !walk.isStopped
  }

  /// Returns the starting point, and for later rounds the point to restart from when the simplex has converged without
  /// reaching the goal.
  private func point(_ start: Int, _ round: Int) -> [Double] {
    plan.axes.map { axis in
      start == 0 && round == 0
        ? 0.5 : RandomStream(seed: plan.seed, path: axis.path).unit(start + round * starts)
    }
  }

  private func values(at point: [Double]) -> [FieldContent] {
    plan.axes.indices.map { index in
      guard case .interval(let low, let high) = plan.axes[index].values else { return .null }
      let value = low + (high - low) * point[index]
      guard plan.takesWholeNumbers[index] else { return .number(value) }
      return .number(min(value.rounded(), high.rounded(.down)))
    }
  }
}

/// The state of one start.
private final class SearchWalk {
  /// Performs runs; nil to go through known ones only.
  var maker: RunMaker?
  /// The known runs still to be used.
  var known: ArraySlice<Row>
  var didMake: (Row) -> Void = { _ in }
  var count = 0
  var isReached = false
  /// Whether a run could not be performed.
  var isStopped = false
  /// Whether a known run has other values than the search asks for.
  var hasStrayed = false

  init(_ maker: RunMaker?, known: ArraySlice<Row>) { (self.maker, self.known) = (maker, known) }

  func row(setting values: [FieldContent]) -> Row? {
    if let row = known.first {
      hasStrayed = row.parameters != values
      isStopped = hasStrayed
      if hasStrayed { return nil }
      count += 1
      return known.removeFirst()
    }
    guard let row = maker?.row(ofRun: count, setting: values) else {
      isStopped = true
      return nil
    }
    count += 1
    didMake(row)
    return row
  }
}

/// The goal of a search.
package enum Goal: Hashable, Sendable {
  case minimize
  case maximize
  /// Two formulas are equal within a tolerance.
  case find(within: Double)

  /// Returns the cost of a measured value: the lower, the closer to the goal.
  func cost(_ value: Double) -> Double { self == .maximize ? -value : value }

  /// Whether there is a value that ends the search.
  var isEquation: Bool { if case .find = self { true } else { false } }

  /// Whether a value reaches the goal.
  func isReached(_ value: Double) -> Bool {
    if case .find(let tolerance) = self { value <= tolerance } else { false }
  }
}

/// Writes the runs of all starts in the order of the starts.
final class SearchTrace: Sendable {
  struct State {
    var next = 0
    /// The start whose runs are written at once; those of later starts wait.
    var front = 0
    var runs: Int
    var waiting: [Int: [Row]] = [:]
    var finished: Set<Int> = []
    var best: Row?
    var failure: (any Error)?
  }

  private let search: Search
  private let sink: any RowSink
  private let line: PlanLine
  private let state: Mutex<State>
  private let hasEnded = Atomic(false)

  init(_ search: Search, _ sink: any RowSink) {
    (self.search, self.sink) = (search, sink)
    line = PlanLine(search)
    state = Mutex(State(runs: search.known.count))
    state.withLock { state in search.known.forEach { take($0, &state) } }
  }

  /// Whether the goal is reached or the sink has failed.
  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  /// Takes the next start; returns nil if none is left or the search is over.
  func nextStart() -> Int? {
    state.withLock { state in
      guard state.next < search.starts, !isOver else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Adds a run.
  func add(_ row: Row, of start: Int) {
    state.withLock { state in
      if start == state.front {
        write([row], &state)
      } else {
        state.waiting[start, default: []].append(row)
      }
    }
  }

  /// Notes that a start has ended.
  func finish(_ start: Int) {
    state.withLock { state in
      state.finished.insert(start)
      while state.finished.remove(state.front) != nil {
        state.front += 1
        write(state.waiting.removeValue(forKey: state.front) ?? [], &state)
      }
    }
  }

  private func write(_ rows: [Row], _ state: inout State) {
    var text = TextBuffer()
    var numbered: [Row] = []
    for var row in rows where !isOver {
      row.run = state.runs
      state.runs += 1
      search.format.append(row, line, to: &text)
      numbered.append(row)
      take(row, &state)
    }
    guard !numbered.isEmpty else { return }
    do {
      let place = state.runs - numbered.count
      try sink.take(RowBlock(place: place, rows: numbered, text: text.bytes))
    } catch {
      state.failure = error
      hasEnded.store(true, ordering: .relaxed)
    }
  }

  /// Keeps a row if it is the best so far; ends the search if it reaches the goal.
  private func take(_ row: Row, _ state: inout State) {
    let (goal, value) = (search.goal, row.measures[0])
    let isBetter = state.best.map { goal.cost(value) < goal.cost($0.measures[0]) } ?? true
    guard !goal.cost(value).isNaN, isBetter else { return }
    state.best = row
    if goal.isReached(value) { hasEnded.store(true, ordering: .relaxed) }
  }

  func best() throws -> Row? {
    if let failure = state.withLock(\.failure) { throw failure }
    return state.withLock(\.best)
  }
}
