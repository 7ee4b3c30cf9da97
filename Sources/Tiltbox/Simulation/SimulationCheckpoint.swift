package import Chipmunk

/// The complete state of a simulation at a tick, apart from its scenario: made by ``Simulation/checkpoint()``, and
/// turned into a simulation again by ``Simulation/init(_:restoring:)``.
///
/// Taking one changes nothing, except with the broad phase `tree`: see `Space.checkpoint()`.
public struct SimulationCheckpoint: Hashable, Sendable {
  /// The state of the space.
  package var space: Checkpoint
  /// The descriptions of the bodies, in order.
  package var descriptions: [BodyDescription]
  /// The latest given tilt, in g.
  package var tilt: Tilt
  /// The fingerprint of the trajectory.
  package var digest: Digest
  /// The number of ticks in which the speed limit acted on each body, for those affected.
  package var limitedTicks: [String: Int]
  /// The first bodies that diverged.
  package var quarantined: [Event]
  /// The number of diverged bodies.
  package var quarantineCount: Int
  /// The tag of the next body; those of removed bodies are not reused.
  package var nextTag: Int
  /// The bodies removed since the step, by tag: their contacts have yet to end.
  package var retired: [Int: String]

  /// When each tick is.
  package var timeline: Timeline
  /// The touches by which layers still move, in order of time.
  package var touches: [TouchDescription]
  /// The completed handovers, in order.
  package var handovers: [HandoverRecord]

  /// Makes a checkpoint from values that were read.
  package init(
    space: Checkpoint,
    descriptions: [BodyDescription],
    tilt: Tilt,
    digest: Digest,
    limitedTicks: [String: Int],
    quarantined: [Event] = [],
    quarantineCount: Int = 0,
    nextTag: Int,
    retired: [Int: String],
    timeline: Timeline,
    touches: [TouchDescription] = [],
    handovers: [HandoverRecord] = []
  ) {
    self.space = space
    self.descriptions = descriptions
    self.tilt = tilt
    self.digest = digest
    self.limitedTicks = limitedTicks
    self.quarantined = quarantined
    self.quarantineCount = quarantineCount
    self.nextTag = nextTag
    self.retired = retired
    self.timeline = timeline
    self.touches = touches
    self.handovers = handovers
  }

  /// The tick.
  public var tick: Int { space.tick }
}

extension SimulationCheckpoint {
  /// Throws unless a simulation of the scenario can have reached this state.
  func check(against scenario: Scenario) throws(CheckpointError) {
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
    guard (descriptions.count..<1 << 62).contains(nextTag) else {
      throw CheckpointError("the checkpoint's next number of a body is \(nextTag)")
    }
    let counts = limitedTicks.values + [quarantineCount]
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
