internal import Tiltbox
internal import TiltboxFiles

/// Where a run begins: at the first tick of a scenario, or at the last one of a journal.
struct RunStart {
  let simulation: Simulation
  let input: TiltInput
  let journal: Journal?
  let monitor: ExpectationMonitor
  var isPaused = false
  var speed = 1.0

  /// At the first tick of a scenario.
  init(_ scenario: Scenario, _ command: RunCommand) throws {
    var scenario = scenario
    if let orientation = command.tilt.orientation { scenario.tilt.orientation = orientation }
    input = try TiltInput(scenario, command.tilt, isFast: command.fast)
    simulation = try Simulation(scenario, tilt: NoTilt())
    guard let path = command.journal else {
      journal = nil
      try simulation.follow(input.source)
      monitor = try ExpectationMonitor(readingFilesOf: simulation)
      return
    }
    scenario.tilt.source = input.description
    scenario.expectations = scenario.expectations.map(\.resumableAnywhere)
    let journal = try Journal(creating: path, of: scenario, sync: command.sync)
    self.journal = journal
    simulation.willApply = { try journal.append(.command($0), tick: $1) }
    try simulation.follow(input.source)
    monitor = try ExpectationMonitor(readingFilesOf: simulation)
  }

  /// At the last tick of a journal, which is gone on with.
  init(resuming path: String, _ command: RunCommand) throws {
    let reader = try JournalReader(path)
    var run = reader.scenario.run
    run.duration = command.duration ?? run.duration
    run.frames = command.frames ?? run.frames
    // What is expected of a run has to be watched from its beginning.
    let replay = try Replay(
      reader,
      run: run,
      from: reader.scenario.expectations.isEmpty ? .infinity : 0
    )
    input = try TiltInput(replay.simulation.scenario, command.tilt, isFast: command.fast)
    let monitor = try ExpectationMonitor(readingFilesOf: replay.simulation)
    self.monitor = monitor
    try replay.run(
      shouldStop: { StopSignal.isReceived },
      didAdvance: { monitor.observe($0) }
    )
    if let signal = StopSignal.number { throw ExitStatus.stopped(by: signal) }
    for notice in replay.notices { printError("tiltbox: warning: \(path): \(notice)") }
    simulation = replay.simulation
    (isPaused, speed) = (replay.isPaused, replay.speed)
    let journal = try Journal(continuing: replay, sync: command.sync)
    self.journal = journal
    simulation.willApply = { try journal.append(.command($0), tick: $1) }
    // What is in force stays in force; only a recording goes on by itself.
    if case .track = input { simulation.tiltSource = input.source }
  }
}

extension Scenario.Expectation {
  /// The same, with a path that means the same file wherever the journal is read.
  fileprivate var resumableAnywhere: Scenario.Expectation {
    guard case .digest(let file) = condition else { return self }
    return Scenario.Expectation(body, .digest(ofRecording: absolutePath(of: file)))
  }
}

extension Replay {
  /// What a user should know of the journal once it was read to its end.
  var notices: [String] {
    var notices = unusableCheckpoints.map { "\($0.place): \($0.message)" }
    if reader.chipmunkVersion != Version.chipmunk {
      notices.append(
        "written with Chipmunk \(reader.chipmunkVersion), and this is \(Version.chipmunk): the bits may differ"
      )
    }
    if reader.tornBytes > 0 {
      notices.append(
        "the last line was torn, as by a crash: \(reader.tornBytes) bytes after byte \(reader.offset) do not count"
      )
    }
    if let departure { notices.append(departure.description) }
    if isPaused { notices.append("time stands still, as it did; {\"pause\":false} lets it go on") }
    return notices
  }
}
