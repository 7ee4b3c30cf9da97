internal import Tiltbox
internal import TiltboxFiles

/// One run from its first line to its last.
final class Session {
  private let simulation: Simulation
  private let recorder: Recorder
  private let journal: Journal?
  private let input: LiveInput?
  private let monitor: ExpectationMonitor
  private var results: [ExpectationResult] = []
  private let command: RunCommand
  private let start: (isPaused: Bool, speed: Double)
  private let lastTick: Int
  private let ticksPerMark: Int
  /// Where the run is watched; a recording goes on beside it if it goes to a file.
  private var view: RunView?
  private let isWatched: Bool
  private var isQuit = false
  private var warnedBodies: Set<String> = []
  private var warnedLoad = 0.0

  init(_ start: RunStart, command: RunCommand) throws {
    self.command = command
    self.start = (start.isPaused, start.speed)
    simulation = start.simulation
    journal = start.journal
    input = start.input.live
    monitor = start.monitor
    // A run without a clock must end by itself.
    let fallback = command.fast ? start.input.duration ?? 10 : nil
    let step = simulation.scenario.world.step
    let duration = simulation.scenario.run.duration ?? fallback
    lastTick = duration.map(simulation.timeline.tick) ?? .max
    ticksPerMark = max(1, Int(min((1 / step).rounded(), 1e9)))
    isWatched = command.isWatched(withLiveInput: input != nil)
    recorder = try command.output.recorder(waitsForReader: command.fast)
  }

  /// Runs to the end, or to a signal; recording and journal are closed properly in any case but a defect.
  func run() throws {
    do {
      if writesAlong {
        try recorder.begin(simulation)
        try recorder.recordPace(frames, of: simulation)
      }
      let statistics = command.fast ? try runFast() : try LoopThread.run(runInRealTime)
      try end(statistics)
    } catch OutputError.closedPipe {
      // Whoever reads has seen enough.
    } catch {
      try? journal?.end(simulation)
      throw error
    }
    try journal?.end(simulation)
    reportResults()
    if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
    if !results.allSatisfy(\.isMet) { throw ExitStatus.expectationFailed }
  }

  private func runFast() throws -> RunStatistics {
    var loop = FastLoop(tick: simulation.tick, frames: frames)
    try loop.run(
      through: lastTick,
      shouldStop: { StopSignal.isReceived },
      step: { _ in try advance() },
      frame: { _ in try recorder.recordFrame(of: simulation) }
    )
    return loop.statistics
  }

  private func runInRealTime() throws -> RunStatistics {
    let priority = command.realtime ? RealTimePriority() : nil
    for refusal in priority?.refusals ?? [] { printWarning(refusal) }
    defer { withExtendedLifetime(priority) {} }
    let spinTime: Duration = command.spin ? .milliseconds(1) : .zero
    let clock = PlaybackClock(MonotonicClock(spinTime: spinTime) { StopSignal.isReceived })
    clock.pause(start.isPaused)
    try clock.setRate(start.speed)
    let desk = input.map { CommandDesk($0, simulation, recorder, journal, clock) }
    let pace = FixedStep(step: frames.step, tick: simulation.tick, policy: command.onOverload)
    let loop = RealTimeLoop(clock: clock, pace: pace, frames: frames)
    if isWatched { view = RunView() }
    defer { view?.close() }
    func serve() throws {
      try desk?.serve()
      try heedKeys(clock)
      try recorder.recordBodyList(of: simulation)
      try recorder.flush()
      reportWarnings()
    }
    try serve()
    try loop.run(
      through: lastTick,
      shouldStop: { StopSignal.isReceived || desk?.isClosed == true || isQuit },
      idle: serve,
      second: report,
      adapt: adapt,
      step: { _ in
        try advance()
        try serve()
      },
      frame: { _ in if writesAlong { try recorder.recordFrame(of: simulation) } }
    )
    return loop.statistics
  }

  /// Whether events and frames are written while the run goes on: not on the terminal that it is watched on.
  private var writesAlong: Bool { !isWatched || command.output.file != nil }

  /// Does what was asked for by keys, and draws.
  private func heedKeys(_ clock: PlaybackClock<MonotonicClock>) throws {
    guard let view else { return }
    for wish in view.wishes(simulation) {
      switch wish {
      case .tilt(let tilt):
        simulation.tiltSource = NoTilt()
        try simulation.apply(.tilt(tilt))
        if simulation.tilt != tilt {
          printWarning("an animation of the scenario turns the tilt; the keys have no say")
        }
      case .pause:
        try journal?.append(.pause(!clock.isPaused), tick: simulation.tick)
        clock.pause(!clock.isPaused)
      case .quit: isQuit = true
      }
    }
    view.draw(simulation, isPaused: clock.isPaused, speed: clock.rate)
  }

  private func end(_ statistics: RunStatistics) throws {
    try recorder.end(simulation, summary(statistics))
    if recorder.unreadBytes > 0 {
      printError(
        "tiltbox: warning: the reader left \(recorder.unreadBytes) bytes of the recording unread"
      )
    }
  }

  private func advance() throws {
    try simulation.advance()
    monitor.observe(simulation)
    if writesAlong { try recorder.recordEvents(of: simulation) }
    if simulation.tick.isMultiple(of: ticksPerMark) {
      try journal?.append(.digest(simulation.digest), tick: simulation.tick)
    }
    if let ticks = command.checkpointEvery, simulation.tick.isMultiple(of: ticks) {
      try journal?.appendCheckpoint(of: simulation)
    }
    if !simulation.limitedBodies.isEmpty { warnOfLimitedBodies() }
  }

  private var frames: FrameSchedule {
    FrameSchedule(rate: simulation.scenario.run.frames, simulation.timeline)
  }

  /// Steps have taken more time than they simulate.
  private func adapt(to schedule: FrameSchedule) throws {
    let isLonger = schedule.step > simulation.timeline.step
    try simulation.adapt(to: schedule)
    if writesAlong { try recorder.recordPace(schedule, of: simulation) }
    let change =
      isLonger ? "a step is \(schedule.step) s long" : "there are \(schedule.rate) frames a second"
    printWarning("at \(simulation.time) s the run could not keep up; from here on \(change)")
  }

  private func summary(_ statistics: RunStatistics) -> RunSummary {
    results = monitor.finish(simulation)
    return RunSummary(
      of: simulation,
      statistics: statistics,
      expectations: results,
      stoppedBy: StopSignal.name,
      droppedLines: input?.droppedLineCount
    )
  }

  /// Once a second.
  private func report(_ second: SecondStatistics) throws {
    view?.take(second)
    if command.status { try recorder.record(second, of: simulation) }
    guard second.load > 0.5, warnedLoad < second.load else { return }
    // Again only if it has got worse by much.
    warnedLoad = second.load * 1.5
    let percent = Int((second.load * 100).rounded())
    printWarning(
      "at \(simulation.time) s steps take \(percent) % of the time that they simulate; above 100 % the run cannot keep "
        + "up: take a larger world.step, fewer world.iterations, or fewer bodies and shapes"
    )
  }

  private func reportWarnings() {
    for warning in input?.takeWarnings() ?? [] { printWarning(warning) }
  }

  private func reportResults() {
    for result in results { printError("tiltbox: \(result.report)") }
  }

  /// Once for each body: from here on its motion is no longer that of a free body.
  private func warnOfLimitedBodies() {
    for id in simulation.limitedBodies where warnedBodies.insert(id).inserted {
      let limit = simulation.speedLimit ?? 0
      printWarning(
        "at \(simulation.time) s \(id) was slowed down to the speed limit of \(limit) units/s, "
          + "which keeps it inside of the walls; shorten world.step, or set world.speedLimit"
      )
    }
  }
}
