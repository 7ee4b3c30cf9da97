// The only way to change a space's time step without adding energy.
extension Checkpoint {
  /// The same moment for steps of another length.
  ///
  /// The solver starts from impulses, which are force times time step, so they scale with the step. Contacts that began
  /// in the last step have had an impact instead, whose impulse must not be applied again, nor scaled. The correction
  /// of penetrations moves bodies as far as before, unless it would be faster than any body may be.
  ///
  /// With ``Engine/chipmunk``, a velocity belongs to the middle of the coming step: `cpSpaceStep` moves a body by it
  /// before it adds gravity. So the velocity of a body in free flight is shifted to the new middle, and the body stays on
  /// its parabola.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``.
  func adapted(to timeStep: Double) throws(PhysicsError) -> Checkpoint {
    try ParameterRange.timeStep.check(timeStep)
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
      let correction = bodies[index].correction * (1 / ratio)
      let angularCorrection = bodies[index].angularCorrection / ratio
      if [correction.x, correction.y].allSatisfy(ParameterRange.stateVelocity.contains),
        ParameterRange.stateAngularVelocity.contains(angularCorrection)
      {
        adapted.bodies[index].correction = correction
        adapted.bodies[index].angularCorrection = angularCorrection
      }
      guard engine == .chipmunk, bodies[index].type == .dynamic, !held.contains(index) else {
        continue
      }
      let kick = settings.gravity * ((timeStep - self.timeStep) / 2)
      adapted.bodies[index].velocity = bodies[index].velocity + kick
    }
    return adapted
  }

  /// The bodies on which more than gravity acts.
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
      // That of a substep, and so never that of an impact.
      scaled.points[index].nextImpulse = points[index].nextImpulse * factor
    }
    scaled.rolling = rolling * factor
    return scaled
  }
}

extension Space {
  /// Makes the space of a checkpoint, with steps of another length from then on. Its trajectory differs, but it gains
  /// no energy.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, and the errors of ``init(restoring:)``.
  package convenience init(
    restoring checkpoint: Checkpoint,
    timeStep: Double
  ) throws(PhysicsError) {
    try self.init(restoring: checkpoint.adapted(to: timeStep))
  }
}
