internal import CChipmunk
internal import ChipmunkEngine

// Bulk access to body states.
extension Space {
  /// Writes the states of all ``bodies``, in their order, over an array's first elements.
  ///
  /// Allocates nothing if the array has at least as many elements as there are bodies. A shorter
  /// array grows; further elements stay as they are. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState]) {
    states.grow(to: bodies.count, by: BodyState())
    var span = states.mutableSpan
    var index = 0
    for body in bodies {
      span[index] = unsafe BodyState(body.raw)
      index += 1
    }
  }

  /// Writes the states of all ``bodies`` and their ids, in the same order, over the first elements
  /// of two arrays. Use it if bodies are added and removed.
  ///
  /// Allocates nothing if the arrays have at least as many elements as there are bodies. Shorter
  /// arrays grow; further elements stay as they are. Complexity: O(*bodies*).
  public func readStates(into states: inout [BodyState], ids: inout [UInt]) {
    states.grow(to: bodies.count, by: BodyState())
    ids.grow(to: bodies.count, by: 0)
    var stateSpan = states.mutableSpan
    var idSpan = ids.mutableSpan
    var index = 0
    for body in bodies {
      stateSpan[index] = unsafe BodyState(body.raw)
      idSpan[index] = body.id
      index += 1
    }
  }

  /// The states of all ``bodies``, in their order. Complexity: O(*bodies*).
  public var states: [BodyState] { bodies.map(\.state) }

  /// Returns the body with an id, or the ``ground`` for 0; nil if the space has no such body.
  ///
  /// Complexity: O(log *bodies*).
  public func body(id: UInt) -> Body? {
    id == 0 ? ground : place(of: id, guess: 0).map { bodies[$0] }
  }

  /// The index in ``bodies`` of the body with an id; tries a guess first.
  @inline(__always)
  func place(of id: UInt, guess: Int) -> Int? {
    guess < bodies.count && bodies[guess].id == id ? guess : place(of: id)
  }

  /// Ids grow along the list of bodies.
  private func place(of id: UInt) -> Int? {
    let place = bodies.partitioningIndex { $0.id >= id }
    return place < bodies.count && bodies[place].id == id ? place : nil
  }
}

extension Array {
  /// Grows the array to at least `count` elements.
  mutating func grow(to count: Int, by element: Element) {
    guard self.count < count else { return }
    append(contentsOf: repeatElement(element, count: count - self.count))
  }
}

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
    try ParameterRange(whole: "number of states", bodies.count...bodies.count)
      .check(Double(states.count))
    let bounds = StateBounds()
    for index in bodies.indices { try check(states[index], at: index, bounds) }
    if isLocked { return putOff(states, of: bodies) }
    unsafe ceSpaceNoteMotion(raw)
    withTrees { for index in bodies.indices { put(states[index], at: index) } }
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
    try ParameterRange(whole: "number of states", ids.count...ids.count)
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
    if isLocked { return putOff(states, of: ids.compactMap { body(id: $0) }) }
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

  private func putOff(_ states: [BodyState], of bodies: [Body]) {
    putOff { space in
      space.withTrees { for (body, state) in zip(bodies, states) { body.take(state) } }
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

/// The bounds for checking thousands of states: reading them from the parameter ranges for each state would cost more
/// than writing it.
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
      try require(.kinematic, "a velocity")
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

// Velocities ahead of their positions.
extension Space {
  /// Adds a velocity, in units/s, to every awake dynamic body, like part of a step. It wakes no body. A body that
  /// leaves all bounds diverges in the next step.
  ///
  /// Complexity: O(*bodies*).
  package func kick(by velocity: Vector) {
    unsafe ceSpaceNoteMotion(raw)
    // The list has kinematic bodies too.
    unsafe forEach(in: raw.pointee.dynamicBodies) { (body: UnsafeMutablePointer<cpBody>) in
      guard unsafe cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC else { return }
      unsafe body.pointee.v = (Vector(body.pointee.v) + velocity).c
    }
  }
}

extension Body {
  /// Adds a velocity, in units/s, to a dynamic body: see ``Space/kick(by:)``.
  package func kick(by velocity: Vector) {
    guard type == .dynamic else { return }
    noteMotion()
    unsafe raw.pointee.v = (self.velocity + velocity).c
  }
}

// Bodies that were moved by hand since the last step. The next step updates the space's index; an earlier update would
// change the order of contacts, and with it the run. Queries test these bodies one by one instead.
extension Space {
  func noteMoved(_ body: Body) {
    guard !body.hasMoved, unsafe body.raw.pointee.space == raw else { return }
    body.hasMoved = true
    movedBodies.append(body)
    hasDeferredWork = true
  }

  /// Call this when a body leaves: the list must not be the last to hold a body, and another space must find the body
  /// where it was put.
  func forgetMoved(_ body: Body) {
    guard body.hasMoved else { return }
    body.hasMoved = false
    movedBodies.removeAll { $0 === body }
  }

  /// Call this when a step is about to update all shapes.
  func forgetMovedBodies() {
    for body in movedBodies { body.hasMoved = false }
    movedBodies.removeAll(keepingCapacity: true)
  }
}
