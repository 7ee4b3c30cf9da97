internal import Tiltbox
internal import TiltboxFiles

/// Looks for the values of fields at which the first measure of a plan is as it should be.
///
/// It starts from the middle of all intervals and from points that the seed gives, each start on a thread of its own.
/// What comes out is the same for any number of threads: the starts count in their order.
struct Search: Sendable {
  let plan: SweepPlan
  let goal: Goal
  /// From how many points to look.
  var starts = 8
  /// The most runs from each of them.
  var evaluations = 200
  var workers = Workers.cores
  var format = ResultsFormat.jsonl
  /// The runs that an earlier trace has, in its order: they are not made again.
  var known: [Row] = []
  /// Asked before each tick.
  var shouldStop: @Sendable () -> Bool = { false }

  init(_ plan: SweepPlan, goal: Goal) { (self.plan, self.goal) = (plan, goal) }

  /// Makes the runs that are not known; each is a row of the trace, start by start.
  ///
  /// - Throws: ``SweepError`` if the known runs are not those of this search; what the sink throws.
  func run(sink: any RowSink) throws -> Row? {
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

  /// Shares out the known runs among the starts that have made them: what is asked for follows from them alone.
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

  /// Goes the way of one start.
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

  /// Where a start begins, and where it begins anew when it is stuck in a place that is not what is sought.
  private func point(_ start: Int, _ round: Int) -> [Double] {
    plan.axes.map { axis in
      start == 0 && round == 0
        ? 0.5 : RandomStream(seed: plan.seed, path: axis.path).unit(start + round * starts)
    }
  }

  private func values(at point: [Double]) -> [FieldValue] {
    zip(plan.axes, point).map { axis, share in
      guard case .interval(let low, let high) = axis.values else { return .null }
      return .number(low + (high - low) * share)
    }
  }
}

/// What one start has done so far.
private final class SearchWalk {
  /// What makes runs; nil where the known ones alone are gone through.
  var maker: RunMaker?
  /// The known runs that are still to come.
  var known: ArraySlice<Row>
  var didMake: (Row) -> Void = { _ in }
  var count = 0
  var isReached = false
  /// Whether a run was not made.
  var isStopped = false
  /// Whether a known run was not the one that was asked for.
  var hasStrayed = false

  init(_ maker: RunMaker?, known: ArraySlice<Row>) { (self.maker, self.known) = (maker, known) }

  func row(setting values: [FieldValue]) -> Row? {
    if let row = known.first {
      hasStrayed = row.parameters != values
      isStopped = hasStrayed
      if hasStrayed { return nil }
      known.removeFirst()
      count += 1
      return row
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

/// What a search is after.
enum Goal: Hashable, Sendable {
  case minimize
  case maximize
  /// Two formulas are the same, give or take so much.
  case find(within: Double)

  /// How far a measured value is from the goal: the less, the better.
  func cost(_ value: Double) -> Double {
    switch self {
    case .minimize, .find: value
    case .maximize: -value
    }
  }

  /// Whether there is a value with which a search is at its end.
  var isEquation: Bool { if case .find = self { true } else { false } }

  /// Whether a value is all that was asked for.
  func isReached(_ value: Double) -> Bool {
    if case .find(let tolerance) = self { value <= tolerance } else { false }
  }
}
