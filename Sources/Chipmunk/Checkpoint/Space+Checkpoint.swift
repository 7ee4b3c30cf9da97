internal import CChipmunk

// Taking a checkpoint.
extension Space {
  /// The complete state of this space, as a value. See ``Checkpoint``.
  ///
  /// With ``Engine/tiltbox`` it changes nothing. With ``Engine/chipmunk`` the tree is rebuilt, as it is in a restored
  /// space, and contacts may be found in another order from then on: to compare runs, take checkpoints in both at the
  /// same ticks.
  ///
  /// - Returns: the checkpoint.
  /// - Throws: ``PhysicsError/Code/stepping`` from within a step; ``PhysicsError/Code/closureMissing`` for a restored
  ///   space that waits for a closure; ``PhysicsError/Code/unsolvable`` for a constraint that prevents the next step;
  ///   ``PhysicsError/Code/diverged`` while a number is out of all bounds; ``PhysicsError/Code/outOfRange`` after 2⁵³
  ///   steps, shapes or bodies; ``PhysicsError/Code/stackTooSmall`` as ``step()``; the error of a rejected assignment,
  ///   as ``step()``. Nothing has changed then.
  /// - Complexity: O(*shapes* · log *shapes* + *contacts* · log *contacts*).
  public func checkpoint() throws(PhysicsError) -> Checkpoint {
    guard !isStepping else {
      throw PhysicsError(.stepping, "a step runs", "take the checkpoint after it has ended")
    }
    try throwRejectedAssignments()
    try checkStack()
    try checkAwaitedFunctions()
    if mustCheckConstraints { try checkConstraints() }
    let checkpoint = capture()
    // Only a space that was restored with counts this high can reach the limit.
    guard max(UInt(tick), checkpoint.nextShape, nextBody) <= Checkpoint.greatestCount else {
      throw PhysicsError(
        .outOfRange,
        "there have been more than 2⁵³ steps, shapes or bodies",
        "build the scene in a new space"
      )
    }
    do throws(PhysicsError) {
      _ = try checkpoint.json("")
    } catch {
      throw PhysicsError(
        code: .diverged,
        subject: error.subject,
        value: error.value,
        unit: error.unit,
        remedy: "remove the body, or set it anew, and take the checkpoint then"
      )
    }
    if engine == .chipmunk { resume(from: checkpoint) }
    return checkpoint
  }

  private func capture() -> Checkpoint {
    var checkpoint = Checkpoint()
    (checkpoint.tick, checkpoint.timeStep) = (tick, timeStep)
    checkpoint.engine = engine
    checkpoint.settings = SettingsRecord(of: self)
    checkpoint.nextShape = unsafe UInt(raw.pointee.shapeIDCounter)
    let ids = bodies.map { Int($0.id) }
    if ids != Array(1..<bodies.count + 1) { checkpoint.bodyIDs = ids }
    if nextBody != bodies.count + 1 { checkpoint.nextBody = nextBody }
    checkpoint.ground = BodyRecord(of: ground)
    checkpoint.bodies = bodies.map(BodyRecord.init(of:))
    captureOrder(&checkpoint)
    captureContacts(&checkpoint)
    captureEndings(&checkpoint)
    return checkpoint
  }

  private func captureOrder(_ checkpoint: inout Checkpoint) {
    var places: [ObjectIdentifier: Int] = [ObjectIdentifier(ground): -1]
    for (index, body) in bodies.enumerated() { places[ObjectIdentifier(body)] = index }
    func place(_ body: Body) -> Int { places[ObjectIdentifier(body)] ?? -1 }
    unsafe forEach(in: raw.pointee.dynamicBodies) {
      unsafe checkpoint.awake.append(place(.owner(of: $0)))
    }
    unsafe forEach(in: raw.pointee.sleepingComponents) {
      unsafe checkpoint.asleep.append(Body.owner(of: $0).sleepingGroup.map(place))
    }
    var order: [ObjectIdentifier: Int] = [:]
    for (index, constraint) in constraints.enumerated() {
      order[ObjectIdentifier(constraint)] = index
      let (a, b) = (place(constraint.bodyA), place(constraint.bodyB))
      checkpoint.constraints.append(ConstraintRecord(of: constraint, a, b))
    }
    unsafe forEach(in: raw.pointee.constraints) {
      if let index = unsafe order[ObjectIdentifier(Constraint.owner(of: $0))] {
        checkpoint.acting.append(index)
      }
    }
  }

  private func captureEndings(_ checkpoint: inout Checkpoint) {
    var departed: [ObjectIdentifier: Int] = [:]
    func place(_ shape: Shape) -> Int {
      if unsafe shape.raw.pointee.space == raw { return Int(shape.id) }
      if let place = departed[ObjectIdentifier(shape)] { return place }
      checkpoint.departed.append(ShapeRecord(of: shape))
      departed[ObjectIdentifier(shape)] = -checkpoint.departed.count
      return -checkpoint.departed.count
    }
    for event in pendingEvents {
      let (a, b) = (place(event.a), place(event.b))
      checkpoint.endings.append(EndingRecord(of: event, a, b))
    }
  }
}
