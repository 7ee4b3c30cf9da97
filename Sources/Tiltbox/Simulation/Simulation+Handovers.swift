internal import Chipmunk

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
      try body.setType(.kinematic)
    }
  }

  /// Performs the handovers whose time or contact has come.
  func takeHandovers() throws {
    let now = time + timeline.step * 1e-6
    for (place, handover) in pendingHandovers {
      if let when = handover.time, when <= now { try handOver(place, handover) }
      if let other = handover.contact, hasNews,
        events.contains(where: {
          $0.kind == .begin && $0.isBetween(handover.body, other)
        })
      {
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
    let done = Set(handoversDone.map(\.place))
    return scenario.handovers.enumerated().filter { place, handover in
      !done.contains(place) && known.insert(handover.body).inserted
    }.map { ($0.offset, $0.element) }
  }

  private func handOver(_ place: Int, _ handover: HandoverDescription) throws {
    guard let index = self.place(of: handover.body) else { return }
    let body = bodies[index]
    var state = body.state
    if handover.to == nil {
      if let velocity = animators.velocity(of: handover.body, at: time) {
        (state.velocity, state.angularVelocity) = velocity
      }
      let mass = descriptions[index].totalMass ?? 0
      let moment = try descriptions[index].moment ?? descriptions[index].computedMoment(mass)
      try body.setType(.dynamic, mass: mass, moment: moment)
      try body.setState(state)
    } else {
      try body.setType(.kinematic)
      try body.setState(state)
    }
    let record = HandoverRecord(place: place, time: time, state: state)
    handoversDone.append(record)
    try animators.follow(handover, from: record)
  }

  /// Continues with the handovers of a checkpoint.
  func resume(_ records: [HandoverRecord]) throws {
    handoversDone = records
    for record in records where scenario.handovers.indices.contains(record.place) {
      try animators.follow(scenario.handovers[record.place], from: record)
    }
  }
}

extension Event {
  /// Whether the event is between a body and another one, or a wall.
  fileprivate func isBetween(_ body: String, _ other: String) -> Bool {
    func isOther(_ id: String) -> Bool {
      id == other || (other == "walls" && id.hasPrefix("walls."))
    }
    return (a == body && isOther(b)) || (b == body && isOther(a))
  }
}
