internal import CChipmunk
internal import ChipmunkEngine

/// The state of a space in reusable memory: for rollback, search and undo.
///
/// ```swift
/// let snapshot = try space.snapshot()
/// for _ in 0..<8 { try space.step() }     // predict
/// try space.restore(snapshot)             // another tilt has arrived: step again with it
/// ```
///
/// Bodies, shapes, constraints and handlers keep their identity. A snapshot belongs to one space, with the bodies,
/// shapes and constraints that it has now. For files, and for other spaces, take a ``Checkpoint``.
@safe
public final class Snapshot {
  fileprivate var memory = unsafe ceSnapshot()
  /// The space's link.
  fileprivate var link: SpaceLink?
  fileprivate var generation = 0
  /// The stored impulses of constraints, and the angles of ratchets.
  fileprivate var constraints: [Vector] = []
  fileprivate var pendingEvents: [ContactEvent] = []

  fileprivate var wakingGravity = Vector.zero
  fileprivate var speedLimit: Double?
  fileprivate var gravityDeadBand = 0.0

  /// Makes an empty snapshot.
  public init() {}

  deinit { unsafe ceSnapshotFree(&memory) }

  /// The number of steps taken by the space; 0 for an empty snapshot.
  public fileprivate(set) var tick = 0

  /// The size of the state in bytes, 0 for an empty snapshot.
  public var byteCount: Int { unsafe memory.size + MemoryLayout<Vector>.stride * constraints.count }
}

extension Space {
  /// Takes a snapshot in newly allocated memory. See ``snapshot(into:)``.
  ///
  /// - Returns: The snapshot.
  /// - Throws: The errors of ``snapshot(into:)``.
  /// - Complexity: O(*bodies* + *contacts*).
  public func snapshot() throws(PhysicsError) -> Snapshot {
    let snapshot = Snapshot()
    try self.snapshot(into: snapshot)
    return snapshot
  }

  /// Writes the space's state into a snapshot, replacing its contents. The space does not change.
  ///
  /// Allocates nothing if the snapshot has held as much before. A snapshot holds what steps change (positions,
  /// velocities, forces, contacts, sleeping groups, impulses of constraints) and the space's own settings, such as
  /// gravity. It does not hold what only calls change: geometries, masses, surfaces, filters, closures, parameters of
  /// constraints.
  ///
  /// - Parameter snapshot: The memory to reuse.
  /// - Throws: ``PhysicsError/Code/stepping`` from within a step; ``PhysicsError/Code/wrongSnapshot`` for a space
  ///   with ``Engine/chipmunk``.
  /// - Complexity: O(*bodies* + *contacts*).
  public func snapshot(into snapshot: Snapshot) throws(PhysicsError) {
    try checkSnapshots()
    snapshot.link = link
    snapshot.generation = generation
    snapshot.tick = tick
    snapshot.wakingGravity = wakingGravity
    snapshot.speedLimit = speedBound
    snapshot.gravityDeadBand = deadBand
    snapshot.constraints.removeAll(keepingCapacity: true)
    for constraint in constraints { snapshot.constraints.append(constraint.snapshotState) }
    if !(pendingEvents.isEmpty && snapshot.pendingEvents.isEmpty) {
      snapshot.pendingEvents = pendingEvents
    }
    unsafe ceSnapshotWrite(&snapshot.memory, raw)
  }

  /// Returns whether the space still has the bodies, shapes and constraints of a snapshot, and so can return to it.
  package func fits(_ snapshot: Snapshot) -> Bool {
    snapshot.link === link && snapshot.generation == generation
  }

  /// Returns the space to a snapshot's state. It continues from there with the same bits.
  ///
  /// The lists of the last step, such as ``contactEvents``, become empty. Allocates nothing once warm, except for
  /// the contacts of sleeping bodies.
  ///
  /// - Parameter snapshot: A snapshot of this space.
  /// - Throws: ``PhysicsError/Code/stepping`` from within a step; ``PhysicsError/Code/wrongSnapshot`` for a snapshot of
  ///   another space, or if bodies, shapes or constraints were added or removed, a constraint broke, or the type or the
  ///   centre of gravity of a body has changed since. Nothing has changed then.
  /// - Complexity: O(*bodies* + *contacts*).
  public func restore(_ snapshot: Snapshot) throws(PhysicsError) {
    try checkSnapshots()
    guard fits(snapshot) else {
      throw PhysicsError(
        .wrongSnapshot,
        snapshot.link === link
          ? "bodies, types, centres of gravity, shapes or constraints changed since the snapshot"
          : "the snapshot is not of this space",
        "take a new one, or restore a checkpoint as a new space"
      )
    }
    // If the snapshot has the same places for them, nothing else would update their shapes.
    for body in movedBodies { for shape in body.shapes { unsafe ceShapeUpdate(shape.raw) } }
    forgetMovedBodies()
    tick = snapshot.tick
    wakingGravity = snapshot.wakingGravity
    speedBound = snapshot.speedLimit
    deadBand = snapshot.gravityDeadBand
    unsafe ceSnapshotRead(&snapshot.memory, raw)
    for (constraint, state) in zip(constraints, snapshot.constraints) {
      constraint.snapshotState = state
    }
    // These release objects whose deinitializers may change the space.
    if !(pendingEvents.isEmpty && snapshot.pendingEvents.isEmpty) {
      pendingEvents = snapshot.pendingEvents
    }
    if hasStepEvents { forgetStepEvents() }
  }

  private func checkSnapshots() throws(PhysicsError) {
    guard !isStepping else {
      throw PhysicsError(.stepping, "a step runs", "use snapshots after it has ended")
    }
    guard engine == .tiltbox else {
      throw PhysicsError(
        .wrongSnapshot,
        "the space has Chipmunk's tree, whose order depends on its past",
        "make the space with engine: .tiltbox, or take checkpoints"
      )
    }
  }
}

extension Constraint {
  /// The stored impulse; for a ratchet, whose impulse is one number, also its angle.
  fileprivate var snapshotState: Vector {
    get {
      guard let ratchet = self as? RatchetJoint else { return storedImpulse }
      return Vector(storedImpulse.x, ratchet.angle)
    }
    set {
      storedImpulse = newValue
      if let ratchet = self as? RatchetJoint { unsafe ratchet.joint.pointee.angle = newValue.y }
    }
  }
}
