internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// The live page's client of a run: what viewers ask for goes in, what they see comes out.
///
/// It lives on the run's thread. The requests of viewers reach it as actions in the run's mailbox.
final class LiveRun: RunObserver {
  let scenes: [Scene]
  let options: LiveOptions
  let feed: LiveFeed
  var holder = TiltHolder()
  /// The bodies that viewers pull, by the viewers' numbers.
  var springs: [Int: MouseSpring] = [:]
  /// The scene to start with the next round.
  var wantedScene = 0
  /// Whether viewers should see a state that no tick has brought.
  var hasChanged = false

  /// The scene of the round.
  private var scene = 0
  private var round = 0
  private var journal: Journal?
  private var recording: RoundRecording?
  private var nextRecording: RoundRecording?
  private var recordedFrames = FrameSchedule(rate: 60, step: 1)
  private var frames = FrameBuilder()
  private var shownList = 0
  private var shownTick = -1
  private var lastFailure = Duration.zero

  /// Frames that viewers get in a second of real time, about.
  private static let frameRate = 60.0

  /// Makes a client; there is at least one scene.
  init(scenes: [Scene], options: LiveOptions, feed: LiveFeed) {
    (self.scenes, self.options, self.feed) = (scenes, options, feed)
  }

  /// Runs one scene after another, a round each, on the calling thread until it is asked to stop.
  ///
  /// - Throws: What keeps the first scene from starting, a journal or a recording from being written; and what ends a
  ///   round again within a second.
  func run(_ mailbox: Mailbox, shouldStop: @escaping () -> Bool) throws {
    var options = Run.Options()
    options.onOverload = self.options.onOverload
    options.showsEveryTick = true
    options.shouldStop = shouldStop
    options.recover = recover
    let run = Run(try start(), options: options, mailbox: mailbox) { try self.start() }
    run.add(observer: self)
    _ = try run.run()
  }

  /// Reads the wanted scene for a round that goes on until somebody ends it, and builds its world. What is wrong with it
  /// is the answer to whoever has asked for it.
  private func start() throws -> Run.Start {
    var scenario = try scenes[wantedScene].load().loadingFiles()
    scenario.run.duration = nil
    scenario.expectations = []
    let start = try Run.Start(scenario)
    nextRecording = try RoundRecording(
      start.simulation,
      limit: options.recordingLimit,
      warn: options.warn
    )
    return start
  }

  /// A world that came apart starts again; one that does so at once cannot be run.
  private func recover(from error: any Error) throws {
    guard error is PhysicsError || error is ScenarioProblem else { throw error }
    let now = MonotonicClock().now()
    guard lastFailure == .zero || now - lastFailure > .seconds(1) else { throw error }
    lastFailure = now
    options.warn("the run has ended and begins again: \(error)")
  }
}

// What the run tells.
extension LiveRun {
  func didBegin(_ run: Run) throws {
    (scene, round, recording) = (wantedScene, round + 1, nextRecording)
    springs = [:]
    journal = try options.journal(run.simulation.scenario, round)
    journal?.keepsDigests = false
    recordedFrames = FrameSchedule(
      rate: run.simulation.scenario.run.frames,
      run.simulation.timeline
    )
    try record(run, isFrame: true)
    show(run)
    publishStatus(of: run) { $0.second = nil }
  }

  func willApply(_ request: Request, in run: Run) throws {
    try journal?.willApply(request, in: run)
  }

  func willStep(in run: Run) throws { try pull(in: run) }

  func didStep(in run: Run) throws {
    frames.note(run.simulation)
    try record(run, isFrame: recordedFrames.isFrame(run.simulation.tick))
  }

  func didAnswer(_ message: Mailbox.Message, rejection: RequestError?, in run: Run) {
    guard message.ack != nil || rejection != nil else { return }
    let reason = rejection?.description
    var text = TextBuffer()
    JSONLines.answer(
      Answer(tick: run.simulation.tick, ack: message.ack, reason: reason),
      &text
    )
    feed.publish { $0.answers.append((message.client, text.bytes)) }
  }

  func didServe(in run: Run) {
    feed.noteAlive(MonotonicClock().now())
    if hasChanged, run.isPaused { show(run) }
  }

  /// So many ticks of real time at the speed of now are a frame; in slow motion, and of single steps, each tick is one.
  func showFrame(of run: Run) {
    guard !run.isPaused else { return show(run) }
    let (tick, step) = (run.simulation.tick, run.simulation.timeline.step)
    let ticks = max(1, Int((run.speed / (Self.frameRate * step)).rounded()))
    if tick / ticks != shownTick / ticks || shownTick < 0 { show(run) }
  }

  func didChangePace(of run: Run) throws {
    let rate = min(recordedFrames.rate, run.schedule.rate)
    recordedFrames = FrameSchedule(rate: rate, run.schedule.timeline)
    try recording?.record(recordedFrames, of: run.simulation)
    options.warn(
      "at \(run.simulation.time) s the run could not keep up; from here on a step is "
        + "\(run.schedule.step) s long, and there are \(rate) frames a second"
    )
  }

  func didPass(_ second: SecondStatistics, in run: Run) {
    publishStatus(of: run) { $0.second = second }
  }

  func didEnd(_ summary: RunSummary?, of run: Run) throws {
    try journal?.didEnd(summary, of: run)
    (journal, shownTick) = (nil, -1)
  }

  private func record(_ run: Run, isFrame: Bool) throws {
    try recording?.record(run.simulation, isFrame: isFrame)
    guard isFrame, let soFar = recording?.soFar(run.simulation, run.statistics) else { return }
    feed.put(soFar)
  }
}

// What viewers see.
extension LiveRun {
  /// Shows the state of now.
  private func show(_ run: Run) {
    hasChanged = false
    let frame = frames.frame(of: run.simulation)
    var scene: LiveFeed.SceneText?
    if frame.list != shownList {
      let names = scenes.map(\.name)
      scene = LiveFeed.SceneText(
        list: frame.list,
        text: SceneMessage.text(frame.list, names[self.scene], of: names, run.simulation),
        scenario: run.simulation.scenario.json
      )
    }
    (shownTick, shownList) = (frame.tick, frame.list)
    feed.publish { update in
      if let scene { update.scene = scene }
      update.frame = frame
    }
  }

  /// Says how the run goes.
  func publishStatus(of run: Run, _ change: (inout LiveFeed.Status) -> Void = { _ in }) {
    feed.publish { update in
      update.statusChanged = true
      update.status.tick = run.simulation.tick
      update.status.time = run.simulation.time
      update.status.isPaused = run.isPaused
      update.status.speed = run.speed
      update.status.bodies = run.simulation.bodies.count
      update.status.holder = holder.viewer
      update.status.isLocked = holder.isLocked
      update.status.statistics = run.statistics
      change(&update.status)
    }
  }
}
