internal import Synchronization

/// A simulation that runs beside a program: fed with tilt and commands from any task, watched from any task.
///
/// ```swift
/// let box = LiveSimulation(scenario)
/// let frames = box.frames()
/// async let summary = box.run(tilt: motionUpdates)
/// for await frame in frames { draw(frame) }
/// print(try await summary.digest)
/// ```
///
/// The run belongs to the task that calls ``run()``: cancelling that task ends it.
public final class LiveSimulation: Sendable {
  /// How a run goes.
  public struct Options: Sendable {
    /// What to do when the machine cannot keep up with real time.
    public var onOverload = OverloadPolicy.drop
    /// Whether to run as fast as it goes, without a clock.
    public var isFast = false
    /// How many commands a tick takes at most.
    public var commandsPerTick = 64
    /// Told of each accepted command before it takes effect, with its tick, on the run's own thread: the place for a
    /// journal. What it throws ends the run.
    public var willApply: @Sendable (_ command: Command, _ tick: Int) throws -> Void = { _, _ in }

    /// Makes the options of a run in real time.
    public init() {}
  }

  /// What runs.
  public let scenario: Scenario
  /// Where commands go in.
  public let commands: CommandQueue

  private let options: Options
  private let frameStreams = Broadcast<Frame>()
  private let eventStreams = Broadcast<Event>()
  private let newestTilt = Mutex<Tilt?>(nil)
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
    commands = CommandQueue(perTick: options.commandsPerTick)
  }

  /// The frames from now on, at the scenario's frame rate. To a slow reader the newest one comes, and those that it has
  /// missed never; the stream ends with the run.
  public func frames() -> AsyncStream<Frame> { frameStreams.stream(.bufferingNewest(1)) }

  /// The events from now on; a slow reader finds the last thousand. The stream ends with the run.
  public func events() -> AsyncStream<Event> { eventStreams.stream(.bufferingNewest(1000)) }

  /// Holds the device another way, from the next tick on. Of several tilts within a tick the last one counts.
  public func tilt(_ tilt: Tilt) { newestTilt.withLock { $0 = tilt } }

  /// Carries out a command, and waits until it is done.
  ///
  /// - Parameter command: What to do.
  /// - Returns: The tick from which on it acts.
  /// - Throws: What ``CommandQueue/send(_:)`` throws.
  @discardableResult
  public func send(_ command: Command) async throws -> Int { try await commands.send(command) }

  /// Runs until the scenario's duration is over, or the task is cancelled, which is no error.
  ///
  /// - Returns: What the run has come to.
  /// - Throws: A ``ScenarioProblem``, ``OverloadError``, ``ThreadError``, `PhysicsError`, and what
  ///   ``Options/willApply`` throws. Precondition: it is called once.
  public func run() async throws -> RunSummary {
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    precondition(isFirst, "a live simulation runs once; make another one")
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try LoopThread.start { continuation.resume(with: Result { try self.loop() }) }
        } catch {
          self.finish()
          continuation.resume(throwing: error)
        }
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
}

// What happens on the run's own thread.
extension LiveSimulation {
  private func finish() {
    commands.close()
    frameStreams.finish()
    eventStreams.finish()
  }

  private func loop() throws -> RunSummary {
    defer { finish() }
    let simulation = try Simulation(scenario, willApply: options.willApply)
    let frames = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    let step = { (_: Int) in
      try simulation.advance()
      try self.takeInputs(simulation)
      for event in simulation.events { self.eventStreams.send { event } }
    }
    let frame = { (_: Int) in self.frameStreams.send { Frame(of: simulation) } }
    let shouldStop = { self.isCancelled.load(ordering: .relaxed) }
    try takeInputs(simulation)
    let last = scenario.lastTick(fallback: nil)
    if options.isFast {
      var loop = FastLoop(frames: frames)
      try loop.run(through: last, shouldStop: shouldStop, step: step, frame: frame)
      return RunSummary(of: simulation, statistics: loop.statistics)
    }
    let pace = FixedStep(step: frames.step, policy: options.onOverload)
    let loop = RealTimeLoop(clock: MonotonicClock(), pace: pace, frames: frames)
    try loop.run(
      through: last,
      shouldStop: shouldStop,
      adapt: simulation.adapt,
      step: step,
      frame: frame
    )
    return RunSummary(of: simulation, statistics: loop.statistics)
  }

  private func takeInputs(_ simulation: Simulation) throws {
    let tilt = newestTilt.withLock { tilt in
      defer { tilt = nil }
      return tilt
    }
    if let tilt { try simulation.apply(.tilt(tilt)) }
    var failure: (any Error)?
    for entry in commands.take() {
      do {
        if let failure { throw failure }
        try simulation.apply(entry.command)
        entry.reply.resume(returning: simulation.tick)
      } catch let error as CommandError {
        entry.reply.resume(throwing: error)
      } catch {
        failure = error
        entry.reply.resume(throwing: error)
      }
    }
    if let failure { throw failure }
  }
}
