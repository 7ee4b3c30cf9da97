// The one way to change a space's step without adding energy to it.
extension Checkpoint {
  /// The same moment for steps of another length.
  ///
  /// What the solver starts from is a force times the step, so it grows and shrinks with it. Contacts that
  /// have begun with the last step have had a blow instead, which must not be dealt again, and longer. What
  /// moves bodies out of overlaps moves them as far as it would have.
  ///
  /// A velocity stands for the middle of the step to come: `cpSpaceStep` moves a body by it before it adds
  /// gravity. In free flight it is therefore taken there, and the body stays on its parabola.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  func adapted(to timeStep: Double) throws(PhysicsError) -> Checkpoint {
    try Quantity.timeStep.check(timeStep)
    let ratio = timeStep / self.timeStep
    var adapted = self
    adapted.timeStep = timeStep
    adapted.contacts = contacts.map { $0.scaled(by: ratio) }
    adapted.sleepingContacts = sleepingContacts.map { $0.scaled(by: ratio) }
    adapted.otherContacts = otherContacts.map { $0.scaled(by: 0) }
    for index in constraints.indices {
      adapted.constraints[index].impulse = constraints[index].impulse * ratio
    }
    let held = heldBodies
    for index in bodies.indices {
      adapted.bodies[index].correction = bodies[index].correction * (1 / ratio)
      adapted.bodies[index].angularCorrection /= ratio
      guard bodies[index].type == .dynamic, !held.contains(index) else { continue }
      let kick = settings.gravity * ((timeStep - self.timeStep) / 2)
      adapted.bodies[index].velocity = bodies[index].velocity + kick
    }
    return adapted
  }

  /// The bodies that something else than gravity acts on.
  private var heldBodies: Set<Int> {
    var held = Set(asleep.joined())
    for constraint in constraints { held.formUnion([constraint.a, constraint.b]) }
    let touching = Set(contacts.flatMap { [$0.a, $0.b] })
    for (index, body) in bodies.enumerated()
    where body.functions.contains(.velocity)
      || body.shapes.contains(where: { touching.contains($0.id) })
    {
      held.insert(index)
    }
    return held
  }
}

extension ContactRecord {
  fileprivate func scaled(by factor: Double) -> ContactRecord {
    var scaled = self
    for index in points.indices {
      scaled.points[index].impulse = state == .first ? .zero : points[index].impulse * factor
    }
    return scaled
  }
}

extension Space {
  /// Makes the space that a checkpoint was taken of, for steps of another length from then on. It has
  /// another future, and no more energy.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, and what ``init(restoring:)`` throws.
  package convenience init(
    restoring checkpoint: Checkpoint,
    timeStep: Double
  ) throws(PhysicsError) {
    try self.init(restoring: checkpoint.adapted(to: timeStep))
  }
}
