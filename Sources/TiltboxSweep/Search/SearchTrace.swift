internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles

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
    var state = State(runs: search.known.count)
    for row in search.known { state.take(row, search.goal) }
    self.state = Mutex(state)
    endIfReached(state)
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
      state.take(row, search.goal)
      endIfReached(state)
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

  private func endIfReached(_ state: borrowing State) {
    guard let best = state.best, search.goal.isReached(best.measures[0]) else { return }
    hasEnded.store(true, ordering: .relaxed)
  }

  func best() throws -> Row? {
    if let failure = state.withLock(\.failure) { throw failure }
    return state.withLock(\.best)
  }
}

extension SearchTrace.State {
  fileprivate mutating func take(_ row: Row, _ goal: Goal) {
    let cost = goal.cost(row.measures[0])
    guard !cost.isNaN, best.map({ cost < goal.cost($0.measures[0]) }) ?? true else { return }
    best = row
  }
}
