internal import Tiltbox

/// One run from its first tick to its last line.
final class Session {
  private let simulation: Simulation
  private let recorder: Recorder
  private let input: TiltInput
  private let command: RunCommand
  private let lastTick: Int
  private var warnedBodies: Set<String> = []

  init(_ scenario: Scenario, command: RunCommand) throws {
    var scenario = scenario
    if let orientation = command.tilt.orientation { scenario.tilt.orientation = orientation }
    self.command = command
    input = try TiltInput(scenario, command.tilt, isFast: command.fast)
    // A run without a clock must end by itself.
    let fallback = command.fast ? input.duration ?? 10 : nil
    let duration = scenario.run.duration ?? fallback
    lastTick =
      duration.map { Int(min(($0 / scenario.world.step - 1e-6).rounded(.up), 1e15)) } ?? .max
    let output = try command.output.map { try OutputFile(creating: $0) } ?? .standardOutput()
    let isReadByPeople = command.output == nil && OutputFile.standardOutputIsTerminal
    recorder = Recorder(command.format ?? (isReadByPeople ? .text : .jsonl), to: output)
    simulation = try Simulation(scenario, tilt: input.source)
  }

  /// Runs to the end, or to a signal; the recording is closed properly in any case but a defect.
  func run() throws {
    do {
      try recorder.begin(simulation)
      let statistics = command.fast ? try runFast() : try runInRealTime()
      try recorder.end(simulation, summary(statistics))
    } catch OutputError.closedPipe {
      // Whoever reads has seen enough.
    }
    if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
  }

  private func runFast() throws -> RunStatistics {
    var loop = FastLoop(frames: frames)
    try loop.run(
      through: lastTick,
      shouldStop: { StopSignal.isReceived },
      step: { _ in try step() },
      frame: { _ in try recorder.recordFrame(of: simulation) }
    )
    return loop.statistics
  }

  private func runInRealTime() throws -> RunStatistics {
    let clock = MonotonicClock { StopSignal.isReceived }
    let pace = FixedStep(step: frames.step, policy: command.onOverload)
    let loop = RealTimeLoop(clock: clock, pace: pace, frames: frames)
    try loop.run(
      through: lastTick,
      shouldStop: { StopSignal.isReceived },
      step: { _ in
        try step()
        reportWarnings()
      },
      frame: { _ in
        try recorder.recordFrame(of: simulation)
        try recorder.flush()
      }
    )
    reportWarnings()
    return loop.statistics
  }

  private func step() throws {
    try simulation.advance()
    try recorder.recordEvents(of: simulation)
    if !simulation.limitedBodies.isEmpty { warnOfLimitedBodies() }
  }

  private var frames: FrameSchedule {
    FrameSchedule(rate: simulation.scenario.run.frames, step: simulation.scenario.world.step)
  }

  private func summary(_ statistics: RunStatistics) -> RunSummary {
    RunSummary(
      of: simulation,
      statistics: statistics,
      stoppedBy: StopSignal.name,
      droppedLines: input.live?.droppedLineCount
    )
  }

  private func reportWarnings() {
    for warning in input.live?.takeWarnings() ?? [] { printError("tiltbox: warning: \(warning)") }
  }

  /// Once for each body: from here on its motion is no longer that of a free body.
  private func warnOfLimitedBodies() {
    for id in simulation.limitedBodies where warnedBodies.insert(id).inserted {
      let limit = simulation.speedLimit ?? 0
      printError(
        "tiltbox: warning: at \(simulation.time) s \(id) was slowed down to the speed limit of \(limit) units/s, "
          + "which keeps it inside of the walls; shorten world.step, or set world.speedLimit"
      )
    }
  }
}
