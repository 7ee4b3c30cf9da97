internal import CChipmunk
internal import ChipmunkEngine

// A space's bodies.
extension Space {
  /// Adds a body with all its shapes. During a step it takes effect at the end of the step. Wraps
  /// `cpSpaceAddBody` and `cpSpaceAddShape`.
  ///
  /// Throws ``PhysicsError/Code/alreadyInSpace``; ``PhysicsError/Code/stillLeaving`` if the body
  /// was removed from another space during a step that still runs; ``PhysicsError/Code/noMass`` for
  /// a body made by ``Body/dynamic()`` if none of its shapes has a mass;
  /// ``PhysicsError/Code/stackTooSmall`` if there are more shapes than the thread's stack can hold,
  /// about 65,000 in 8 MiB; ``PhysicsError/Code/kept`` for the space of a simulation; the error of
  /// a rejected assignment. Complexity: O(*shapes* · log *shapes in the space*).
  public func add(_ body: Body) throws(PhysicsError) {
    try checkAddable(body)
    try checkStack(adding: body.shapes.count)
    insert(body)
  }

  func requireUnmanaged(_ problem: String) throws(PhysicsError) {
    guard let managementRemedy else { return }
    throw PhysicsError(.kept, problem, managementRemedy)
  }

  func checkAddable(_ body: Body) throws(PhysicsError) {
    try requireUnmanaged("the bodies of the space are those of what it belongs to")
    try requireFree("the body", of: body.space, body.attachedSpace)
    try RejectedAssignments.throwAll(&body.ownRejectedAssignments)
    guard !body.isMassFromShapes || body.type != .dynamic || body.massOfShapes().mass > 0 else {
      throw .noMass
    }
  }

  func insert(_ body: Body) {
    generation += 1
    body.space = self
    body.id = nextBody
    nextBody += 1
    bodies.append(body)
    shapeCount += body.shapes.count
    whenUnlocked { $0.attach(body) }
  }

  /// Removes a body with all its shapes and constraints. During a step it takes effect at the end
  /// of the step. Wraps `cpSpaceRemoveConstraint`, `cpSpaceRemoveShape` and `cpSpaceRemoveBody`.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``; ``PhysicsError/Code/ground`` for the space's ground;
  /// ``PhysicsError/Code/kept`` for the space of a simulation.
  /// Complexity: O(*bodies* + *shapes* · *contacts* + *its constraints* · *all constraints*).
  public func remove(_ body: Body) throws(PhysicsError) {
    try checkRemovable(body)
    take(body)
  }

  func checkRemovable(_ body: Body) throws(PhysicsError) {
    guard body !== ground else {
      throw PhysicsError(
        .ground,
        "the ground body belongs to its space",
        "remove its shapes instead"
      )
    }
    try requireUnmanaged("the bodies of the space are those of what it belongs to")
    try requireMember("the body", of: body.space)
  }

  func take(_ body: Body) {
    generation += 1
    take(body.constraints.filter { $0.space === self })
    bodies.removeAll { $0 === body }
    shapeCount -= body.shapes.count
    body.space = nil
    whenUnlocked { $0.detach(body) }
  }
}

// The C lists follow the Swift ones at once, or at the end of a step.
extension Space {
  func attach(_ body: Body) {
    guard body.space === self else { return }
    // A body that a callback removed and added again has never left, but its shapes may differ.
    if unsafe body.raw.pointee.space == nil {
      unsafe cpSpaceAddBody(raw, body.raw)
      if engine == .tiltbox { body.setTransform() }
      if body.speedBound != nil { mayLimitBodies = true }
      body.forgetExtents()
    }
    for shape in body.shapes { attach(shape, of: body) }
    // At the end of a step, work may have added a constraint of a body that waited behind it.
    for constraint in body.constraints { attach(constraint) }
  }

  func attach(_ shape: Shape, of body: Body) {
    guard shape.body === body else { return }
    guard unsafe body.raw.pointee.space == raw, unsafe shape.raw.pointee.space == nil else {
      return
    }
    generation += 1
    unsafe ceSpaceAddShape(raw, shape.raw)
    shape.id = unsafe UInt(shape.raw.pointee.hashid)
    body.forgetExtents()
    if body.currentType == .static { unsafe wakeSleepers(at: shape.raw) }
  }

  func detach(_ body: Body) {
    guard body.space !== self, unsafe body.raw.pointee.space == raw else { return }
    forgetMoved(body)
    body.noteMotion()
    unsafe cpBodyActivate(body.raw)
    // The C list instead of `shapes`: it includes shapes removed during the step.
    while let shape = unsafe body.raw.pointee.shapeList { unsafe cpSpaceRemoveShape(raw, shape) }
    unsafe cpSpaceRemoveBody(raw, body.raw)
  }

  func detach(_ shape: Shape, of body: Body) {
    guard unsafe shape.raw.pointee.space == raw else { return }
    generation += 1
    unsafe cpSpaceRemoveShape(raw, shape.raw)
    body.forgetExtents()
  }
}

extension Body {
  /// Detaches the body from a freed space. The body was awake at that time.
  func forgetSpace() {
    hasMoved = false
    unsafe raw.pointee.space = nil
    unsafe raw.pointee.shapeList = nil
    unsafe raw.pointee.arbiterList = nil
    unsafe raw.pointee.constraintList = nil
    for shape in shapes {
      unsafe shape.raw.pointee.space = nil
      unsafe shape.raw.pointee.next = nil
      unsafe shape.raw.pointee.prev = nil
      unsafe shape.raw.pointee.hashid = 0
    }
  }
}

extension Space {
  /// Throws unless a body or constraint that is to be added is in no space, or leaves this one.
  private func requireFree(
    _ subject: String,
    of space: Space?,
    _ attached: Space?
  ) throws(PhysicsError) {
    guard space == nil else {
      throw space === self
        ? PhysicsError(.alreadyInSpace, "\(subject) is in this space already", "add it once")
        : PhysicsError(.alreadyInSpace, "\(subject) is in another space", "remove it there first")
    }
    guard let attached, attached !== self else { return }
    throw PhysicsError(
      .stillLeaving,
      "\(subject) leaves another space when that one's step ends",
      "add it after that"
    )
  }

  func requireMember(_ subject: String, of space: Space?) throws(PhysicsError) {
    guard space !== self else { return }
    throw PhysicsError(
      .notInSpace,
      "\(subject) is not in this space",
      "remove it from its own space, if it has one"
    )
  }
}

// A space's constraints.
extension Space {
  /// Adds a constraint and wakes its bodies. During a step it takes effect at the end of the step.
  /// Wraps `cpSpaceAddConstraint`.
  ///
  /// - Parameter constraint: a constraint between two bodies of this space, or a body and its ``ground``.
  /// - Throws: ``PhysicsError/Code/alreadyInSpace``; ``PhysicsError/Code/stillLeaving`` if it was
  ///   removed from another space during a step that still runs; ``PhysicsError/Code/notInSpace``
  ///   unless both bodies are in this space; ``PhysicsError/Code/unsolvable`` if no force can
  ///   satisfy it, for example because neither body is dynamic; the error of a rejected assignment.
  public func add(_ constraint: Constraint) throws(PhysicsError) {
    try checkAddable(constraint) { $0.space === self }
    insert(constraint)
  }

  /// Removes a constraint and wakes its bodies. During a step it takes effect at the end of the
  /// step. Wraps `cpSpaceRemoveConstraint`.
  ///
  /// Throws ``PhysicsError/Code/notInSpace``. Complexity: O(*constraints*).
  public func remove(_ constraint: Constraint) throws(PhysicsError) {
    try requireMember("the constraint", of: constraint.space)
    take([constraint])
  }

  func checkAddable(_ constraint: Constraint, where isMember: (Body) -> Bool) throws(PhysicsError) {
    try requireFree("the constraint", of: constraint.space, constraint.attachedSpace)
    guard isMember(constraint.bodyA), isMember(constraint.bodyB) else {
      throw PhysicsError(
        .notInSpace,
        "the \(isMember(constraint.bodyA) ? "second" : "first") body of the constraint is not in "
          + "this space",
        "add the body first"
      )
    }
    try constraint.requireSolvable()
    try RejectedAssignments.throwAll(&constraint.ownRejectedAssignments)
  }

  func insert(_ constraint: Constraint) {
    generation += 1
    constraint.space = self
    constraints.append(constraint)
    if constraint.breakLimit < .infinity { mayBreak = true }
    constraint.checkAgainAfterStep()
    whenUnlocked { $0.attach(constraint) }
  }

  /// Removes all at once: one by one, each removal would search the whole list.
  func take(_ leaving: [Constraint]) {
    guard !leaving.isEmpty else { return }
    generation += 1
    let ids = Set(leaving.map(ObjectIdentifier.init))
    constraints.removeAll { ids.contains(ObjectIdentifier($0)) }
    for constraint in leaving {
      constraint.space = nil
      whenUnlocked { $0.detach(constraint) }
    }
  }

  /// Checks all constraints, after changes that were deferred to the end of a step.
  func checkConstraints() throws(PhysicsError) {
    for constraint in constraints { try constraint.requireSolvable() }
    mustCheckConstraints = false
  }
}

// The C lists follow the Swift ones at once, or at the end of a step.
extension Space {
  func attach(_ constraint: Constraint) {
    guard constraint.space === self, unsafe constraint.raw.pointee.space == nil else { return }
    guard unsafe constraint.bodyA.raw.pointee.space == raw,
      unsafe constraint.bodyB.raw.pointee.space == raw
    else { return }
    constraint.storedImpulse = .zero
    unsafe ceSpaceAddConstraint(raw, constraint.raw)
  }

  func detach(_ constraint: Constraint) {
    guard constraint.space !== self, unsafe constraint.raw.pointee.space == raw else { return }
    // The C function searches each body's list by recursion; the head of the list needs none.
    constraint.bodyA.bringToFront(constraint)
    constraint.bodyB.bringToFront(constraint)
    unsafe cpSpaceRemoveConstraint(raw, constraint.raw)
  }
}

extension Body {
  fileprivate func bringToFront(_ constraint: Constraint) {
    let target = unsafe constraint.raw
    guard let first = unsafe raw.pointee.constraintList, unsafe first != target else { return }
    var node = unsafe first
    while let next = unsafe node.pointee[after: raw], unsafe next != target { unsafe node = next }
    unsafe node.pointee[after: raw] = target.pointee[after: raw]
    unsafe target.pointee[after: raw] = first
    unsafe raw.pointee.constraintList = target
  }
}

extension cpConstraint {
  /// The next constraint in a body's list.
  fileprivate subscript(after body: UnsafeMutablePointer<cpBody>) -> UnsafeMutablePointer<
    cpConstraint
  >? {
    get { unsafe a == body ? next_a : next_b }
    set { if unsafe a == body { unsafe next_a = newValue } else { unsafe next_b = newValue } }
  }
}

extension Constraint {
  /// Detaches the constraint from a freed space.
  func forgetSpace() {
    unsafe raw.pointee.space = nil
    unsafe raw.pointee.next_a = nil
    unsafe raw.pointee.next_b = nil
  }
}

// Work that is not possible during a step waits, in order, for its end.
extension Space {
  /// Runs work when the space is unlocked: at once between steps; inside a callback at the end of
  /// the step, in the order of the calls, together with the changes that callbacks made.
  ///
  /// ```swift
  /// try space.afterStep { space in try space.add(spark()) }
  /// ```
  ///
  /// All pending work runs, even if some of it throws. Inside the work, changes take effect at
  /// once, and ``step()`` still throws. Replaces `cpSpaceAddPostStepCallback`.
  ///
  /// - Parameter work: what to do with the space.
  /// - Throws: what the work throws, if it runs at once; otherwise ``step()`` throws it.
  public func afterStep(_ work: @escaping (Space) throws -> Void) throws {
    if isLocked { putOff(work) } else { try work(self) }
  }

  func whenUnlocked(_ work: @escaping (Space) -> Void) {
    if isLocked {
      putOff { space in space.withTrees { work(space) } }
    } else {
      withTrees { work(self) }
    }
  }

  /// Defers work to the end of the step.
  func putOff(_ work: @escaping (Space) throws -> Void) {
    deferred.append(work)
    hasDeferredWork = true
  }

  func runDeferred() {
    // A body moved by a callback may have fallen asleep since, at its old place.
    for body in movedBodies where body.isSleeping { body.wake() }
    while !deferred.isEmpty {
      let work = deferred
      deferred = []
      for item in work { keepError { try item(self) } }
    }
  }
}
