internal import Synchronization

/// Sends the frames and events of a run to any number of tasks.
final class RunStreams: RunObserver {
  let frames: Broadcast<Frame>
  let events: Broadcast<Event>
  private var builder = FrameBuilder()

  init(frames: Broadcast<Frame>, events: Broadcast<Event>) {
    (self.frames, self.events) = (frames, events)
  }

  func didStep(in run: Run) {
    if frames.hasListeners { builder.note(run.simulation) }
    if events.hasListeners { for event in run.simulation.events { events.send(event) } }
  }

  func showFrame(of run: Run) {
    if frames.hasListeners { frames.send(builder.frame(of: run.simulation)) }
  }
}

/// Sends values to any number of streams.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextNumber = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Whether anyone receives a sent value.
  var hasListeners: Bool { state.withLock { !$0.continuations.isEmpty } }

  /// A stream of the values sent from now on.
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

  func send(_ value: Value) {
    for continuation in state.withLock({ Array($0.continuations.values) }) {
      continuation.yield(value)
    }
  }

  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
