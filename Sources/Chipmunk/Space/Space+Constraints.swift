internal import CChipmunk

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
    try checkRemovable(constraint)
    take(constraint)
  }

  func checkRemovable(_ constraint: Constraint) throws(PhysicsError) {
    guard constraint.space !== self else { return }
    throw PhysicsError(
      .notInSpace,
      "the constraint is not in this space",
      "remove it from its own space, if it has one"
    )
  }

  func checkAddable(
    _ constraint: Constraint,
    where isMember: (Body) -> Bool
  ) throws(PhysicsError) {
    guard constraint.space == nil else {
      throw .alreadyIn(constraint.space, "the constraint", self)
    }
    if let leaving = constraint.attachedSpace, leaving !== self {
      throw PhysicsError(
        .stillLeaving,
        "the constraint leaves another space when that one's step ends",
        "add it after that"
      )
    }
    guard isMember(constraint.bodyA), isMember(constraint.bodyB) else {
      throw PhysicsError(
        .notInSpace,
        "the \(isMember(constraint.bodyA) ? "second" : "first") body of the constraint is not in "
          + "this space",
        "add the body first"
      )
    }
    try constraint.requireSolvable()
    if let rejected = constraint.rejectedAssignments {
      constraint.rejectedAssignments = nil
      throw rejected.error
    }
  }

  func insert(_ constraint: Constraint) {
    constraint.space = self
    constraints.append(constraint)
    if constraint.breakLimit < .infinity { mayBreak = true }
    constraint.checkAgainAfterStep()
    whenUnlocked { $0.attach(constraint) }
  }

  func take(_ constraint: Constraint) { take([constraint]) }

  /// Removes several at once: one by one, each removal would search the whole list.
  func take(_ leaving: [Constraint]) {
    guard !leaving.isEmpty else { return }
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
    generation += 1
    constraint.storedImpulse = .zero
    unsafe cpSpaceAddConstraint(raw, constraint.raw)
  }

  func detach(_ constraint: Constraint) {
    guard constraint.space !== self, unsafe constraint.raw.pointee.space == raw else { return }
    generation += 1
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
