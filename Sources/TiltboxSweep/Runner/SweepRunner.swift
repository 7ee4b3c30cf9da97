internal import Chipmunk
internal import Synchronization
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
        let run = list?[place] ?? place
        guard !queue.isBroken,
          let row = maker.row(ofRun: run, setting: plan.values(ofRun: run))
        else { break }
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

/// Performs runs of a plan, one after the other, on one thread.
struct RunMaker {
  private let plan: SweepPlan
  private let isTimed: Bool
  private let shouldStop: @Sendable () -> Bool
  private var tracks: [TiltDescription.Source: TiltTrack] = [:]
  /// The maximum number of tilt recordings kept in memory.
  private static let mostTracks = 64

  init(_ plan: SweepPlan, isTimed: Bool, shouldStop: @escaping @Sendable () -> Bool) {
    (self.plan, self.isTimed, self.shouldStop) = (plan, isTimed, shouldStop)
  }

  /// Performs a run with given values of the fields; returns nil if it was stopped.
  mutating func row(ofRun run: Int, setting values: [FieldContent]) -> Row? {
    let clock = ContinuousClock()
    let start = isTimed ? clock.now : nil
    let none = [Double](repeating: .nan, count: plan.measures.count)
    var row = Row(run: run, parameters: values, measures: none)
    do {
      guard let (measures, digest) = try outcome(values) else { return nil }
      row.measures = measures
      row.digest = digest.description
    } catch {
      row.error = "\(error)".split(separator: "\n").joined(separator: "; ")
    }
    row.wall = start.map { (clock.now - $0).inSeconds }
    return row
  }

  private mutating func outcome(_ values: [FieldContent]) throws -> ([Double], Digest)? {
    let settings = zip(plan.axes, values).map { (field: $0.field, value: $1) }
    var scenario = try plan.template.scenario(setting: settings)
    // A recording is read once for many runs.
    scenario.files.tracks = tracks
    scenario = try scenario.loadingTilt()
    if scenario.files.tracks.count <= Self.mostTracks { tracks = scenario.files.tracks }
    let tilt = try scenario.tiltSource()
    let simulation = try Simulation(scenario, tilt: tilt.source)
    let probe = try RunProbe(plan.measures, simulation)
    let last = scenario.lastTick(fallback: tilt.duration ?? Scenario.defaultDuration)
    for _ in simulation.tick..<max(simulation.tick, last) {
      if shouldStop() { return nil }
      try simulation.advance()
      if let divergence = simulation.divergence {
        let bodies = simulation.quarantined.map(\.a).joined(separator: ", ")
        throw SweepError("\(bodies): \(divergence)")
      }
      probe.observe()
    }
    return (probe.values(), simulation.digest)
  }
}

/// Passes the rows of all workers to a sink in the order of the plan.
///
/// Workers take runs by an atomic counter and acquire a lock only once per some milliseconds of work. A worker that is
/// far ahead waits, so that the number of buffered rows is bounded.
final class RowQueue: Sendable {
  private struct State {
    var waiting: [Int: RowBlock] = [:]
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let sink: any RowSink
  private let end: Int
  private let upcoming: Atomic<Int>
  private let delivered: Atomic<Int>
  private let hasFailed = Atomic(false)
  /// The maximum number of runs ahead of the first unfinished one.
  private static let window = 1 << 14

  init(_ runs: Range<Int>, sink: any RowSink) {
    self.sink = sink
    end = runs.upperBound
    upcoming = Atomic(runs.lowerBound)
    delivered = Atomic(runs.lowerBound)
  }

  /// Takes the next runs; returns nil if none are left or the sink has failed.
  func take(_ count: Int) -> Range<Int>? {
    let first = upcoming.add(count, ordering: .relaxed).oldValue
    guard first < end, !isBroken else { return nil }
    return first..<min(first + count, end)
  }

  /// Whether the sink has failed.
  var isBroken: Bool { hasFailed.load(ordering: .relaxed) }

  /// Whether a run is too far ahead to start.
  func mustWait(_ run: Int) -> Bool {
    !isBroken && run >= delivered.load(ordering: .relaxed) + Self.window
  }

  /// Delivers a finished block; passes all blocks that are next in order to the sink.
  func deliver(_ block: RowBlock) {
    state.withLock { state in
      state.waiting[block.place] = block
      var next = delivered.load(ordering: .relaxed)
      while state.failure == nil, let block = state.waiting.removeValue(forKey: next) {
        do {
          try sink.take(block)
          next += block.rows.count
          delivered.store(next, ordering: .relaxed)
        } catch {
          state.failure = error
          hasFailed.store(true, ordering: .relaxed)
        }
      }
    }
  }

  /// Returns the place after the last run that the sink has received. Throws the error of the sink.
  func finish() throws -> Int {
    if let failure = state.withLock(\.failure) { throw failure }
    return delivered.load(ordering: .relaxed)
  }
}

/// Errors in a sweep, one message each, with the place and the remedy.
package struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of the errors, which determines the exit status.
  package enum Kind: Hashable, Sendable {
    /// The command line is invalid.
    case usage
    /// A file has invalid contents.
    case badData
    /// A file is missing.
    case missingFile
  }

  package let kind: Kind
  let messages: [String]

  package init(_ message: String) { self.init(all: [message]) }
  package init(_ kind: Kind, _ message: String) { self.init(kind, all: [message]) }
  package init(_ kind: Kind = .usage, all messages: [String]) {
    (self.kind, self.messages) = (kind, messages)
  }

  package var description: String { messages.joined(separator: "\n") }
}
