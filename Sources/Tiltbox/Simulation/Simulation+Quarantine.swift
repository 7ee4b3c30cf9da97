internal import Chipmunk

// Bodies that diverge leave the world, and the run continues.
extension Simulation {
  /// The greatest number of diverged bodies in ``quarantined``.
  public static let mostQuarantined = 100

  /// Removes the bodies that diverged in the step, and reports each with its last valid state.
  ///
  /// Divergence depends only on the trajectory, so a replay quarantines the same bodies at the same tick.
  func quarantineDivergedBodies() throws {
    nameEvents()
    hasNews = true
    for body in space.divergedBodies {
      guard let index = bodies.firstIndex(where: { $0 === body }) else { continue }
      let event = Event(
        quarantineOf: descriptions[index].id,
        tick: tick,
        state: states[index]
      )
      namedEvents.append(event)
      quarantineCount += 1
      if quarantined.count < Self.mostQuarantined { quarantined.append(event) }
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
    retired[bodies[index].tag] = descriptions[index].id
    animators.forget(descriptions[index].id)
    try withOpenSpace { try $0.remove(bodies[index]) }
    let id = descriptions.remove(at: index).id
    bodies.remove(at: index)
    states.remove(at: index)
    bodyListChanges += 1
    if removals.count == Self.mostRemovals { removals.removeFirst() }
    removals.append(Removal(id: id, time: time, hasDiverged: hasDiverged))
  }
}
