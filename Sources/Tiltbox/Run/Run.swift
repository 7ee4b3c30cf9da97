/// A running scenario, paced by a clock: the only host of a simulation.
///
/// A run owns the simulation, its clock and its pace. Clients on other threads send requests
/// through its ``mailbox``, clients on its own thread are ``RequestSource``s, and ``RunObserver``s
/// receive its steps and frames.
///
/// ```swift
/// let run = try Run(scenario)
/// run.add(observer: recorder)
/// let summary = try run.run()
/// ```
///
/// A run belongs to the thread that calls ``run()``. ``LiveSimulation`` is a run on a thread of its own.
public final class Run {
  /// The options of a run.
  public struct Options {
    /// The clock that paces the run; nil to run as fast as possible.
    public var clock: (any PacingClock)?
    /// What to do when the machine cannot keep up with real time.
    public var onOverload = OverloadPolicy.drop
    /// The last tick, at least 0; nil to run for the duration of the scenario.
    public var lastTick: Int?
    /// Whether every tick is a frame, regardless of the scenario's frame rate.
    public var showsEveryTick = false
    /// The maximum number of requests in a tick, at least 1; others wait.
    public var requestsPerTick = Int.max
    /// Whether the run starts paused.
    public var isPaused = false
    /// The initial speed: simulated seconds in a real one, from 0.01 to 100.
    public var speed = 1.0
    /// The most threads that a tick may use, from 1 to 64. The number changes no result.
    public var threads = 1
    /// Called before each tick and each sleep; if it returns true, the run ends.
    public var shouldStop: () -> Bool = { false }
    /// Called with the error that ended a session. If it throws, the run ends with that error;
    /// otherwise the scenario starts again.
    public var recover: (_ error: any Error) throws -> Void = { throw $0 }

    /// Makes the options of a run in real time, or on another clock.
    public init(clock: (any PacingClock)? = MonotonicClock()) { self.clock = clock }
  }

  /// A simulation at its first tick, and the requests that its own tilt has made so far.
  public struct Start {
    /// The simulation.
    public let simulation: Simulation
    /// The requests that acted at that tick, for observers.
    public let requests: [Request]

    /// Builds a scenario's world under its own tilt, or another one.
    ///
    /// Throws what ``Simulation/init(_:tilt:willApply:)`` throws.
    public init(_ scenario: Scenario, tilt: (any TiltSource)? = nil) throws {
      var requests: [Request] = []
      simulation = try Simulation(scenario, tilt: tilt) { request, _ in requests.append(request) }
      self.requests = requests
    }

    /// Continues an existing simulation.
    public init(_ simulation: Simulation) { self.init(simulation, requests: []) }

    /// Continues an existing simulation to which requests were applied at its tick.
    package init(_ simulation: Simulation, requests: [Request]) {
      (self.simulation, self.requests) = (simulation, requests)
    }
  }

  /// The simulation; a reset replaces it.
  public private(set) var simulation: Simulation
  /// Where clients on other threads put their requests.
  public let mailbox: Mailbox
  /// The times of ticks and frames.
  public private(set) var schedule: FrameSchedule
  /// The observers, in the order in which they are called.
  public private(set) var observers: [any RunObserver] = []

  private let options: Options
  private let restart: (() throws -> Start)?
  private var opening: [Request]
  private var sources: [any RequestSource] = []
  private var next: Start?
  private var isQuitting = false
  private var isRunning = false
  private var clock: PlaybackClock
  private var loop: RealTimeLoop<PlaybackClock>?
  private var fastStatistics: RunStatistics
  /// The number of ticks still to run while paused.
  package private(set) var singleSteps = 0
  private var warnedLoad = 0.0

  /// Makes a run of a scenario, under its own tilt or another one. A reset starts the scenario under its own.
  ///
  /// Throws what ``Simulation/init(_:tilt:willApply:)`` throws, `PhysicsError.Code.outOfRange` for the speed or the
  /// threads, and ``RequestError`` for a number below its least value.
  public convenience init(
    _ scenario: Scenario,
    tilt: (any TiltSource)? = nil,
    options: Options = Options(),
    mailbox: Mailbox = Mailbox()
  ) throws {
    let start = try Start(scenario, tilt: tilt)
    try self.init(start, options: options, mailbox: mailbox) { try Start(scenario) }
  }

  /// Makes a run that continues a simulation.
  ///
  /// - Parameters:
  ///   - start: The simulation.
  ///   - options: How the run goes.
  ///   - mailbox: Where clients on other threads put their requests.
  ///   - restart: Makes the simulation for the session after a ``Request/reset``; nil to reject that
  ///     request. The client receives the error that it throws.
  /// - Throws: `PhysicsError.Code.outOfRange` for the speed or the threads; ``RequestError`` for a number below its least
  ///   value.
  public init(
    _ start: Start,
    options: Options = Options(),
    mailbox: Mailbox = Mailbox(),
    restart: (() throws -> Start)? = nil
  ) throws {
    for (name, number, least) in [
      ("lastTick", options.lastTick ?? 0, 0), ("requestsPerTick", options.requestsPerTick, 1),
    ] where number < least {
      throw RequestError("\(name) is \(number); give \(least) or more")
    }
    (simulation, opening) = (start.simulation, start.requests)
    try simulation.space.setThreads(options.threads)
    (self.options, self.mailbox, self.restart) = (options, mailbox, restart)
    clock = PlaybackClock(options.clock ?? MonotonicClock(), isPaused: options.isPaused)
    try clock.setRate(options.speed)
    schedule = Self.schedule(simulation, options)
    fastStatistics = RunStatistics(step: schedule.step)
  }

  /// Whether the run is paused.
  public var isPaused: Bool { clock.isPaused }
  /// The speed: simulated seconds in a real one.
  public var speed: Double { clock.rate }
  /// Statistics of the session so far.
  public var statistics: RunStatistics { loop?.statistics ?? fastStatistics }

  /// Adds an observer after the others.
  public func add(observer: any RunObserver) { observers.append(observer) }

  /// Adds a client on the run's own thread.
  public func add(source: any RequestSource) { sources.append(source) }

  /// Returns the first observer of a type; nil if there is none. Work sent to the mailbox finds its
  /// client's observer this way.
  public func observer<Observer: RunObserver>(_ type: Observer.Type) -> Observer? {
    for case let observer as Observer in observers { return observer }
    return nil
  }

  /// Ends the run before the next tick.
  public func stop() { isQuitting = true }

  /// Runs on the calling thread until the last tick, a request to quit, or a stop.
  ///
  /// - Returns: The summary of the run, or of its last session.
  /// - Throws: ``OverloadError`` under the policy `fail`; errors of steps and observers; ``RequestError`` if an observer
  ///   or a request calls it.
  public func run() throws -> RunSummary {
    guard !isRunning else {
      throw RequestError("the run has begun already; call run() after it has ended")
    }
    isRunning = true
    defer {
      isRunning = false
      mailbox.close()
    }
    while true {
      do {
        let summary = try runSession()
        if next == nil { return summary }
      } catch {
        try options.recover(error)
        guard let restart else { throw error }
        next = try restart()
      }
      begin(next)
    }
  }

  /// Performs work on the run's thread, such as the suspension of the process, during which the run's time stands still.
  package func stopTime(during work: () -> Void) { clock.stopped(during: work) }

  /// Performs a request on the run's thread. It acts from the current tick on. A tilt ends the scenario's own tilt.
  ///
  /// - Throws: ``RequestError`` if the request is rejected and has no effect; errors of observers.
  public func perform(_ request: Request) throws {
    switch request {
    case .tilt, .tap, .add, .remove, .impulse, .timeStep:
      try simulation.apply(request)
      if case .tilt = request { simulation.tiltSource = NoTilt() }
      loop?.catchesUp = isPureAnimation
    case .pause(let pauses):
      try tell(request)
      clock.pause(pauses)
      if !pauses { singleSteps = 0 }
    case .speed(let speed):
      do { try PlaybackSpeed.range.check(speed) } catch { throw RequestError(error.description) }
      try tell(request)
      try clock.setRate(speed)
      loop?.speed = speed
    case .step:
      guard isPaused else {
        throw RequestError("time passes by itself; pause it before a single step")
      }
      singleSteps += 1
    case .checkpoint:
      guard observers.contains(where: \.keepsCheckpoints) else {
        throw RequestError(
          "there is no journal to keep a checkpoint in; add one to the run, as --journal FILE does"
        )
      }
      try tell(request)
    case .reset:
      guard let restart else { throw RequestError("this run cannot start again") }
      try tell(request)
      do { next = try restart() } catch { throw RequestError("\(error)") }
    case .quit: isQuitting = true
    }
  }

  /// Whether no body obeys forces: after a stall, everything then is at the place of its time, and no ticks are
  /// dropped.
  private var isPureAnimation: Bool { !simulation.bodies.contains { $0.type == .dynamic } }

  private static func schedule(_ simulation: Simulation, _ options: Options) -> FrameSchedule {
    let rate =
      options.showsEveryTick ? 1 / simulation.timeline.step : simulation.scenario.run.frames
    return FrameSchedule(rate: rate, simulation.timeline)
  }
}

// A session: from the first tick to the last one, or to a reset.
extension Run {
  private func begin(_ start: Start?) {
    guard let start else { return }
    simulation.willApply = { _, _ in }
    (simulation, opening, next) = (start.simulation, start.requests, nil)
    simulation.threads = options.threads
    // Each session has its own time; the playback rate stays.
    clock = PlaybackClock(clock.base, rate: speed, isPaused: isPaused)
    schedule = Self.schedule(simulation, options)
    (loop, fastStatistics) = (nil, RunStatistics(step: schedule.step))
    (warnedLoad, singleSteps) = (0, 0)
  }

  private func runSession() throws -> RunSummary {
    var summary: RunSummary?
    let outcome = Result {
      simulation.willApply = { [unowned self] request, _ in try tell(request) }
      for observer in observers { try observer.didBegin(self) }
      for request in opening { try tell(request) }
      try serve()
      let last =
        options.lastTick ?? simulation.scenario.run.duration.map(simulation.timeline.tick) ?? .max
      if options.clock == nil { try runFast(through: last) } else { try runTimed(through: last) }
      summary = RunSummary(of: simulation, statistics: statistics)
    }
    simulation.willApply = { _, _ in }
    if var complete = summary {
      for observer in observers { observer.complete(&complete, of: self) }
      summary = complete
    }
    // Every observer ends, regardless of errors of the others.
    let endings = observers.map { observer in Result { try observer.didEnd(summary, of: self) } }
    try outcome.get()
    for ending in endings { try ending.get() }
    guard let summary else { preconditionFailure("a session ends with a summary or an error") }
    return summary
  }

  private var isEnding: Bool { isQuitting || next != nil }
  private var shouldStop: Bool { isEnding || options.shouldStop() }

  private func runFast(through last: Int) throws {
    var last = last
    if simulation.tick == 0 {
      fastStatistics.frames += 1
      try showFrame()
    }
    while simulation.tick < last, !shouldStop {
      if isPaused, singleSteps == 0 {
        clock.sleep(until: clock.now())
        try serve()
        continue
      }
      singleSteps = max(0, singleSteps - 1)
      let schedule = schedule
      try step()
      fastStatistics.ticks += 1
      if schedule.isFrame(simulation.tick) {
        fastStatistics.frames += 1
        try showFrame()
      }
      if last != .max, self.schedule.timeline != schedule.timeline {
        last = self.schedule.timeline.tick(at: schedule.timeline.time(of: last))
      }
    }
  }

  private func runTimed(through last: Int) throws {
    let pace = FixedStep(step: schedule.step, tick: simulation.tick, policy: options.onOverload)
    let loop = RealTimeLoop(clock: clock, pace: pace, frames: schedule, realTime: clock.base.now)
    self.loop = loop
    (loop.catchesUp, loop.speed) = (isPureAnimation, speed)
    try loop.run(
      through: last,
      shouldStop: { self.shouldStop },
      idle: idle,
      second: pass,
      adapt: adapt,
      step: { _ in try self.step() },
      frame: { _ in try self.showFrame() }
    )
  }

  /// Serves requests while no tick is due. Single steps become due one at a time, so that none is dropped as overdue.
  private func idle() throws {
    try serve()
    guard isPaused, singleSteps > 0 else { return }
    singleSteps -= 1
    // One nanosecond more, in case rounding leaves the tick slightly in the future.
    clock.skip(.seconds(simulation.timeline.step) + .nanoseconds(1))
  }

  private func step() throws {
    for observer in observers { try observer.willStep(in: self) }
    try simulation.advance()
    for observer in observers { try observer.didStep(in: self) }
    if !simulation.limitedBodies.isEmpty { warnOfLimitedBodies() }
    if simulation.quarantineCount > 0 { warnOfQuarantine() }
    try serve()
  }

  private func showFrame() throws {
    for observer in observers { try observer.showFrame(of: self) }
  }
}

// Requests.
extension Run {
  /// The only point of a tick at which requests take effect. A flood of requests may take half of a tick's time: the
  /// rest waits, and time continues.
  private func serve() throws {
    let end = clock.base.now() + .seconds(simulation.timeline.step / 2)
    for source in sources { try source.read(in: self) }
    var room = options.requestsPerTick
    var isFirst = true
    while isFirst || clock.base.now() < end {
      isFirst = false
      let before = room
      if room > 0, !isEnding, let message = mailbox.take() {
        try answer(message)
        room -= 1
      }
      for source in sources where room > 0 && !isEnding {
        guard let message = source.nextMessage() else { continue }
        try answer(message)
        room -= 1
      }
      if room == before { break }
    }
    for observer in observers { try observer.didServe(in: self) }
    if simulation.timeline != schedule.timeline {
      try change(to: FrameSchedule(rate: schedule.rate, simulation.timeline))
      loop?.requested = schedule
    }
  }

  private func answer(_ message: Mailbox.Message) throws {
    var rejection: RequestError?
    do {
      switch message.content {
      case .request(let request): try perform(request.get())
      case .action(let action): try action(self)
      }
      message.reply?.resume(returning: simulation.tick)
    } catch {
      message.reply?.resume(throwing: error)
      guard let error = error as? RequestError else { throw error }
      rejection = error
    }
    for observer in observers { try observer.didAnswer(message, rejection: rejection, in: self) }
  }

  private func tell(_ request: Request) throws {
    for observer in observers { try observer.willApply(request, in: self) }
  }
}

// Overload.
extension Run {
  /// Called if steps took more time than they simulate.
  private func adapt(to schedule: FrameSchedule) throws {
    let isLonger = schedule.step > simulation.timeline.step
    if schedule.step != simulation.timeline.step { try simulation.apply(.timeStep(schedule.step)) }
    try change(to: schedule)
    warn(.adapted(schedule, isLonger: isLonger))
  }

  private func change(to schedule: FrameSchedule) throws {
    self.schedule = schedule
    for observer in observers { try observer.didChangePace(of: self) }
  }

  private func pass(_ second: SecondStatistics) throws {
    for observer in observers { try observer.didPass(second, in: self) }
    guard second.load > 0.5, warnedLoad < second.load else { return }
    // Warns again only if the load has become much worse.
    warnedLoad = second.load * 1.5
    warn(.load(second.load))
  }

  /// Warns once for each body: from then on its motion is no longer that of a free body.
  private func warnOfLimitedBodies() {
    for id in simulation.limitedBodies where simulation.limitedTicks[id] == 1 {
      warn(.limited(body: id, limit: simulation.speedLimit(of: id) ?? 0))
    }
  }

  /// Warns of at most as many as the simulation stores, so that a flood of them does not flood the observers.
  private func warnOfQuarantine() {
    let reason = simulation.divergence?.description ?? "its numbers left all bounds"
    for event in simulation.quarantined.reversed() {
      guard event.tick == simulation.tick else { break }
      warn(.quarantined(event, reason: reason))
    }
  }

  private func warn(_ warning: RunWarning) {
    for observer in observers { observer.warn(warning, in: self) }
  }
}
