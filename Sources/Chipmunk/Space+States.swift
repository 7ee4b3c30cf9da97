internal import CChipmunk

// All bodies at once.
extension Space {
  /// Writes the states of all ``bodies``, in their order, over an array's first elements.
  ///
  /// Nothing is allocated when the array has as many elements as there are bodies; it grows when it has
  /// fewer, and keeps what it has beyond. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState]) {
    if states.count < bodies.count {
      states.append(contentsOf: repeatElement(BodyState(), count: bodies.count - states.count))
    }
    var span = states.mutableSpan
    var index = 0
    for body in bodies {
      span[index] = unsafe BodyState(body.raw)
      index += 1
    }
  }

  /// The states of all ``bodies``, in their order. Complexity: O(*bodies*).
  public var states: [BodyState] { bodies.map(\.state) }

  /// Puts all ``bodies`` into states, in their order: all of them, or none where one is refused. A body
  /// whose state is the same already is left alone, asleep or not. During a step it happens at its end.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, for a wrong number of states too, or
  /// ``PhysicsError/Code/wrongBodyType`` for a velocity of a static body. Complexity: O(*bodies*).
  public func writeStates(_ states: [BodyState]) throws(PhysicsError) {
    try Quantity("number of states", "", Double(bodies.count)...Double(bodies.count))
      .check(Double(states.count))
    for (body, state) in zip(bodies, states) { try body.check(state) }
    if isLocked {
      let bodies = bodies
      deferred.append { _ in for (body, state) in zip(bodies, states) { body.take(state) } }
    } else {
      for (body, state) in zip(bodies, states) { body.take(state) }
    }
  }
}

extension Body {
  /// Puts the body into a state, as ``Space/writeStates(_:)`` does with all of them. Nothing is allocated
  /// for a kinematic body between two steps.
  ///
  /// Throws ``PhysicsError/Code/outOfRange``, or ``PhysicsError/Code/wrongBodyType`` for a velocity of a
  /// static body.
  public func setState(_ state: BodyState) throws(PhysicsError) {
    try check(state)
    guard attachedSpace?.isLocked == true else { return take(state) }
    changeWhenUnlocked { $0.take(state) }
  }

  fileprivate func check(_ state: BodyState) throws(PhysicsError) {
    try Quantity.position.check(state.position)
    try Quantity.angle.check(state.angle)
    try Quantity.velocity.check(state.velocity)
    try Quantity.angularVelocity.check(state.angularVelocity)
    if type == .static, state.velocity != .zero || state.angularVelocity != 0 {
      try require(.dynamic, "a velocity")
    }
  }

  fileprivate func take(_ state: BodyState) {
    let known = self.state
    guard state != known else { return }
    wakeSleepers()
    unsafe cpBodyActivate(raw)
    if currentType != .static {
      unsafe cpBodySetVelocity(raw, state.velocity.c)
      unsafe cpBodySetAngularVelocity(raw, state.angularVelocity)
    }
    guard state.position != known.position || state.angle != known.angle else { return }
    // The body turns about its centre of gravity, so its position comes last.
    unsafe cpBodySetAngle(raw, state.angle)
    unsafe cpBodySetPosition(raw, state.position.c)
    shapesHaveMoved()
  }
}
