internal import ArgumentParser
internal import Chipmunk
internal import Synchronization
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform

/// `tiltbox run`: runs a scenario with tilt input and writes frames and events.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a scenario in real time or as fast as possible.",
    discussion: """
      Without a scenario, five crates fall in a box.

        tiltbox run                                      watch it for ten seconds
        tiltbox run crates.yaml --tilt phone.csv --fast  play a phone's recording
        my-sensor | tiltbox run crates.yaml --tilt -     live, a line "x y" in g
        tiltbox run --fast --set world.gravity=500       change any field
        tiltbox run --tilt - --journal run.journal       record the input
        tiltbox run --resume run.journal --tilt -        continue that run

      With --tilt - and without --fast, standard input may contain tilts and commands, one per line: \
      {"add":{"id":"ball","circle":9,"at":[50,50],"mass":1}}, {"remove":"crate-1"}, {"impulse":{"body":"crate-2","by":[9000,0]}}, {"tilt":[1,0]}, {"pause":true}, \
      {"speed":0.5}, {"checkpoint":true}, {"quit":true}. If a command contains "ack":7, a line answers it with the tick at which it \
      takes effect. Invalid commands always get an answer. Answers go to the recording, or to standard error with \
      --format csv or text.

      On a terminal, the command shows the box while it runs: arrow keys tilt it, u holds it upright, space pauses, q quits. \
      With --no-view or --format it writes lines instead.

      Standard error reports each expectation of the scenario as met or not met. For an expectation that is not met, it \
      shows the frames around the moment, and the exit status is 1. Nothing is judged in a run that you tilt with the \
      arrow keys, or that ends before its own duration: by q, {"quit":true}, a signal or --duration.
      """
  )

  @OptionGroup var scenario: ScenarioOptions
  @OptionGroup var tilt: TiltFlags

  @Flag(help: "Run as fast as possible instead of in real time.")
  var fast = false

  @Option(number: "S", help: "Stop after this much simulated time, in seconds.")
  var duration: Double?

  @Option(number: "HZ", help: "Frames to record in each simulated second.")
  var frames: Double?

  @OptionGroup var output: OutputOptions

  @Option(
    help:
      "What to do when the machine cannot keep up with real time: drop ticks, adapt by longer steps and fewer frames, or fail."
  )
  var onOverload: OverloadPolicy = .drop

  @Option(value: "FILE", help: "Write each input to a journal before it takes effect.")
  var journal: String?

  @Option(value: "JOURNAL", help: "Continue the run of a journal where it ended.")
  var resume: String?

  @Option(help: "When to force the journal to disk: after each line, once a second, or never.")
  var sync: SyncPolicy = .second

  @Option(
    number: "TICKS",
    help:
      "Write a checkpoint to the journal every so many ticks, so that a long run resumes quickly."
  )
  var checkpointEvery: Int?

  @Flag(help: "Write a status line with load and lateness to the recording once a second.")
  var status = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Show the box on the terminal while it runs: arrow keys tilt, space pauses, q quits. (default: on a \
      terminal, unless --fast or --format is given)
      """
  )
  var view: Bool?

  @OptionGroup var threads: ThreadOptions

  @Flag(help: "Request real-time scheduling and a processor without sleep states.")
  var realtime = false

  /// The first given option that only applies to a run in real time.
  private var realTimeFlag: String? {
    firstGiven([
      ("--view", view == true), ("--status", status), ("--realtime", realtime),
      ("--on-overload", onOverload != .drop),
    ])
  }

  func validate() throws {
    let isOther = journal != nil || scenario.scenario != nil || !scenario.changes.list.isEmpty
    if resume != nil, isOther || tilt.orientation != nil {
      throw ValidationError(
        "--resume continues the journal's own scenario, and writes to that journal; "
          + "drop SCENARIO, --set, --orientation and --journal"
      )
    }
    try output.check(isNone: [
      (scenario.scenario, "the scenario that runs"), (tilt.tilt, "the tilt recording"),
      (journal, "the journal"), (resume, "the journal"),
    ])
    if scenario.scenario == standardStreamName, tilt.tilt == standardStreamName {
      throw ValidationError(
        "standard input cannot be both the scenario and the tilt; give one of them as a file"
      )
    }
    try OutputTarget.checkJournal(journal)
    try OutputTarget.checkJournal(resume, "--resume")
    if let ticks = checkpointEvery {
      guard journal ?? resume != nil else {
        throw ValidationError("--checkpoint-every needs --journal or --resume")
      }
      try check(ticks, 1...Int.max, "--checkpoint-every", "a number of ticks above 0")
    }
    if sync != .second, journal ?? resume == nil {
      throw ValidationError("--sync needs --journal or --resume")
    }
    if fast, let flag = realTimeFlag {
      throw ValidationError("\(flag) applies to a run in real time, and --fast has none; drop one")
    }
    if view == true, !OutputFile.standardOutputIsTerminal {
      throw ValidationError(
        "--view shows a run on a terminal, and standard output is none; drop --view, or write to a file with -o"
      )
    }
    if view == true, tilt.tilt == standardStreamName, inputIsTerminal {
      throw ValidationError(
        "--view takes the keys, and with --tilt - lines are typed on the same terminal; drop one of them"
      )
    }
    if let duration { try check(duration, Scenario.duration, "--duration") }
    if let frames { try check(frames, Scenario.frameRate, "--frames") }
  }

  func run() throws {
    StopSignal.listen()
    try reportingFailure { try run(start()) }
  }

  private func run(_ start: RunStart) throws {
    let input = start.input.live
    let recorder = try output.recorder(waitsForReader: fast)
    let isWatched = isWatched(withLiveInput: input != nil)
    recorder.recordsStatus = status
    // Keep frames and events off the terminal that shows the run.
    recorder.recordsRun = !isWatched || output.file != nil
    // A fast run without a journal is useless without its recording, so only other runs continue when it fails.
    if !fast || start.journal != nil {
      recorder.didFail = { failure, run in
        printWarning(
          "at \(run.simulation.time) s the recording failed, and the run continues without it: \(failure)"
        )
      }
    }
    let end = judgedUntil(start.opening.simulation.scenario)
    let reporter = RunReporter(recorder, input: input, monitor: start.monitor, until: end)
    let options = options(start)
    let run = try Run(start.opening, options: options)
    if let resume, let last = options.lastTick, run.simulation.tick >= last {
      let time = run.simulation.time.plain
      printWarning(
        "\(resume.escapedName): the run is at \(time) s already; give a longer --duration"
      )
    }
    let view = isWatched ? RunView() : nil
    reporter.view = view
    defer { view?.close() }
    if let view {
      run.add(source: view)
      // First among the observers: the view restores the terminal before the summary is written there.
      run.add(observer: view)
    }
    run.add(observer: recorder)
    run.add(observer: reporter)
    if let journal = start.journal {
      journal.checkpointEvery = checkpointEvery
      run.add(observer: journal)
    }
    if let input, !fast { run.add(source: input) }
    do {
      _ = fast ? try run.run() : try LoopThread.run { try runInRealTime(run) }
    } catch OutputError.closedPipe {
      // The reader needs no more output.
    }
    if let reason = reporter.reasonNotToJudge { printError("tiltbox: \(reason)") }
    for result in reporter.results { printError("tiltbox: \(result.report)") }
    if recorder.failure != nil { throw ExitStatus.io }
    try StopSignal.check()
    if !reporter.passes { throw ExitStatus.expectationFailed }
  }

  private func runInRealTime(_ run: Run) throws -> RunSummary {
    let priority = realtime ? RealTimePriority() : nil
    for refusal in priority?.refusals ?? [] { printWarning(refusal) }
    defer { withExtendedLifetime(priority) {} }
    return try run.run()
  }

  private func options(_ start: RunStart) -> Run.Options {
    var options = Run.Options(clock: fast ? nil : MonotonicClock { StopSignal.isReceived })
    options.onOverload = onOverload
    options.shouldStop = { StopSignal.isReceived }
    options.threads = threads.limit()
    options.isPaused = start.isPaused && !fast
    options.speed = start.speed
    let simulation = start.opening.simulation
    // A run without a clock must have an end.
    let duration =
      duration ?? simulation.scenario.run.duration
      ?? (fast ? start.input.duration ?? Scenario.defaultDuration : nil)
    options.lastTick = duration.map(simulation.timeline.tick) ?? .max
    return options
  }

  /// Whether the terminal shows the run; it does not if live input is typed there.
  func isWatched(withLiveInput isLive: Bool) -> Bool {
    guard !fast, OutputFile.standardOutputIsTerminal, !isLive || !inputIsTerminal else {
      return false
    }
    return view ?? (output.format == nil)
  }

  /// Returns what a scenario says about its run, with the options of the command line. A shorter `--duration` ends the
  /// run, but the expectations still mean the whole one.
  func run(_ scenario: Scenario) -> Scenario.Run {
    var run = scenario.run
    if let duration, duration >= judgedUntil(scenario) ?? 0 { run.duration = duration }
    run.frames = frames ?? run.frames
    return run
  }

  /// The time that a run must reach so that its expectations can be judged, in seconds; nil if there is none. A run as
  /// fast as possible that has no duration ends by itself, and is judged then.
  private func judgedUntil(_ scenario: Scenario) -> Double? {
    guard !scenario.expectations.isEmpty else { return nil }
    return scenario.run.duration ?? (fast && duration == nil ? nil : scenario.latestExpectedTime)
  }

  private func start() throws -> RunStart {
    if let resume { return try RunStart(resuming: resume, self) }
    var scenario = try scenario.load {
      duration ?? (fast && tilt.tilt == nil ? $0.fastDuration : $0.run.duration)
    }
    try output.check(isNone: scenario.inputs)
    scenario.run = run(scenario)
    return try RunStart(scenario, self)
  }
}

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
    let start = reader.scenario.expectations.isEmpty ? Double.infinity : 0
    let replay = try Replay(reader, run: command.run(reader.scenario), from: start)
    input = try TiltInput(replay.simulation.scenario, command.tilt, isFast: command.fast)
    let monitor = try ExpectationMonitor(readingFilesOf: replay.simulation)
    self.monitor = monitor
    try replay.run(shouldStop: { StopSignal.isReceived }, didAdvance: { monitor.observe($0) })
    try StopSignal.check()
    for notice in replay.noticesToContinue {
      printError("tiltbox: warning: \(path.escapedName): \(notice)")
    }
    if case .file = input.description, command.tilt.tilt != nil {
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
        "the last line was torn, as by a crash: only the first \(reader.offset) bytes count"
      )
    }
    if let divergence { notices.append(divergence.description) }
    return notices
  }

  /// The notices, and what somebody who continues the run must know.
  var noticesToContinue: [String] {
    notices + (isPaused ? ["the run is paused, as before; {\"pause\":false} continues it"] : [])
  }
}

/// Handles SIGINT, SIGTERM and SIGHUP as requests to stop: the run ends between two ticks and closes its files.
enum StopSignal {
  private static let received = Atomic<Int32>(0)
  private static let names = [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"]

  /// Installs the handlers. The signals then stop the run instead of the process; a closed pipe, or a file that reaches
  /// the process's limit (`ulimit -f`), becomes an error of the write.
  static func listen() {
    // Initialize the static here: its lazy initialization takes a lock, and the handler would deadlock if it
    // interrupted that initialization.
    received.store(0, ordering: .relaxed)
    var heard = sigset_t()
    unsafe sigemptyset(&heard)
    for number in names.keys where number != SIGHUP || !isIgnored(SIGHUP) {
      handle(number) { StopSignal.received.store($0, ordering: .relaxed) }
      unsafe sigaddset(&heard, number)
    }
    // A parent process may have started us with these signals blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &heard, nil)
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Installs a handler of a signal, without SA_RESTART, so that a blocked sleep or write returns at once.
  static func handle(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
    unsafe action.__sigaction_u.__sa_handler = handler
    #else
    unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    unsafe sigaction(number, &action, nil)
  }

  /// Whether a signal is ignored, as after `nohup`.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    #if canImport(Darwin)
    let handler = unsafe action.__sigaction_u.__sa_handler
    #else
    let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Performs work with signals blocked, so that the threads that it starts do not receive them.
  static func withoutSignals<Outcome>(_ work: () throws -> Outcome) rethrows -> Outcome {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// Stops the run as the signal would.
  static func receive(_ number: Int32) { received.store(number, ordering: .relaxed) }

  /// Whether a stop signal has arrived.
  static var isReceived: Bool { received.load(ordering: .relaxed) != 0 }

  /// The signal that has arrived, or nil.
  static var number: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Throws the status after the signal that has arrived, if there is one.
  static func check() throws {
    if let number { throw ExitStatus.stopped(by: number) }
  }

  /// The signal's name, or nil.
  static var name: String? { number.flatMap { names[$0] } }
}
