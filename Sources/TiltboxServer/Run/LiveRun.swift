internal import Chipmunk
internal import NIOCore
internal import Tiltbox
internal import TiltboxDrawing
internal import TiltboxFiles
internal import TiltboxJSON

/// The live page as a client of a run: applies viewers' requests and publishes what viewers see.
///
/// It lives on the run's thread. The requests of viewers reach it as actions in the run's mailbox.
final class LiveRun: RunObserver {
  let scenes: [Scene]
  let options: LiveOptions
  let feed: LiveFeed
  var arbiter = TiltArbiter()
  /// The springs that drag bodies, by viewer number.
  var springs: [Int: MouseSpring] = [:]
  /// The scene of the next session.
  var wantedScene = 0
  /// Whether viewers should see a change of state that no tick has made.
  var hasChanged = false

  /// The scene of the current session.
  private var scene = 0
  private var session: Int
  private var journal: Journal?
  private var nextJournal: Journal?
  private var recording: SessionRecording?
  private var nextRecording: SessionRecording?
  /// The scenario of the current session, as a file.
  private var scenarioText = ""
  private var hasReportedJournal = false
  /// The time that the steps of the last second took, divided by the time that they simulate.
  private(set) var load = 0.0
  private(set) var adding = AddingLimits()
  private var stepBegan = Duration.zero
  private var droppedTicks = 0
  /// The number of diverged bodies of the session that the status already counts.
  private var quarantineCount = 0
  private var rejections = (count: 0, last: "")
  private var didBeginFirstSession: (() -> Void)?
  private var recordedFrames = FrameSchedule(rate: 60, step: 1)
  /// The tick of the session's newest recorded frame.
  private var recordedTick: Int?
  private var frames = FrameBuilder()
  private var shownList = 0
  private var shownTick = -1
  private var shownBodyList = -1
  private var lastScene = Duration.zero
  private var lastFailure = Duration.zero

  /// The approximate number of frames that viewers get per second of real time.
  private static let frameRate = 60.0
  /// The minimum time between two lists of bodies: the size of a scene grows with its bodies, and all viewers receive
  /// it.
  private static let scenePatience = Duration.milliseconds(100)

  /// Makes a client; `scenes` must not be empty.
  init(scenes: [Scene], options: LiveOptions, feed: LiveFeed) {
    (self.scenes, self.options, self.feed) = (scenes, options, feed)
    session = options.firstSession - 1
  }

  /// Runs one scene after another, each as a session, on the calling thread until `shouldStop` returns true.
  ///
  /// - Parameters:
  ///   - mailbox: The mailbox of viewers' requests.
  ///   - didBegin: Called once when the first session has begun.
  ///   - shouldStop: Called before each tick and each sleep.
  /// - Throws: An error that keeps the first scene from starting or a journal from being opened, or an error that ends
  ///   a new session again within a second.
  func run(
    _ mailbox: Mailbox,
    didBegin: @escaping () -> Void = {},
    shouldStop: @escaping () -> Bool
  ) throws {
    didBeginFirstSession = didBegin
    var options = Run.Options()
    options.onOverload = self.options.onOverload
    options.showsEveryTick = true
    options.threads = self.options.threads
    options.shouldStop = shouldStop
    options.recover = recover
    let first: Run.Start
    if let (replay, journal) = try self.options.resume() {
      first = try replay.start()
      (options.isPaused, options.speed) = (replay.isPaused, replay.speed)
      let name = replay.simulation.scenario.name
      // A scenario may have another name than its file.
      wantedScene = scenes.firstIndex { (try? $0.load())?.name == name } ?? 0
      nextJournal = journal
      beginRecording(of: replay.simulation)
    } else {
      first = try start()
    }
    let run = try Run(first, options: options, mailbox: mailbox) { try self.restart() }
    run.add(observer: self)
    _ = try run.run()
  }

  /// Reports problems only to the operator, since they may name files.
  private func restart() throws -> Run.Start {
    do { return try start() } catch {
      options.log(.failure("reset", "\(scenes[wantedScene].name) cannot begin: \(error)"))
      throw RequestError("\(scenes[wantedScene].name) cannot begin; the service's log says why")
    }
  }

  /// Loads the next scene without a duration or expectations, builds its world and opens its journal.
  private func start() throws -> Run.Start {
    var scenario = try scenes[wantedScene].load().loadingFiles()
    scenario.run.duration = nil
    scenario.expectations = []
    // Viewers may ask their page to show them.
    scenario.run.forces = !scenario.constraints.isEmpty
    let start = try Run.Start(scenario)
    nextJournal = try options.journal(start.simulation.scenario, session + 1)
    beginRecording(of: start.simulation)
    return start
  }

  /// Starts the recording. If that fails, the run goes on without it.
  private func beginRecording(of simulation: Simulation) {
    nextRecording = nil
    guard options.recordingLimit > 0 else { return }
    do {
      nextRecording = try SessionRecording(simulation, limit: options.recordingLimit) { [options] in
        options.log(.warning("recording", $0))
      }
    } catch { reportRecording(error) }
  }

  private func reportRecording(_ error: any Error) {
    options.log(.failure("recording", "the run goes on without its recording: \(error)"))
  }

  /// Restarts a run after its world diverged; rethrows if it diverges again within a second.
  private func recover(from error: any Error) throws {
    guard error is PhysicsError || error is Diagnostic else { throw error }
    let now = MonotonicClock().now()
    guard lastFailure == .zero || now - lastFailure > .seconds(1) else { throw error }
    lastFailure = now
    options.log(.failure("recover", "the run has ended and begins again: \(error)"))
  }
}

// The observer's callbacks.
extension LiveRun {
  func didBegin(_ run: Run) throws {
    (scene, session, recording) = (wantedScene, session + 1, nextRecording)
    (springs, recordedTick) = ([:], nil)
    (journal, nextJournal, nextRecording) = (nextJournal, nil, nil)
    scenarioText = run.simulation.scenario.json
    (shownBodyList, droppedTicks, quarantineCount) = (-1, 0, 0)
    if recording == nil { feed.put(nil) }
    let rate = run.simulation.scenario.run.frames
    recordedFrames = FrameSchedule(rate: rate, run.simulation.timeline)
    record {
      try $0.record(recordedFrames, of: run.simulation)
      try $0.recordEvents(of: run.simulation)
    }
    show(run)
    publishStatus(of: run) { $0.second = nil }
    options.log(.session(session, scene: scenes[scene].name))
  }

  func willApply(_ request: Request, in run: Run) throws {
    // The next session has a journal of its own.
    if request == .reset { return }
    do {
      try journal?.willApply(request, in: run)
      hasReportedJournal = false
    } catch let error as OutputError {
      if !hasReportedJournal {
        options.log(.failure("journal", "commands are rejected until it can be written: \(error)"))
      }
      hasReportedJournal = true
      throw RequestError("the journal cannot be written, and what is not in it does not act")
    }
  }

  func willStep(in run: Run) throws {
    try pull(in: run)
    stepBegan = MonotonicClock().now()
  }

  func didStep(in run: Run) throws {
    adding.record(MonotonicClock().now() - stepBegan, step: run.simulation.timeline.step)
    frames.note(run.simulation)
    record { try $0.recordEvents(of: run.simulation) }
    // Only a resume would miss a checkpoint, so a failure to write one is ignored.
    do { try journal?.didStep(in: run) } catch is OutputError {}
  }

  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) {
    guard message.ack != nil || rejection != nil else { return }
    let reason = rejection?.description
    if let reason { rejections = (rejections.count + 1, String(reason.prefix(500))) }
    var text = TextBuffer()
    let answer = Answer(tick: run.simulation.tick, ack: message.ack, reason: reason)
    JSONLines.answer(answer, &text)
    feed.publish { update in
      update.answers.append((message.client, ByteBuffer(bytes: text.bytes)))
      if reason != nil { update.status.rejected += 1 }
    }
  }

  /// Records the frame of the tick, after the requests that act at it: a replay of the journal has the same frames.
  func didServe(in run: Run) throws {
    // The journal tries again at the next turn what it could not write.
    do { try journal?.didServe(in: run) } catch is OutputError {}
    feed.noteAlive(MonotonicClock().now())
    let tick = run.simulation.tick
    let isFrame = recordedTick == nil || recordedTick != tick && recordedFrames.isFrame(tick)
    if isFrame { recordedTick = tick }
    record { try $0.recordState(of: run.simulation, isFrame: isFrame) }
    if isFrame, let soFar = recording?.soFar(run.simulation, run.statistics) { feed.put(soFar) }
    if hasChanged, run.isPaused { show(run) }
    didBeginFirstSession?()
    didBeginFirstSession = nil
  }

  /// Shows a frame each time that enough ticks for 1/60 s of real time at the current speed have passed. In slow
  /// motion, and for single steps, each tick is a frame.
  func showFrame(of run: Run) {
    guard !run.isPaused else { return show(run) }
    let (tick, step) = (run.simulation.tick, run.simulation.timeline.step)
    let ticks = max(1, Int((run.speed / (Self.frameRate * step)).rounded()))
    if tick / ticks != shownTick / ticks || shownTick < 0 { show(run) }
  }

  func didChangePace(of run: Run) throws {
    let rate = min(recordedFrames.rate, run.schedule.rate)
    recordedFrames = FrameSchedule(rate: rate, run.schedule.timeline)
    record { try $0.record(recordedFrames, of: run.simulation) }
    let words =
      "at \(run.simulation.time.plain) s the run could not keep up; from here on a step is "
      + "\(run.schedule.step.plain) s long, and there are \(rate) frames a second"
    options.log(.warning("overload", words))
  }

  func warn(_ warning: RunWarning, in run: Run) {
    guard case .quarantined(let event, let reason) = warning else { return }
    let words = "\(event.a) diverged and was removed from the world: \(reason)"
    let fields: [(String, ServiceEvent.Value)] = [
      ("body", .text(event.a)), ("tick", .whole(event.tick)), ("message", .text(words)),
    ]
    options.log(ServiceEvent(.warning, "quarantine", fields))
  }

  func didPass(_ second: SecondStatistics, in run: Run) {
    load = second.load
    if arbiter.expire(at: MonotonicClock().now()) { hasChanged = true }
    reportSecond(second)
    publishStatus(of: run) { $0.second = second }
  }

  func didEnd(_ summary: RunSummary?, of run: Run) throws {
    // A journal that cannot be written any more must not end the service at a reset.
    do { try journal?.didEnd(summary, of: run) } catch let error as OutputError {
      options.log(.failure("journal", "the session's last line is missing: \(error)"))
    }
    (journal, shownTick) = (nil, -1)
  }

  /// Reports rejections and dropped ticks once a second, so that a flood of commands does not flood the log.
  private func reportSecond(_ second: SecondStatistics) {
    if rejections.count > 0 {
      let (count, last) = rejections
      options.log(
        ServiceEvent(.info, "rejection", [("count", .whole(count)), ("last", .text(last))])
      )
      rejections = (0, "")
    }
    let dropped = second.droppedTicks
    if dropped > droppedTicks {
      let load = Int((100 * second.load).rounded())
      let count = dropped - droppedTicks
      let words = "dropped ticks in the last second: \(count), at a load of \(load) %"
      options.log(.warning("overload", words))
    }
    droppedTicks = dropped
  }

  private func record(_ part: (SessionRecording) throws -> Void) {
    do { if let recording { try part(recording) } } catch { endRecording(error) }
  }

  /// Ends a recording that cannot be written; the run goes on.
  private func endRecording(_ error: any Error) {
    recording = nil
    feed.put(nil)
    reportRecording(error)
  }
}

// Frames and status for viewers.
extension LiveRun {
  /// Publishes the current state.
  private func show(_ run: Run) {
    hasChanged = false
    let (changes, now) = (run.simulation.bodyListChanges, MonotonicClock().now())
    if changes != shownBodyList {
      guard shownBodyList < 0 || now - lastScene >= Self.scenePatience else {
        hasChanged = true
        return
      }
      (shownBodyList, lastScene) = (changes, now)
    }
    let frame = frames.frame(of: run.simulation)
    let scene = frame.list == shownList ? nil : sceneText(frame.list, run.simulation)
    (shownTick, shownList) = (frame.tick, frame.list)
    feed.publish { update in
      if let scene { update.scene = scene }
      update.frame = frame
    }
  }

  /// Returns what viewers need before the frames of a list of bodies: the recording's header, the drawing of the scene
  /// and the options of the view, `{"kind":"scene","list":7,…,"header":{…}}`.
  private func sceneText(_ list: Int, _ simulation: Simulation) -> LiveFeed.SceneText {
    let orientation = simulation.scenario.tilt.orientation.rawValue
    let message = JSON.object([
      ("kind", .text("scene")), ("list", .whole(list)), ("scene", .text(scenes[scene].name)),
      ("scenes", .array(scenes.map { .text($0.name) })), ("orientation", .text(orientation)),
      ("header", JSONLines.header(of: simulation)), ("drawing", SceneDrawing.json(of: simulation)),
    ])
    let text = ByteBuffer(string: message.line)
    return LiveFeed.SceneText(list: list, text: text, scenario: scenarioText)
  }

  /// Publishes the status of the run.
  func publishStatus(of run: Run, _ change: (inout LiveFeed.Status) -> Void = { _ in }) {
    feed.publish { update in
      update.statusChanged = true
      update.status.session = session
      update.status.quarantined += run.simulation.quarantineCount - quarantineCount
      update.status.tick = run.simulation.tick
      update.status.time = run.simulation.time
      update.status.isPaused = run.isPaused
      update.status.speed = run.speed
      update.status.bodies = run.simulation.bodies.count
      update.status.holder = arbiter.viewer
      update.status.isLocked = arbiter.isLocked
      update.status.statistics = run.statistics
      change(&update.status)
    }
    quarantineCount = run.simulation.quarantineCount
  }
}
