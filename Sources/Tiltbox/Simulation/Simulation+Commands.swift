import Chipmunk

// A command is checked whole before anything of it is done: what comes back cannot fail any more.
extension Simulation {
  /// What a command does once it is accepted. A tilt comes with every tick, and takes no memory for it.
  enum Effect {
    case turn(Turn)
    case change(() throws -> Void)
  }

  func effect(of command: Command) throws(CommandError) -> Effect {
    switch command {
    case .tilt(let tilt): .turn(try checkedTurn(tilt))
    case .add(let description): .change(try effect(ofAdding: description))
    case .remove(let id): .change(try effect(ofRemoving: id))
    case .impulse(let id, let by, let at): .change(try effect(of: by, on: id, at: at))
    case .timeStep(let step): .change(try effect(ofStep: step))
    }
  }

  func perform(_ effect: Effect) throws {
    switch effect {
    case .turn(let turn): try take(turn)
    case .change(let change): try change()
    }
  }

  private func checkedTurn(_ tilt: Tilt) throws(CommandError) -> Turn {
    do {
      try Scenario.tilt.check(tilt.x)
      try Scenario.tilt.check(tilt.y)
    } catch { throw CommandError(error.description) }
    do { return try turn(tilt) } catch { throw CommandError(error.description) }
  }

  /// A device's being held another way.
  struct Turn {
    let held: Tilt
    let shown: Tilt
    let gravity: Vector
  }

  /// What gravity makes of a device that is held so at this tick.
  func turn(_ held: Tilt) throws(PhysicsError) -> Turn {
    let shown = drives.tilt(at: time, over: held)
    let turned = scenario.tilt.orientation.gravity(of: shown, magnitude: scenario.world.gravity)
    let gravity = drives.gravity(at: time, over: turned)
    try Quantity.gravity.check(gravity)
    return Turn(held: held, shown: shown, gravity: gravity)
  }

  func take(_ turn: Turn) throws(PhysicsError) {
    heldTilt = turn.held
    tilt = turn.shown
    let change = turn.gravity - space.gravity
    try space.setGravity(turn.gravity)
    kickBodies(afterChangeOf: change)
  }

  private func effect(
    ofAdding description: BodyDescription
  ) throws(CommandError) -> () throws -> Void {
    if let problem = description.problems(at: "add").first {
      throw CommandError(problem.description)
    }
    if descriptions.contains(where: { $0.id == description.id }) {
      throw CommandError("\"\(description.id)\" names a body already; give another id")
    }
    return {
      let body = try WorldBuilder.add(description, to: self.space, tag: self.nextTag)
      self.kick(body)
      self.nextTag += 1
      self.bodyListChanges += 1
      self.descriptions.append(description)
      self.bodies.append(body)
      self.states.append(body.state)
      try self.space.setSpeedLimit(
        self.scenario.speedLimit(of: self.descriptions, step: self.timeline.step)
      )
    }
  }

  private func effect(ofRemoving id: String) throws(CommandError) -> () throws -> Void {
    let index = try index(of: id)
    return {
      // The name is still needed: the contacts that end with the removal are told at the next tick.
      self.retired[self.bodies[index].tag] = id
      self.drives.forget(id)
      try self.space.remove(self.bodies[index])
      self.descriptions.remove(at: index)
      self.bodies.remove(at: index)
      self.states.remove(at: index)
      self.bodyListChanges += 1
    }
  }

  private func effect(
    of impulse: Vector,
    on id: String,
    at point: Vector?
  ) throws(CommandError) -> () throws -> Void {
    let body = bodies[try index(of: id)]
    let point = point ?? body.centerOfGravityInWorld
    do {
      try body.checkImpulse(impulse, at: point)
    } catch {
      throw CommandError(error.description)
    }
    return { try body.applyImpulse(impulse, at: point) }
  }

  private func index(of id: String) throws(CommandError) -> Int {
    if let index = place(of: id) { return index }
    throw CommandError("no body is called \"\(id)\"; the bodies are \(listOfNames)")
  }

  private var listOfNames: String {
    let ids = descriptions.prefix(8).map(\.id).joined(separator: ", ")
    return descriptions.count > 8 ? ids + ", …" : ids
  }
}
