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
    guard body.space == nil else {
      throw .alreadyIn(body.space, "the body", self)
    }
    if let rejected = body.rejectedAssignments {
      body.rejectedAssignments = nil
      throw rejected.error
    }
    if let leaving = body.attachedSpace, leaving !== self {
      throw PhysicsError(
        .stillLeaving,
        "the body leaves another space when that one's step ends",
        "add it after that"
      )
    }
    guard !body.isMassFromShapes || body.type != .dynamic || body.massOfShapes().mass > 0 else {
      throw .noMass
    }
  }

  func insert(_ body: Body) {
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
  /// ``PhysicsError/Code/kept`` for the space of a simulation; the error of a rejected assignment.
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
    guard body.space === self else {
      throw PhysicsError(
        .notInSpace,
        "the body is not in this space",
        "remove it from its own space, if it has one"
      )
    }
  }

  func take(_ body: Body) {
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
      generation += 1
      unsafe cpSpaceAddBody(raw, body.raw)
      unsafe ceBodyUpdateRotation(body.raw)
      if body.speedBound != nil { mayLimitBodies = true }
      unsafe ceSpaceNoteMotion(raw)
    }
    for shape in body.shapes { attach(shape, of: body) }
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
    generation += 1
    forgetMoved(body)
    body.noteMotion()
    unsafe cpBodyActivate(body.raw)
    // The C list instead of `shapes`: it includes shapes removed during the step.
    while let shape = unsafe body.raw.pointee.shapeList {
      unsafe cpSpaceRemoveShape(raw, shape)
    }
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

extension PhysicsError {
  /// The error for adding something that is already in a space: this one, or another.
  static func alreadyIn(_ space: Space?, _ subject: String, _ wanted: Space) -> PhysicsError {
    space === wanted
      ? PhysicsError(.alreadyInSpace, "\(subject) is in this space already", "add it once")
      : PhysicsError(.alreadyInSpace, "\(subject) is in another space", "remove it there first")
  }
}
