public import Tiltbox

/// Repeats a run from its journal: the same commands at the same ticks give the same trajectory.
public final class Replay: RequestSource {
  /// The simulation, initially at tick 0 or at a checkpoint.
  public let simulation: Simulation
  /// The first divergence from the journal's digests; nil for none.
  public private(set) var divergence: Divergence?
  /// Whether the run is paused at this point of the journal.
  public private(set) var isPaused = false
  /// The speed at this point of the journal.
  public private(set) var speed = 1.0

  /// A digest that differs from the journal's.
  public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// The tick.
    public let tick: Int
    /// The digest in the journal.
    public let expected: Digest
    /// The digest of the replay.
    public let found: Digest

    /// A description of the divergence and its likely cause.
    public var description: String {
      "at tick \(tick) the digest is \(found), and was \(expected) when the journal was written; "
        + "only the same processor and the same libraries give the same bits"
    }
  }

  /// The source of the commands.
  public let reader: JournalReader
  /// Checkpoints that would have shortened the replay but are damaged or of another version.
  public private(set) var unusableCheckpoints: [JournalError] = []
  private var pending: JournalEntry?
  /// The last tick at which a run has read requests.
  private var readTick: Int?
  /// Whether the journal has anything after its first line.
  private let hasEntries: Bool

  /// Builds the world of a journal from its first line. A constant tilt of the scenario acts, whether or not the
  /// journal repeats it.
  ///
  /// - Parameters:
  ///   - reader: A reader that has read the first line, and perhaps nothing else.
  ///   - run: The recording settings, if they differ from those of the run itself.
  ///   - time: The time that the replay is to reach at least, in seconds. The simulation begins at the newest
  ///     checkpoint up to this time and does not repeat earlier steps. At 0, the replay repeats the whole run.
  /// - Throws: `FileError`, ``JournalError``.
  public init(_ reader: JournalReader, run: Scenario.Run? = nil, from time: Double = 0) throws {
    self.reader = reader
    var scenario = reader.scenario
    scenario.run = run ?? scenario.run
    let start = reader.position
    var restored: Simulation?
    for place in time > 0 ? try reader.states(through: time).reversed() : [] {
      do {
        let state = try reader.readState(at: place)
        restored = try Simulation(scenario, restoring: state.simulation)
        (isPaused, speed) = (state.isPaused, state.speed)
        break
      } catch let error as FileError {
        throw error
      } catch {
        unusableCheckpoints.append(reader.error(error, withStateAt: place))
      }
    }
    if restored == nil, time > 0 { try reader.go(to: start) }
    let first = try reader.next()
    // A journal repeats the tilts of a recording, and perhaps the tilt of tick 0.
    var opening: any TiltSource = NoTilt()
    if case .constant(let tilt) = scenario.tilt.source { opening = ConstantTilt(tilt) }
    if case .request(.tilt)? = first?.content, first?.tick == 0 { opening = NoTilt() }
    simulation = try restored ?? Simulation(scenario, tilt: opening)
    (pending, hasEntries) = (first, restored != nil || first != nil)
  }

  /// Whether the journal has further entries to apply.
  public var hasMore: Bool { pending != nil }

  /// Returns the start of a run that continues the journal's run under the tilt that it had. The replay must have reached
  /// the journal's end: see ``hasMore``.
  ///
  /// The source continues after the journal's last tick, unless a request has taken the tilt over. If the journal ends
  /// with its first line, the source's tilt of tick 0 acts now.
  ///
  /// - Parameter source: The source of the run's tilt from tick 0 on; the scenario's own if absent.
  /// - Returns: The simulation at the journal's end, and the tilt that the journal lacks.
  /// - Throws: `FileError`, ``JournalError``; ``TiltFileError`` for the scenario's tilt recording.
  public func start(tilt source: (any TiltSource)? = nil) throws -> Run.Start {
    precondition(!hasMore, "a journal is replayed to its end before its run is continued")
    var source = try source ?? reader.scenario.loadingTilt().tiltSource().source
    let isTakenOver = try hasTilt(notOf: source)
    let tilt = source.tilt(atTick: simulation.tick, time: simulation.time)
    if !isTakenOver { simulation.tiltSource = source }
    guard !hasEntries, let tilt else { return Run.Start(simulation) }
    try simulation.apply(.tilt(tilt))
    return Run.Start(simulation, requests: [.tilt(tilt)])
  }

  /// Whether the journal has a tilt that a source does not have at its tick.
  private func hasTilt(notOf source: any TiltSource) throws -> Bool {
    var (source, timeline) = (source, Timeline(step: reader.scenario.world.step))
    let reader = try JournalReader(reader.path)
    while !source.isOver, let entry = try reader.next() {
      if case .request(.timeStep(let step)) = entry.content {
        timeline = timeline.changing(to: step, at: entry.tick)
      } else if case .request(.tilt(let tilt)) = entry.content,
        tilt != source.tilt(atTick: entry.tick, time: timeline.time(of: entry.tick))
      {
        return true
      }
    }
    return false
  }

  /// Applies the journal's requests for the simulation's current tick.
  ///
  /// Throws `FileError`, ``JournalError``.
  public func applyRequests() throws { try applyRequests(beforeFrame: false) }

  /// Applies the journal's requests for the simulation's current tick; `beforeFrame` leaves those in a pause, which came
  /// after the frame of the tick.
  func applyRequests(beforeFrame: Bool) throws {
    while let entry = pending, entry.tick == simulation.tick, !(beforeFrame && isPaused) {
      switch entry.content {
      case .request(.pause(let pauses)): isPaused = pauses
      case .request(.speed(let speed)): self.speed = speed
      // With a tree, the checkpoint changed the last bits of the run; repeat it to change them again.
      case .request(.checkpoint): _ = try simulation.checkpoint()
      case .request(let request):
        do { try simulation.apply(request) } catch let error as RequestError {
          throw reader.error("a command before it cannot be repeated: \(error)")
        }
      case .digest(let digest), .end(let digest):
        if digest != simulation.digest, divergence == nil {
          divergence = Divergence(tick: entry.tick, expected: digest, found: simulation.digest)
        }
      }
      pending = try reader.next()
    }
  }

  /// Applies the journal's requests for the current tick unless they were, takes a step, and applies those for the new
  /// tick.
  ///
  /// Throws the errors of `Simulation.advance()` and ``applyRequests()``.
  public func advance() throws {
    try applyRequests()
    try simulation.advance()
    try applyRequests()
  }

  /// Applies the journal's requests for the run's current tick. Pauses and steps the run as the journal's run was, so that
  /// the frame of a tick comes before what changed in a pause.
  public func read(in run: Run) throws {
    try applyRequests(beforeFrame: readTick != simulation.tick)
    readTick = simulation.tick
    if run.isPaused != isPaused { try run.perform(.pause(isPaused)) }
    guard isPaused, run.singleSteps == 0 else { return }
    if let pending, pending.tick > simulation.tick { try run.perform(.step) }
  }

  /// Continues to a given time, to the end of the journal, or until `shouldStop` returns true.
  ///
  /// - Parameters:
  ///   - time: The end, in seconds: the replay stops at the first tick that is not before it.
  ///   - shouldStop: Called before each tick; returns true to stop.
  ///   - didAdvance: Called after each tick.
  /// - Throws: The errors of ``advance()``.
  public func run(
    through time: Double = .infinity,
    shouldStop: () -> Bool = { false },
    didAdvance: (Simulation) -> Void = { _ in }
  ) throws {
    try applyRequests()
    while hasMore, simulation.time < time - simulation.timeline.step * 1e-6, !shouldStop() {
      try advance()
      didAdvance(simulation)
    }
  }
}
