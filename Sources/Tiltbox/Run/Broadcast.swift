internal import Synchronization

/// Hands values to any number of streams.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// A stream of what is sent from now on.
  func stream(_ policy: AsyncStream<Value>.Continuation.BufferingPolicy) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextNumber += 1
      state.continuations[state.nextNumber] = continuation
      return state.nextNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sends a value, which is made only if somebody listens.
  func send(_ value: () -> Value) {
    let continuations = state.withLock { Array($0.continuations.values) }
    guard !continuations.isEmpty else { return }
    let value = value()
    for continuation in continuations { continuation.yield(value) }
  }

  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
