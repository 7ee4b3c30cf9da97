internal import Chipmunk
internal import Synchronization

/// A ``Run`` on a thread of its own: any task can send requests and receive frames.
///
/// ```swift
/// let box = LiveSimulation(scenario)
/// let frames = box.frames()
/// async let summary = box.run(tilt: motionUpdates)
/// for await frame in frames { draw(frame) }
/// print(try await summary.digest)
/// ```
///
/// The run belongs to the task that calls ``run()``; cancelling that task ends it.
public final class LiveSimulation: Sendable {
  /// The options of a live simulation.
  public struct Options: Sendable {
    /// What to do when the machine cannot keep up with real time.
    public var onOverload = OverloadPolicy.drop
    /// Whether to run as fast as possible, without a clock.
    public var isFast = false
    /// The maximum number of requests in a tick, at least 1; others wait.
    public var requestsPerTick = 64
    /// Called on the run's own thread before the run starts. Add a journal, a recorder or another
    /// observer here.
    public var prepare: @Sendable (_ run: Run) throws -> Void = { _ in }

    /// Makes the options of a run in real time.
    public init() {}
  }

  /// The scenario.
  public let scenario: Scenario
  /// The mailbox for requests.
  public let mailbox = Mailbox()

  private let options: Options
  private let frameStreams = Broadcast<Frame>()
  private let eventStreams = Broadcast<Event>()
  private let hasBegun = Atomic(false)
  private let isCancelled = Atomic(false)

  /// Makes a live simulation; ``run()`` starts it.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, which runs for its duration.
  ///   - options: The options.
  public init(_ scenario: Scenario, options: Options = Options()) {
    self.scenario = scenario
    self.options = options
  }

  /// Returns a stream of the frames from now on, at the scenario's frame rate. A slow reader gets
  /// the newest frame and misses others. The stream ends with the run.
  public func frames() -> AsyncStream<Frame> { frameStreams.stream(.bufferingNewest(1)) }

  /// Returns a stream of the events from now on. A slow reader gets the last thousand. The stream
  /// ends with the run.
  public func events() -> AsyncStream<Event> { eventStreams.stream(.bufferingNewest(1000)) }

  /// Tilts the device from the next tick on, without waiting. If several tilts arrive within a tick, the last one
  /// counts; after the end of the run none does.
  ///
  /// - Parameter tilt: In g.
  /// - Throws: ``RequestError`` for a tilt, or a gravity of it, that is out of range, which has no effect.
  public func tilt(_ tilt: Tilt) throws(RequestError) {
    let (orientation, magnitude) = (scenario.tilt.orientation, scenario.world.gravity)
    do {
      try Scenario.tilt.check(Vector(tilt.x, tilt.y))
      try ParameterRange.gravity.check(orientation.gravity(of: tilt, magnitude: magnitude))
    } catch { throw RequestError(error.description) }
    mailbox.post(Mailbox.Message(.success(.tilt(tilt))))
  }

  /// Sends a request and waits until it was performed.
  ///
  /// - Parameter request: The request, for example to add a body, pause, take a checkpoint, start again, …
  /// - Returns: The tick from which it acts.
  /// - Throws: The errors of ``Mailbox/send(_:)-(Request)``.
  @discardableResult
  public func send(_ request: Request) async throws -> Int { try await mailbox.send(request) }

  /// Runs until the scenario's duration is over, a request to quit arrives, or the task is
  /// cancelled. Cancellation is not an error.
  ///
  /// - Returns: The summary of the run.
  /// - Throws: A ``Diagnostic``, ``OverloadError``, ``ThreadError``, `PhysicsError`, and what
  ///   ``Options/prepare`` and observers throw; ``RequestError`` from the second call on: a live simulation runs once.
  public func run() async throws -> RunSummary {
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    guard isFirst else { throw RequestError("a live simulation runs once; make another one") }
    defer { finish() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try LoopThread.start { continuation.resume(with: Result { try self.runHere() }) }
        } catch { continuation.resume(throwing: error) }
      }
    } onCancel: {
      isCancelled.store(true, ordering: .relaxed)
    }
  }

  /// Runs and follows a sequence of tilts. When the sequence ends, the last tilt stays in force; if
  /// it throws or has a tilt out of range, the run throws too.
  ///
  /// - Parameter tilt: In g.
  /// - Returns: The summary of the run.
  /// - Throws: The errors of ``run()``, ``tilt(_:)`` and the sequence.
  public func run<Source: AsyncSequence & Sendable>(tilt: Source) async throws -> RunSummary
  where Source.Element == Tilt {
    try await withThrowingTaskGroup(of: RunSummary?.self) { group in
      group.addTask { try await self.run() }
      group.addTask {
        for try await tilt in tilt { try self.tilt(tilt) }
        return nil
      }
      defer { group.cancelAll() }
      while let outcome = try await group.next() {
        if let outcome { return outcome }
      }
      preconditionFailure("a run ends with a summary or an error")
    }
  }

  private func runHere() throws -> RunSummary {
    defer { finish() }
    var options = Run.Options(clock: self.options.isFast ? nil : MonotonicClock())
    options.onOverload = self.options.onOverload
    options.requestsPerTick = self.options.requestsPerTick
    options.shouldStop = { self.isCancelled.load(ordering: .relaxed) }
    let run = try Run(scenario, options: options, mailbox: mailbox)
    run.add(observer: RunStreams(frames: frameStreams, events: eventStreams))
    try self.options.prepare(run)
    return try run.run()
  }

  private func finish() {
    mailbox.close()
    frameStreams.finish()
    eventStreams.finish()
  }
}
