internal import Synchronization

/// Brings what the workers have done into the plan's order.
///
/// Workers take runs by an atomic counter, and meet at a lock once for some milliseconds of work. One that is far ahead
/// waits, so that what is kept has a bound.
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
  /// How many runs may be done ahead of the first that is not.
  private static let window = 1 << 14

  init(_ runs: Range<Int>, sink: any RowSink) {
    state = Mutex(State())
    self.sink = sink
    end = runs.upperBound
    upcoming = Atomic(runs.lowerBound)
    delivered = Atomic(runs.lowerBound)
  }

  /// Takes the next runs; nil if there are none left, or no more are wanted.
  func take(_ count: Int) -> Range<Int>? {
    let first = upcoming.add(count, ordering: .relaxed).oldValue
    guard first < end, !isBroken else { return nil }
    return first..<min(first + count, end)
  }

  /// Whether the sink has failed.
  var isBroken: Bool { hasFailed.load(ordering: .relaxed) }

  /// Whether a run is too far ahead to be begun.
  func mustWait(_ run: Int) -> Bool {
    !isBroken && run >= delivered.load(ordering: .relaxed) + Self.window
  }

  /// Hands over what was done; what comes next in order goes on to the sink.
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

  /// The run after the last one that the sink has. Throws what the sink has thrown.
  func finish() throws -> Int {
    if let failure = state.withLock(\.failure) { throw failure }
    return delivered.load(ordering: .relaxed)
  }
}
