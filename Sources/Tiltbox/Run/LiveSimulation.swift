internal import Synchronization

/// A ``Run`` on a thread of its own, beside a program: requests from any task, frames for any task.
///
/// ```swift
/// let box = LiveSimulation(scenario)
/// let frames = box.frames()
/// async let summary = box.run(tilt: motionUpdates)
/// for await frame in frames { draw(frame) }
/// print(try await summary.digest)
/// ```
///
/// The run belongs to the task that calls ``run()``: canceling that task ends it.
public final class LiveSimulation: Sendable {
  /// How a run goes.
  public struct Options: Sendable {
    /// What to do when the machine cannot keep up with real time.
    public var onOverload = OverloadPolicy.drop
    /// Whether to run as fast as possible, without a clock.
    public var isFast = false
    /// How many requests a tick takes at most.
    public var requestsPerTick = 64
    /// Called on the run's own thread before it begins: the place to add a journal, a recorder, any observer.
    public var prepare: @Sendable (_ run: Run) throws -> Void = { _ in }

    /// Makes the options of a run in real time.
    public init() {}
  }

  /// What runs.
  public let scenario: Scenario
  /// Where requests go in.
  public let mailbox = Mailbox()

  private let options: Options
  private let frameStreams = Broadcast<Frame>()
  private let eventStreams = Broadcast<Event>()
  private let hasBegun = Atomic(false)
  private let isCancelled = Atomic(false)

  /// Makes a simulation that does not run yet.
  ///
  /// - Parameters:
  ///   - scenario: What to run, until its duration is over.
  ///   - options: How the run goes.
  public init(_ scenario: Scenario, options: Options = Options()) {
    self.scenario = scenario
    self.options = options
  }

  /// The frames from now on, at the scenario's frame rate. A slow reader gets the newest one and misses others; the
  /// stream ends with the run.
  public func frames() -> AsyncStream<Frame> { frameStreams.stream(.bufferingNewest(1)) }

  /// The events from now on; a slow reader gets the last thousand. The stream ends with the run.
  public func events() -> AsyncStream<Event> { eventStreams.stream(.bufferingNewest(1000)) }

  /// Tilts the device, from the next tick on. Of several tilts within a tick the last one counts.
  public func tilt(_ tilt: Tilt) { mailbox.post(Mailbox.Message(.success(.tilt(tilt)))) }

  /// Carries out a request, and waits until it is done.
  ///
  /// - Parameter request: What to do: add a body, pause, take a checkpoint, start again, …
  /// - Returns: The tick from which on it acts.
  /// - Throws: What ``Mailbox/send(_:)-(Request)`` throws.
  @discardableResult
  public func send(_ request: Request) async throws -> Int { try await mailbox.send(request) }

  /// Runs until the scenario's duration is over, a request to quit, or the task's cancellation, which is no error.
  ///
  /// - Returns: What the run has come to.
  /// - Throws: A ``ScenarioProblem``, ``OverloadError``, ``ThreadError``, `PhysicsError`, and what
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

  /// Runs, and follows tilt as it comes. When the tilt ends, the last one stays in force; when it fails, so does the run.
  ///
  /// - Parameter tilt: In g.
  /// - Returns: What the run has come to.
  /// - Throws: What ``run()`` throws, and what the tilt does.
  public func run<Source: AsyncSequence & Sendable>(tilt: Source) async throws -> RunSummary
  where Source.Element == Tilt {
    try await withThrowingTaskGroup(of: RunSummary?.self) { group in
      group.addTask { try await self.run() }
      group.addTask {
        for try await tilt in tilt { self.tilt(tilt) }
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
