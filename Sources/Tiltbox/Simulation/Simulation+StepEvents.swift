internal import Chipmunk

// The results of a step. Events are named on demand: most runs of a sweep never read them.
extension Simulation {
  /// What happened with the step to ``tick``, contacts that began first, then by the bodies' order; then bodies that
  /// diverged, and constraints that broke.
  ///
  /// Complexity: O(1); O(*events* log *events*) when first asked for at a tick.
  public var events: [Event] {
    if hasUnnamedEvents { nameEvents() }
    return namedEvents
  }

  func forgetStepEvents() {
    namedEvents.removeAll(keepingCapacity: true)
    limitedBodies.removeAll(keepingCapacity: true)
    (hasStepEvents, hasUnnamedEvents, divergence) = (false, false, nil)
  }

  /// Call this after a step.
  func takeStepEvents() {
    hasStepEvents = true
    hasUnnamedEvents = !space.contactEvents.isEmpty
    for body in space.limitedBodies {
      guard let name = name(ofTag: body.tag), !animators.moves(body) else { continue }
      limitedBodies.append(name)
      progress.limitedTicks[name, default: 0] += 1
    }
    guard !progress.retired.isEmpty else { return }
    nameEvents()
    progress.retired.removeAll()
  }

  /// Names the remaining events, while the tags of their bodies still mean what they meant at the step.
  func nameEvents() {
    guard hasUnnamedEvents else { return }
    hasUnnamedEvents = false
    eventNames.follow(bodyListChanges, bodies, descriptions)
    let (tick, names, contacts) = (tick, eventNames, space.contactEvents)
    let span = contacts.span
    let continued = continuedPairs(contacts)
    for index in span.indices where !continued.contains(ShapePair(span[index])) {
      let (a, b) = (span[index].a.tag, span[index].b.tag)
      let (low, high) = (min(a, b), max(a, b))
      namedEvents.append(
        Event(
          kind: span[index].kind == .begin ? .begin : .separate,
          tick: tick,
          a: names[low] ?? otherName(ofTag: low) ?? "",
          b: names[high] ?? otherName(ofTag: high) ?? "",
          point: span[index].hasPoint ? span[index].point : nil,
          impulse: span[index].impulse.length
        )
      )
    }
  }

  /// The shapes whose contact ended in a handover, as all contacts of its body do, and began again in the next step: for
  /// the user, it continues.
  private func continuedPairs(_ contacts: [ContactEvent]) -> Set<ShapePair> {
    let before = timeline.time(of: tick - 1)
    guard progress.handovers.contains(where: { $0.time == before }) else { return [] }
    func pairs(_ kind: ContactEvent.Kind) -> Set<ShapePair> {
      Set(contacts.lazy.filter { $0.kind == kind }.map(ShapePair.init))
    }
    return pairs(.separate).intersection(pairs(.begin))
  }

  /// Two shapes, in either order.
  private struct ShapePair: Hashable {
    let low, high: UInt

    init(_ event: ContactEvent) {
      low = min(event.a.id, event.b.id)
      high = max(event.a.id, event.b.id)
    }
  }

  /// Adds an event for each constraint that broke in the step.
  func noteBreaks() {
    nameEvents()
    (hasStepEvents, bodyListChanges) = (true, bodyListChanges + 1)
    for constraint in space.brokenConstraints {
      let (id, point) = (scenario.constraints[constraint.tag].id, constraint.place)
      let impulse = abs(constraint.lastImpulse)
      let force = impulse / timeline.step
      let event = Event(breakOf: id, tick: tick, point: point, impulse: impulse, force: force)
      namedEvents.append(event)
    }
  }

  /// The ids of the constraints that broke, or whose body was removed, in the scenario's order.
  package var brokenConstraints: [String] {
    zip(scenario.constraints, constraints).filter { $1.space == nil }.map(\.0.id)
  }

  private func name(ofTag tag: Int) -> String? {
    eventNames.follow(bodyListChanges, bodies, descriptions)
    return eventNames[tag] ?? otherName(ofTag: tag)
  }

  /// The name of a wall, or of a body that was removed.
  private func otherName(ofTag tag: Int) -> String? {
    WorldBuilder.wallNames[tag] ?? progress.retired[tag]
  }
}

// Bodies that diverge leave the world, and the run continues.
extension Simulation {
  /// The greatest number of diverged bodies in ``quarantined``.
  public static let mostQuarantined = 100

  /// Removes the bodies that diverged in the step, and reports each with its last valid state.
  ///
  /// Divergence depends only on the trajectory, so a replay quarantines the same bodies at the same tick.
  func quarantineDivergedBodies() throws {
    nameEvents()
    hasStepEvents = true
    for body in space.divergedBodies {
      guard let index = bodies.firstIndex(where: { $0 === body }) else { continue }
      let event = Event(quarantineOf: descriptions[index].id, tick: tick, state: states[index])
      namedEvents.append(event)
      progress.quarantineCount += 1
      if quarantined.count < Self.mostQuarantined { progress.quarantined.append(event) }
      try removeBody(at: index, hasDiverged: true)
    }
  }

  /// A removed body, and the simulated time of its removal, in seconds.
  struct Removal {
    let id: String
    let time: Double
    let hasDiverged: Bool
  }

  /// The number of removals stored for answers to requests.
  static let mostRemovals = 100

  /// Removes a body from the world. Its name is still needed: contacts that end with it are reported at the next tick.
  func removeBody(at index: Int, hasDiverged: Bool = false) throws {
    progress.retired[bodies[index].tag] = descriptions[index].id
    animators.forget(descriptions[index].id)
    try withOpenSpace { try $0.remove(bodies[index]) }
    let id = progress.descriptions.remove(at: index).id
    bodies.remove(at: index)
    states.remove(at: index)
    bodyListChanges += 1
    if removals.count == Self.mostRemovals { removals.removeFirst() }
    removals.append(Removal(id: id, time: time, hasDiverged: hasDiverged))
  }
}

/// A completed handover: its index in the scenario, its time, and the state of the body.
package struct HandoverRecord: Hashable, Sendable {
  /// The index in the scenario's list.
  package let place: Int
  /// The time, in seconds.
  package let time: Double
  /// The body's state at that time.
  package let state: BodyState

  /// Makes a record from values that were read.
  package init(place: Int, time: Double, state: BodyState) {
    (self.place, self.time, self.state) = (place, time, state)
  }
}

// Handovers of bodies from animation to physics and back. Positions do not change, and velocities continue.
extension Simulation {
  /// Gives the initially held bodies to their animations.
  func holdBodies() throws {
    let held = Set(scenario.handovers.map(\.body))
    for (body, description) in zip(bodies, scenario.bodies) where held.contains(description.id) {
      try hold(body)
    }
  }

  /// Performs the handovers whose time or contact has come.
  func takeHandovers() throws {
    let now = time + timeline.step * 1e-6
    for (place, handover) in pendingHandovers {
      if let when = handover.time, when <= now { try handOver(place, handover) }
      guard let other = handover.contact, hasStepEvents else { continue }
      let pair = ContactPair(handover.body, other)
      if events.contains(where: { $0.kind == .begin && pair.matches($0) }) {
        try handOver(place, handover)
      }
    }
  }

  /// Performs the handovers that wait for a tap.
  func takeTapHandovers() throws {
    for (place, handover) in pendingHandovers where handover.isTap { try handOver(place, handover) }
  }

  /// The next handover of each existing body.
  var pendingHandovers: [(Int, HandoverDescription)] {
    var known: Set<String> = []
    let done = Set(progress.handovers.map(\.place))
    return scenario.handovers.enumerated().filter { place, handover in
      !done.contains(place) && known.insert(handover.body).inserted
    }.map { ($0.offset, $0.element) }
  }

  /// Makes a body kinematic. Animations move its origin, so it turns about that.
  private func hold(_ body: Body) throws {
    try body.setType(.kinematic)
    try body.set(\.centerOfGravity, to: .zero)
  }

  private func handOver(_ place: Int, _ handover: HandoverDescription) throws {
    // A body that was added later may have the id of one that was removed.
    guard let index = self.place(of: handover.body), bodies[index].tag < scenario.bodies.count
    else { return }
    let body = bodies[index]
    var state = body.state
    let properties = try descriptions[index].massProperties()
    // How much faster the centre of gravity is than the origin, for an angular velocity of 1.
    let ofCenter = body.worldVector(ofLocal: properties.center).perpendicular
    if handover.to == nil {
      if let velocity = animators.velocity(of: handover.body, at: time) {
        (state.velocity, state.angularVelocity) = velocity
      }
      state.velocity = state.velocity + ofCenter * state.angularVelocity
      try body.setType(.dynamic, mass: properties.mass, moment: properties.moment)
      try body.set(\.centerOfGravity, to: properties.center)
    } else {
      state.velocity = state.velocity - ofCenter * state.angularVelocity
      try hold(body)
    }
    try body.setState(state)
    let record = HandoverRecord(place: place, time: time, state: state)
    progress.handovers.append(record)
    try animators.follow(handover, from: record)
  }
}
