internal import CChipmunk
internal import ChipmunkEngine

// Setting the states of bodies, all at once or one by one.
extension Space {
  /// Sets the states of all ``bodies``, in their order: all of them, or none if one is invalid. A
  /// body that has its state already is not touched and does not wake. During a step it takes
  /// effect at the end of the step.
  ///
  /// Allocates nothing between steps. Replaces `cpBodySetPosition`, `cpBodySetAngle`,
  /// `cpBodySetVelocity` and `cpBodySetAngularVelocity`.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, also for a wrong number of states;
  /// ``PhysicsError/Code/wrongBodyType`` for a velocity of a static body. Complexity: O(*bodies*).
  public func writeStates(_ states: [BodyState]) throws(PhysicsError) {
    try ParameterRange("number of states", "", Double(bodies.count)...Double(bodies.count))
      .check(Double(states.count))
    let bounds = StateBounds()
    for index in bodies.indices { try check(states[index], at: index, bounds) }
    if isLocked {
      let bodies = bodies
      putOff { space in
        space.withTrees { for (body, state) in zip(bodies, states) { body.take(state) } }
      }
    } else {
      unsafe ceSpaceNoteMotion(raw)
      withTrees { for index in bodies.indices { put(states[index], at: index) } }
    }
  }

  /// Sets the states of the bodies with the given ids: all of them, or none if one is invalid. If
  /// an id occurs twice, its last state holds. Otherwise as ``writeStates(_:)``.
  ///
  /// - Parameters:
  ///   - states: the states.
  ///   - ids: the bodies' ids, in the same order: see ``Body/id``.
  /// - Throws: ``PhysicsError/Code/outOfRange``, for another number of ids than of states too;
  ///   ``PhysicsError/Code/notInSpace`` for an id that no body has;
  ///   ``PhysicsError/Code/wrongBodyType`` for a velocity of a static body.
  /// - Complexity: O(*states*) for ids in the order of adding without gaps; O(*states* · log *bodies*).
  public func writeStates(_ states: [BodyState], ids: [UInt]) throws(PhysicsError) {
    try ParameterRange("number of states", "", Double(ids.count)...Double(ids.count))
      .check(Double(states.count))
    let bounds = StateBounds()
    var next = 0
    for (id, state) in zip(ids, states) {
      guard let place = place(of: id, guess: next) else {
        throw PhysicsError(
          .notInSpace,
          "no body in this space has the id \(id)",
          "give ids as readStates(into:ids:) does, of bodies that are still there"
        )
      }
      try check(state, at: place, bounds)
      next = place + 1
    }
    if isLocked {
      let bodies = ids.compactMap { body(id: $0) }
      putOff { space in
        space.withTrees { for (body, state) in zip(bodies, states) { body.take(state) } }
      }
      return
    }
    unsafe ceSpaceNoteMotion(raw)
    withTrees {
      var next = 0
      for (id, state) in zip(ids, states) {
        guard let place = place(of: id, guess: next) else { continue }
        put(state, at: place)
        next = place + 1
      }
    }
  }

  // These functions run for thousands of bodies and do not retain them: that would cost more than all the rest.

  @inline(__always)
  private func check(
    _ state: BodyState,
    at place: Int,
    _ bounds: StateBounds
  ) throws(PhysicsError) {
    let isFree = unsafe !bodies[place].raw.isStatic && bodies[place].comingType == nil
    if isFree && bounds.contain(state) { return }
    try bodies[place].check(state)
  }

  @inline(__always)
  private func put(_ state: BodyState, at place: Int) {
    let raw = unsafe bodies[place].raw
    if unsafe raw.isStatic { return bodies[place].take(state) }
    if unsafe raw.take(state), !bodies[place].hasMoved { noteMoved(bodies[place]) }
  }
}

/// The bounds for checking thousands of states: reading them from the quantities for each state would cost more than
/// writing it.
private struct StateBounds {
  private let position = ParameterRange.position.range
  private let angle = ParameterRange.angle.range
  private let velocity = ParameterRange.velocity.range
  private let angularVelocity = ParameterRange.angularVelocity.range

  @inline(__always)
  func contain(_ state: BodyState) -> Bool {
    position.contains(state.position.x) && position.contains(state.position.y)
      && angle.contains(state.angle)
      && velocity.contains(state.velocity.x) && velocity.contains(state.velocity.y)
      && angularVelocity.contains(state.angularVelocity)
  }
}

extension Body {
  /// Sets the state of the body, as ``Space/writeStates(_:)`` does for all bodies. Allocates
  /// nothing for a kinematic body between two steps.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/wrongBodyType`` for a velocity of a
  /// static body.
  public func setState(_ state: BodyState) throws(PhysicsError) {
    try check(state)
    guard let space = attachedSpace else { return take(state) }
    guard space.isLocked else { return space.withTrees { take(state) } }
    changeWhenUnlocked { $0.take(state) }
  }

  fileprivate func check(_ state: BodyState) throws(PhysicsError) {
    try ParameterRange.position.check(state.position)
    try ParameterRange.angle.check(state.angle)
    try ParameterRange.velocity.check(state.velocity)
    try ParameterRange.angularVelocity.check(state.angularVelocity)
    if type == .static, state.velocity != .zero || state.angularVelocity != 0 {
      try require(.dynamic, "a velocity")
    }
  }

  fileprivate func take(_ state: BodyState) {
    if unsafe raw.isStatic, state != self.state { wakeSleepers() }
    noteMotion()
    if unsafe raw.take(state) { shapesHaveMoved() }
  }
}

extension UnsafeMutablePointer<cpBody> {
  /// The test in `cpBodyGetType`.
  fileprivate var isStatic: Bool { unsafe pointee.sleeping.idleTime == .infinity }

  /// Wakes the body and sets its state, unless it has that state; returns whether its shapes have moved.
  ///
  /// It writes the fields directly: each of the four setters would wake the body again.
  fileprivate func take(_ state: BodyState) -> Bool {
    let known = unsafe BodyState(self)
    guard state != known else { return false }
    unsafe cpBodyActivate(self)
    if unsafe !isStatic {
      unsafe pointee.v = state.velocity.c
      unsafe pointee.w = state.angularVelocity
    }
    guard state.position != known.position || state.angle != known.angle else { return false }
    unsafe ceBodyWritePose(self, state.position.c, state.angle)
    return true
  }
}
