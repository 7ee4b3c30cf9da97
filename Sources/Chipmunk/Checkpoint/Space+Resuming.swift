internal import CChipmunk
internal import ChipmunkEngine

// The part that a running space and a restored one share. Everything that the next step reads comes from the
// checkpoint, or is rebuilt; so state that a checkpoint lacks is equal in both.
extension Space {
  /// Sets the state of a space that has a checkpoint's bodies, shapes and constraints in the same order.
  func resume(from checkpoint: Checkpoint) {
    tick = checkpoint.tick
    unsafe raw.pointee.stamp = cpTimestamp(truncatingIfNeeded: tick)
    unsafe raw.pointee.curr_dt = tick == 0 ? 0 : timeStep
    unsafe raw.pointee.shapeIDCounter = cpHashValue(checkpoint.nextShape)
    dropContacts()
    checkpoint.ground.setMotion(of: ground)
    for (body, record) in zip(bodies, checkpoint.bodies) { record.setMotion(of: body) }
    resumeBodies(checkpoint)
    resumeConstraints(checkpoint)
    forgetMovedBodies()
    renewIndexes()
    resumeContacts(checkpoint)
  }

  private func resumeBodies(_ checkpoint: Checkpoint) {
    for body in bodies {
      unsafe body.raw.pointee.sleeping.root = nil
      unsafe body.raw.pointee.sleeping.next = nil
    }
    unsafe raw.pointee.dynamicBodies.pointee.num = 0
    for index in checkpoint.awake {
      unsafe cpArrayPush(raw.pointee.dynamicBodies, bodies[index].raw)
    }
    unsafe raw.pointee.sleepingComponents.pointee.num = 0
    for group in checkpoint.asleep {
      let root = unsafe bodies[group[0]].raw
      unsafe cpArrayPush(raw.pointee.sleepingComponents, root)
      for (member, next) in zip(group, group.dropFirst().map(Optional.some) + [nil]) {
        unsafe bodies[member].raw.pointee.sleeping.root = root
        unsafe bodies[member].raw.pointee.sleeping.next = next.map { unsafe bodies[$0].raw }
      }
    }
  }

  private func resumeConstraints(_ checkpoint: Checkpoint) {
    unsafe raw.pointee.constraints.pointee.num = 0
    for index in checkpoint.acting {
      unsafe cpArrayPush(raw.pointee.constraints, constraints[index].raw)
    }
    for body in bodies + [ground] { unsafe body.raw.pointee.constraintList = nil }
    for (constraint, record) in zip(constraints, checkpoint.constraints) {
      constraint.storedImpulse = record.impulse
      let (joint, a, b) = unsafe (constraint.raw, constraint.bodyA.raw, constraint.bodyB.raw)
      unsafe joint.pointee.next_a = a.pointee.constraintList
      unsafe a.pointee.constraintList = joint
      unsafe joint.pointee.next_b = b.pointee.constraintList
      unsafe b.pointee.constraintList = joint
    }
  }

  /// Rebuilds the indexes of shapes from the current places, in the order of ids: standing shapes first, then moving
  /// ones.
  private func renewIndexes() {
    unsafe ceSpaceRenewIndexes(raw)
    let shapes = (bodies + [ground]).flatMap(\.shapes).sorted { $0.id < $1.id }
    for shape in shapes { unsafe ceShapeUpdate(shape.raw) }
    for stands in [true, false] {
      for shape in shapes {
        guard let body = unsafe shape.raw.pointee.body else { continue }
        let isStanding =
          unsafe cpBodyGetType(body) == CP_BODY_TYPE_STATIC
          || cpBodyIsSleeping(body) != 0
        guard isStanding == stands else { continue }
        let index = unsafe stands ? raw.pointee.staticShapes : raw.pointee.dynamicShapes
        unsafe cpSpatialIndexInsert(index, shape.raw, shape.raw.pointee.hashid)
      }
    }
  }
}
