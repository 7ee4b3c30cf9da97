internal import Chipmunk

/// The state of a simulation in reusable memory: for resets, search and undo.
///
/// ```swift
/// let start = try simulation.snapshot()
/// for _ in 0..<120 { try simulation.advance() }
/// try simulation.restore(start)           // the same 120 ticks follow, to the bit
/// ```
///
/// A snapshot belongs to one simulation, with the bodies that it has now. For files and for other simulations, take a
/// ``SimulationCheckpoint``.
public final class SimulationSnapshot {
  fileprivate let space = Snapshot()
  fileprivate var state: State?

  fileprivate struct State {
    let digest: Digest
    let tilt: Tilt
    let heldTilt: Tilt
    let source: any TiltSource
    let animators: Animators
    let touches: [TouchDescription]
    let nextTouch: Int
    let limitedTicks: [String: Int]
    let retired: [Int: String]
  }

  /// The numbers that animations set before each step.
  fileprivate var vectors: [Vector] = []
  fileprivate var numbers: [Double] = []

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
  /// - Throws: `PhysicsError` for a world with the broad phase `tree`; ``RequestError`` from within a tick.
  /// - Complexity: O(*bodies* + *contacts*).
  public func snapshot(into snapshot: SimulationSnapshot) throws {
    try requireIdle()
    try space.snapshot(into: snapshot.space)
    animators.writeNumbers(into: &snapshot.vectors, &snapshot.numbers)
    snapshot.state = SimulationSnapshot.State(
      digest: digest,
      tilt: tilt,
      heldTilt: heldTilt,
      source: tiltSource,
      animators: animators,
      touches: touches,
      nextTouch: nextTouch,
      limitedTicks: limitedTicks,
      retired: retired
    )
  }

  /// Returns to a snapshot's state: the same ticks with the same requests give the same ``digest``.
  ///
  /// The ``events`` become empty. A journal does not record it: to rewind a ``Run``, replay its journal.
  ///
  /// - Parameter snapshot: A snapshot of this simulation.
  /// - Throws: `PhysicsError` for a snapshot of another simulation, or from before a body was added, removed, handed
  ///   over or diverged, or the step changed; ``RequestError`` from within a tick. Nothing has changed then.
  /// - Complexity: O(*bodies* + *contacts*).
  public func restore(_ snapshot: SimulationSnapshot) throws {
    try requireIdle()
    try space.restore(snapshot.space)
    guard let state = snapshot.state else { preconditionFailure("an empty snapshot fits no space") }
    animators = state.animators
    if !(snapshot.vectors.isEmpty && snapshot.numbers.isEmpty) {
      try animators.setNumbers(snapshot.vectors, snapshot.numbers)
      // Setting the numbers wakes bodies, and moves some.
      try space.restore(snapshot.space)
    }
    (digest, tilt, heldTilt) = (state.digest, state.tilt, state.heldTilt)
    tiltSource = state.source
    (touches, nextTouch) = (state.touches, state.nextTouch)
    (limitedTicks, retired) = (state.limitedTicks, state.retired)
    forgetNews()
    space.readStates(into: &states)
  }
}
