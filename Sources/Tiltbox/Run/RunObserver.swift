internal import Synchronization

/// Observes a run: a recorder, a journal, a view, a network client.
///
/// The run calls its observers on its own thread, in the order in which they were added. If a
/// method throws, the run ends; only a ``RequestError`` of ``willApply(_:in:)`` rejects the request
/// instead. A tick calls ``willStep(in:)`` and ``didStep(in:)``; then for each due request
/// ``willApply(_:in:)`` and ``didAnswer(_:rejection:in:)``; then ``didServe(in:)``, and
/// ``showFrame(of:)`` if the tick is a frame. A paused run only serves requests.
public protocol RunObserver: AnyObject {
  /// Whether ``willApply(_:in:)`` takes and stores the simulation's checkpoint for ``Request/checkpoint``.
  var keepsCheckpoints: Bool { get }

  /// Called at the first tick of a session: at the beginning, and after each reset.
  func didBegin(_ run: Run) throws
  /// Called before an accepted request acts at the current tick. The scenario's own tilt arrives
  /// here too.
  func willApply(_ request: Request, in run: Run) throws
  /// Called after a client's message was performed, or rejected for a reason.
  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) throws
  /// Called before each step. Apply forces here, as impulses through ``Run/perform(_:)``.
  func willStep(in run: Run) throws
  /// Called after each step; the simulation's events are those of this tick.
  func didStep(in run: Run) throws
  /// Called after the due requests were served; also while the run is paused, about a hundred times
  /// a second.
  func didServe(in run: Run) throws
  /// Called if the current tick is a frame.
  func showFrame(of run: Run) throws
  /// Called after ``Run/schedule`` has changed.
  func didChangePace(of run: Run) throws
  /// Called after each second of real time.
  func didPass(_ second: SecondStatistics, in run: Run) throws
  /// Called with a notice for the user.
  func warn(_ warning: RunWarning, in run: Run)
  /// Called at the end of a session to add to its summary.
  func complete(_ summary: inout RunSummary, of run: Run)
  /// Called at the end of a session.
  ///
  /// - Parameters:
  ///   - summary: The summary; nil if an error ended the session.
  ///   - run: The run; a reset replaces its simulation afterwards.
  /// - Throws: An error that ends the run after all observers were called.
  func didEnd(_ summary: RunSummary?, of run: Run) throws
}

extension RunObserver {
  /// False.
  public var keepsCheckpoints: Bool { false }
  /// Does nothing.
  public func didBegin(_ run: Run) throws {}
  /// Does nothing.
  public func willApply(_ request: Request, in run: Run) throws {}
  /// Does nothing.
  public func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) throws {}
  /// Does nothing.
  public func willStep(in run: Run) throws {}
  /// Does nothing.
  public func didStep(in run: Run) throws {}
  /// Does nothing.
  public func didServe(in run: Run) throws {}
  /// Does nothing.
  public func showFrame(of run: Run) throws {}
  /// Does nothing.
  public func didChangePace(of run: Run) throws {}
  /// Does nothing.
  public func didPass(_ second: SecondStatistics, in run: Run) throws {}
  /// Does nothing.
  public func warn(_ warning: RunWarning, in run: Run) {}
  /// Does nothing.
  public func complete(_ summary: inout RunSummary, of run: Run) {}
  /// Does nothing.
  public func didEnd(_ summary: RunSummary?, of run: Run) throws {}
}

/// A client on the run's own thread that supplies requests: lines of input, keys, a journal.
public protocol RequestSource: AnyObject {
  /// Reads available input without waiting. The run calls it once each time it serves requests.
  func read(in run: Run) throws
  /// The next message; nil if there is none.
  func nextMessage() -> Mailbox.Message?
}

extension RequestSource {
  /// None.
  public func nextMessage() -> Mailbox.Message? { nil }
}

/// A notice about a run for its user.
public enum RunWarning: Hashable, Sendable {
  /// The machine could not keep up: from now on, steps are longer or frames fewer.
  case adapted(FrameSchedule, isLonger: Bool)
  /// Steps take more than half of the time that they simulate, and much more than at the previous notice.
  case load(Double)
  /// The speed limit, in units/s, acted on a body for the first time.
  case limited(body: String, limit: Double)
  /// A body diverged and was removed from the world, with the cause.
  case quarantined(Event, reason: String)
}

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
