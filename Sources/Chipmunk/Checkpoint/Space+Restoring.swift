internal import CChipmunk

// Creating a space from a checkpoint.
extension Space {
  /// Makes a space from a checkpoint. See ``Checkpoint``.
  ///
  /// Bodies, their shapes and constraints have their original order and tags. Add handlers again before the first step,
  /// and set the closures that bodies and constraints had; otherwise ``step()`` throws
  /// ``PhysicsError/Code/closureMissing`` and names one.
  ///
  /// - Parameter checkpoint: the state of the new space.
  /// - Throws: for a checkpoint written by hand, the errors of the calls that build a space, such as
  ///   ``PhysicsError/Code/unsolvable`` for a constraint.
  /// - Complexity: O(*shapes* · log *shapes* + *contacts*).
  public convenience init(restoring checkpoint: Checkpoint) throws(PhysicsError) {
    try self.init(timeStep: checkpoint.timeStep, engine: checkpoint.engine)
    try checkpoint.settings.apply(to: self)
    try checkpoint.ground.furnish(ground)
    var made: [Body] = []
    for record in checkpoint.bodies { made.append(try record.makeBody()) }
    var joints: [Constraint] = []
    for record in checkpoint.constraints {
      func body(_ index: Int) -> Body { index < 0 ? ground : made[index] }
      joints.append(try record.makeConstraint(body(record.a), body(record.b)))
    }
    checkpoint.ground.setMotion(of: ground)
    for (body, record) in zip(made, checkpoint.bodies) {
      // Set before the body is added; otherwise, all shapes would be indexed in one place.
      record.setMotion(of: body)
      try add(body)
    }
    for joint in joints { try add(joint) }
    for (body, record) in zip(made + [ground], checkpoint.bodies + [checkpoint.ground]) {
      for (shape, record) in zip(body.shapes, record.shapes) {
        shape.id = record.id
        unsafe shape.raw.pointee.hashid = cpHashValue(record.id)
      }
    }
    for (body, id) in zip(bodies, checkpoint.bodyIDs) { body.id = UInt(id) }
    nextBody = max((bodies.last?.id ?? 0) + 1, checkpoint.nextBody)
    resume(from: checkpoint)
    try restoreEndings(checkpoint)
    awaitFunctions(checkpoint)
  }

  private func restoreEndings(_ checkpoint: Checkpoint) throws(PhysicsError) {
    var departed: [Shape] = []
    for record in checkpoint.departed {
      let body = record.mass == nil ? Body.static() : Body.dynamic()
      let shape = try record.add(to: body)
      try body.removeShape(shape)
      shape.id = record.id
      departed.append(shape)
    }
    var shapes: [UInt: Shape] = [:]
    for body in bodies + [ground] { for shape in body.shapes { shapes[shape.id] = shape } }
    for ending in checkpoint.endings {
      func shape(_ place: Int) -> Shape? {
        place < 0 ? departed[-1 - place] : shapes[UInt(place)]
      }
      guard let a = shape(ending.a), let b = shape(ending.b) else { continue }
      pendingEvents.append(ending.makeEvent(a, b))
    }
  }

  private func awaitFunctions(_ checkpoint: Checkpoint) {
    hasDeferredWork = true
    for (index, record) in checkpoint.bodies.enumerated() {
      for function in record.functions {
        awaitedFunctions.append(AwaitedFunction(function, of: bodies[index], index))
      }
    }
    for (index, record) in checkpoint.constraints.enumerated() {
      for function in record.functions {
        awaitedFunctions.append(AwaitedFunction(function, of: constraints[index], index))
      }
    }
  }
}
