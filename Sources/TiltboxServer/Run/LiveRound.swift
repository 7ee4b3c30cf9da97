internal import Chipmunk
internal import Tiltbox
internal import TiltboxFiles

/// A scene from its first tick until it is reset, another one is chosen or the service ends.
final class LiveRound {
  /// The round to play next, once a viewer has asked for it.
  var next: LiveRound?

  let live: LiveRun
  /// The number of the scene that is played.
  let scene: Int
  let simulation: Simulation
  let clock: PlaybackClock<MonotonicClock>
  private(set) var journal: Journal?
  /// The bodies that viewers pull, by their numbers.
  var springs: [Int: MouseSpring] = [:]
  var waiting: ArraySlice<Inbox.Letter> = []
  /// Whether viewers should see a state that no tick has brought.
  var hasChanged = false

  private let recording: RoundRecording
  private var recordedFrames: FrameSchedule
  /// What the scene's own tilt has brought before there was a journal.
  private let firstCommands: [Command]
  private var contacts: [Snapshot.Contact] = []
  private var postedBodyList = -1
  private var postedTick = -1
  private var loop: RealTimeLoop<PlaybackClock<MonotonicClock>>?

  /// Frames that viewers get in a second of real time, about.
  private static let frameRate = 60.0
  private static let contactsPerFrame = 64

  /// Reads a scene for a round that goes on until somebody ends it, and builds its world: what is wrong with it is the
  /// affair of whoever has asked for the scene.
  init(_ scene: Int, of live: LiveRun) throws {
    (self.live, self.scene) = (live, scene)
    var scenario = try live.scenes[scene].load().loadingFiles()
    scenario.run.duration = nil
    scenario.expectations = []
    var commands: [Command] = []
    simulation = try Simulation(scenario) { command, _ in commands.append(command) }
    firstCommands = commands
    clock = PlaybackClock(MonotonicClock())
    recordedFrames = FrameSchedule(rate: scenario.run.frames, step: scenario.world.step)
    recording = try RoundRecording(
      simulation,
      limit: live.options.recordingLimit,
      warn: live.options.warn
    )
  }

  /// Plays until a viewer asks for another round, or it is asked to stop. Rounds are counted from 1.
  func run(number: Int, _ shouldStop: () -> Bool) throws {
    let journal = try live.options.journal(simulation.scenario, number)
    self.journal = journal
    simulation.willApply = { try journal?.append(.command($0), tick: $1) }
    for command in firstCommands { try simulation.willApply(command, 0) }
    clock.pause(live.isPaused)
    try clock.setRate(live.speed)
    try record(isFrame: true)
    post(isFirst: true)
    let step = simulation.scenario.world.step
    let loop = RealTimeLoop(
      clock: clock,
      pace: FixedStep(step: step, policy: live.options.onOverload),
      frames: FrameSchedule(rate: 1 / step, step: step)
    )
    self.loop = loop
    try loop.run(
      shouldStop: { shouldStop() || self.next != nil },
      idle: serve,
      second: { second in self.postStatus { $0.second = second } },
      adapt: adapt,
      step: { tick in
        try self.pull()
        try self.simulation.advance()
        self.takeContacts()
        try self.record(isFrame: self.recordedFrames.isFrame(tick))
        try self.serve()
      },
      frame: { _ in self.postIfDue() }
    )
  }

  /// Steps have taken more time than they simulate.
  private func adapt(to schedule: FrameSchedule) throws {
    try simulation.adapt(to: schedule)
    let rate = min(recordedFrames.rate, schedule.rate)
    recordedFrames = FrameSchedule(rate: rate, schedule.timeline)
    try recording.record(recordedFrames, of: simulation)
    live.options.warn(
      "at \(simulation.time) s the run could not keep up; from here on a step is "
        + "\(schedule.step) s long, and there are \(rate) frames a second"
    )
  }

  /// Closes what is open.
  func end() throws {
    try journal?.end(simulation)
  }

  /// The bodies that viewers pull follow.
  private func pull() throws {
    guard !springs.isEmpty else { return }
    let scenario = simulation.scenario
    let size = scenario.walls.map { max($0.width, $0.height) } ?? 300
    for viewer in springs.keys.sorted() {
      guard let spring = springs[viewer] else { continue }
      guard let index = simulation.place(of: spring.id) else {
        springs[viewer] = nil
        continue
      }
      let body = simulation.bodies[index]
      let step = simulation.timeline.step
      guard let pull = spring.pull(on: body, step: step, worldSize: size) else { continue }
      do {
        try simulation.apply(.impulse(id: spring.id, by: pull.impulse, at: pull.point))
      } catch is CommandError {
        springs[viewer] = nil
      }
    }
  }

  private func record(isFrame: Bool) throws {
    try recording.record(simulation, isFrame: isFrame)
    guard isFrame else { return }
    let statistics = loop?.statistics ?? RunStatistics(step: simulation.timeline.step)
    let soFar = recording.soFar(simulation, statistics)
    live.board.put(soFar)
  }
}

// What viewers see.
extension LiveRound {
  private func takeContacts() {
    for event in simulation.events where event.kind == .begin {
      if contacts.count < Self.contactsPerFrame {
        contacts.append(Snapshot.Contact(point: event.point, impulse: event.impulse))
      }
    }
  }

  /// So many ticks of real time at the speed of now are a frame; in slow motion, and of single steps, each tick is one.
  private func postIfDue() {
    guard !clock.isPaused else { return post() }
    let step = simulation.timeline.step
    let ticks = max(1, Int((clock.rate / (Self.frameRate * step)).rounded()))
    guard simulation.tick / ticks != postedTick / ticks || postedTick < 0 else { return }
    post()
  }

  /// Shows the state of now.
  func post(isFirst: Bool = false) {
    hasChanged = false
    postedTick = simulation.tick
    var note: Board.SceneNote?
    if simulation.bodyListChanges != postedBodyList {
      postedBodyList = simulation.bodyListChanges
      live.list += 1
      note = Board.SceneNote(
        list: live.list,
        text: SceneMessage.text(of: self),
        scenario: simulation.scenario.json
      )
    }
    let snapshot = Snapshot(
      list: live.list,
      tick: simulation.tick,
      time: simulation.time,
      gravity: simulation.gravity,
      states: simulation.states,
      asleep: sleepers,
      contacts: contacts
    )
    contacts.removeAll(keepingCapacity: true)
    live.board.post { news in
      if let note { news.scene = note }
      news.snapshot = snapshot
      if isFirst {
        news.status.second = nil
      }
    }
    if isFirst { postStatus() }
  }

  private var sleepers: [Int] {
    guard simulation.scenario.world.sleepAfter != nil else { return [] }
    return simulation.bodies.indices.filter { simulation.bodies[$0].isSleeping }
  }

  /// Says how the run goes.
  func postStatus(_ change: (inout Board.Status) -> Void = { _ in }) {
    live.board.post { news in
      news.statusChanged = true
      news.status.tick = simulation.tick
      news.status.time = simulation.time
      news.status.isPaused = clock.isPaused
      news.status.speed = clock.rate
      news.status.bodies = simulation.bodies.count
      news.status.holder = live.holder.viewer
      news.status.isLocked = live.holder.isLocked
      news.status.statistics = loop?.statistics
      change(&news.status)
    }
  }
}
