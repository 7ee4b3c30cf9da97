package import Chipmunk

/// The complete state of a simulation at a tick, apart from its scenario: made by ``Simulation/checkpoint()``, and
/// turned into a simulation again by ``Simulation/init(_:restoring:)``.
///
/// Taking one changes nothing, except with the engine `chipmunk`: see `Space.checkpoint()`.
public struct SimulationCheckpoint: Hashable, Sendable {
  /// The state of the space.
  package var space: Checkpoint
  /// What the space does not know.
  package var progress: SimulationProgress

  /// The tick.
  public var tick: Int { space.tick }
}

/// What the future of a simulation depends on, apart from its space and its scenario.
package struct SimulationProgress: Hashable, Sendable {
  /// The descriptions of the bodies, in order.
  package var descriptions: [BodyDescription] = []
  /// The latest given tilt, in g.
  package var tilt = Tilt(x: 0, y: 0)
  /// The fingerprint of the trajectory.
  package var digest = Digest()
  /// The number of ticks in which the speed limit acted on each body, for those affected.
  package var limitedTicks: [String: Int] = [:]
  /// The first bodies that diverged.
  package var quarantined: [Event] = []
  /// The number of diverged bodies.
  package var quarantineCount = 0
  /// The tag of the next body; those of removed bodies are not reused.
  package var nextTag = 0
  /// The bodies removed since the step, by tag: their contacts have yet to end.
  package var retired: [Int: String] = [:]

  /// When each tick is.
  package var timeline: Timeline
  /// The touches by which layers still move, in order of time.
  package var touches: [TouchDescription] = []
  /// The completed handovers, in order.
  package var handovers: [HandoverRecord] = []

  init(step: Double) { timeline = Timeline(step: step) }
}

extension SimulationCheckpoint {
  /// Makes a checkpoint of a space, to be completed by values that were read.
  package init(of space: Checkpoint) {
    self.init(space: space, progress: SimulationProgress(step: space.timeStep))
  }

  /// Throws unless a simulation of the scenario can have reached this state.
  func check(against scenario: Scenario) throws(CheckpointError) {
    let (timeline, descriptions) = (progress.timeline, progress.descriptions)
    let step = timeline.firstTick == 0 ? scenario.world.step : timeline.step
    guard space.timeStep == step, timeline.step == step, timeline.firstTick <= tick else {
      throw CheckpointError(
        "the checkpoint's step is \(space.timeStep.plain) s, where that of the run is \(step.plain) s"
      )
    }
    guard space.bodyCount == descriptions.count else {
      throw CheckpointError(
        "the checkpoint has \(space.bodyCount) bodies, and \(descriptions.count) descriptions of them"
      )
    }
    let least = max(descriptions.count, scenario.bodies.count)
    guard (least..<1 << 62).contains(progress.nextTag) else {
      throw CheckpointError("the checkpoint's next number of a body is \(progress.nextTag)")
    }
    let counts = progress.limitedTicks.values + [progress.quarantineCount]
    if let wrong = counts.first(where: { !(0..<1 << 62).contains($0) }) {
      throw CheckpointError("the checkpoint counts \(wrong) ticks or bodies")
    }
    guard Set(descriptions.map(\.id)).count == descriptions.count else {
      throw CheckpointError("two bodies of the checkpoint have one id")
    }
  }
}

/// A checkpoint of another scenario.
public struct CheckpointError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mismatch.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The state of a simulation in reusable memory: for resets, search and undo.
///
/// ```swift
/// let start = try simulation.snapshot()
/// for _ in 0..<120 { try simulation.advance() }
/// try simulation.restore(start)           // the same 120 ticks follow, to the bit
/// ```
///
/// A snapshot belongs to one simulation, with the bodies that it has now. For other simulations, take a
/// ``SimulationCheckpoint``; for files, a run writes a journal.
public final class SimulationSnapshot {
  fileprivate let space = Snapshot()
  fileprivate var state: State?

  fileprivate struct State {
    let progress: SimulationProgress
    let tilt: Tilt
    let source: any TiltSource
    let animators: Animators
    let nextTouch: Int
  }

  /// The numbers that animations set before each step.
  fileprivate var numbers: [Vector] = []

  /// Makes an empty snapshot.
  public init() {}

  /// The tick of the state, 0 for an empty snapshot.
  public var tick: Int { space.tick }
}

extension Simulation {
  /// Takes a snapshot in memory of its own. See ``snapshot(into:)``.
  ///
  /// - Returns: The snapshot.
  /// - Throws: What ``snapshot(into:)`` throws.
  /// - Complexity: O(*bodies* + *contacts*).
  public func snapshot() throws -> SimulationSnapshot {
    let snapshot = SimulationSnapshot()
    try self.snapshot(into: snapshot)
    return snapshot
  }

  /// Writes the state at ``tick`` into a snapshot, replacing its contents. The simulation does not change.
  ///
  /// - Parameter snapshot: The memory to reuse.
  /// - Throws: `PhysicsError` for a world with the engine `chipmunk`; ``RequestError`` from within a tick.
  /// - Complexity: O(*bodies* + *contacts*).
  public func snapshot(into snapshot: SimulationSnapshot) throws {
    try requireIdle()
    try space.snapshot(into: snapshot.space)
    animators.writeNumbers(into: &snapshot.numbers)
    snapshot.state = SimulationSnapshot.State(
      progress: progress,
      tilt: tilt,
      source: tiltSource,
      animators: animators,
      nextTouch: nextTouch
    )
  }

  /// Returns whether the simulation can return to a snapshot's state: see ``restore(_:)``.
  package func fits(_ snapshot: SimulationSnapshot) -> Bool { space.fits(snapshot.space) }

  /// Returns to a snapshot's state: the same ticks with the same requests give the same ``digest``.
  ///
  /// The ``events`` become empty. A journal does not record it: to rewind a ``Run``, replay its journal.
  ///
  /// - Parameter snapshot: A snapshot of this simulation.
  /// - Throws: `PhysicsError` for a snapshot of another simulation, or from before a body was added, removed, handed
  ///   over or diverged, a constraint broke, or the step changed; ``RequestError`` from within a tick. Nothing has
  ///   changed then.
  /// - Complexity: O(*bodies* + *contacts*).
  public func restore(_ snapshot: SimulationSnapshot) throws {
    try requireIdle()
    try space.restore(snapshot.space)
    guard let state = snapshot.state else { preconditionFailure("an empty snapshot fits no space") }
    animators = state.animators
    if !snapshot.numbers.isEmpty {
      try animators.setNumbers(snapshot.numbers)
      // Setting the numbers wakes bodies, and moves some.
      try space.restore(snapshot.space)
    }
    (progress, tilt, nextTouch) = (state.progress, state.tilt, state.nextTouch)
    tiltSource = state.source
    forgetStepEvents()
    space.readStates(into: &states)
  }
}
