internal import Synchronization

/// Passes the rows of all workers to a sink in the order of the plan.
///
/// Workers take runs by an atomic counter and acquire a lock only once per some milliseconds of work. A worker that is
/// far ahead waits, so that the number of buffered rows is bounded.
final class RowQueue: Sendable {
  private struct State {
    var waiting: [Int: RowBlock] = [:]
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let sink: any RowSink
  private let end: Int
  private let upcoming: Atomic<Int>
  private let delivered: Atomic<Int>
  private let hasFailed = Atomic(false)
  /// The maximum number of runs ahead of the first unfinished one.
  private static let window = 1 << 14

  init(_ runs: Range<Int>, sink: any RowSink) {
    state = Mutex(State())
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
