internal import Tiltbox
internal import TiltboxFiles

/// The start of a run: the first tick of a scenario or the last tick of a journal.
struct RunStart {
  let opening: Run.Start
  let input: TiltInput
  let journal: Journal?
  /// The monitor that has observed a resumed run from its beginning.
  var monitor: ExpectationMonitor?
  var isPaused = false
  var speed = 1.0

  /// Starts at the first tick of a scenario.
  init(_ scenario: Scenario, _ command: RunCommand) throws {
    var scenario = scenario
    if let orientation = command.tilt.orientation { scenario.tilt.orientation = orientation }
    input = try TiltInput(scenario, command.tilt, isFast: command.fast)
    opening = try Run.Start(scenario, tilt: input.source)
    scenario.tilt.source = input.description
    scenario.expectations = scenario.expectations.map(\.resumableAnywhere)
    journal = try command.journal.map {
      try Journal(creating: $0, of: scenario, sync: command.sync)
    }
  }

  /// Starts at the last tick of a journal and continues the journal.
  init(resuming path: String, _ command: RunCommand) throws {
    let reader = try JournalReader(path)
    // Expectations must be observed from the beginning of a run.
    let replay = try Replay(
      reader,
      run: command.run(reader.scenario),
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
    if case .track = input, command.tilt.tilt != nil {
      // Another recording takes over.
      replay.simulation.tiltSource = input.source
      opening = Run.Start(replay.simulation)
    } else {
      opening = try replay.start(tilt: input.source)
    }
    (isPaused, speed) = (replay.isPaused, replay.speed)
    journal = try Journal(continuing: replay, sync: command.sync)
  }
}

extension Scenario.Expectation {
  /// Returns the expectation with an absolute path, so that it names the same file wherever the journal is read.
  fileprivate var resumableAnywhere: Scenario.Expectation {
    guard case .digest(let file) = condition else { return self }
    return Scenario.Expectation(body, .digest(ofRecording: absolutePath(of: file)))
  }
}

extension Replay {
  /// Notices for the user after the journal was read to its end.
  var notices: [String] {
    var notices = unusableCheckpoints.map { "line \($0.line): \($0.message)" }
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
    if let divergence { notices.append(divergence.description) }
    if isPaused { notices.append("the run is paused, as before; {\"pause\":false} continues it") }
    return notices
  }
}
