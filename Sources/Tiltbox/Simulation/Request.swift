public import Chipmunk

/// A request to a run, from any client.
public enum Request: Hashable, Sendable {
  /// Tilts the device.
  case tilt(Tilt)
  /// Adds a body to the world. A body with an empty id gets one from its kind, such as `ball-1`.
  case add(BodyDescription)
  /// Removes a body from the world.
  case remove(id: String)
  /// Applies an impulse to a dynamic body, in kg·units/s, at a point of the world; at its center of gravity if nil.
  case impulse(id: String, by: Vector, at: Vector? = nil)
  /// Taps on a point of the world, in units: layers that follow move there.
  case tap(Vector)
  /// Continues with steps of another length in seconds. This goes through a checkpoint, so that no energy is added.
  /// Bodies and constraints are different objects afterwards.
  case timeStep(Double)
  /// Stops simulated time, or lets it continue. No trajectory depends on it.
  case pause(Bool)
  /// Sets the number of simulated seconds per real second. No trajectory depends on it.
  case speed(Double)
  /// Advances a paused run by one tick.
  case step
  /// Takes a checkpoint. No trajectory depends on it, except with the engine `chipmunk`.
  case checkpoint
  /// Starts the scenario again.
  case reset
  /// Ends the run.
  case quit
}

/// Why a request was rejected. Nothing has changed.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, with the value and its unit, and the remedy.
  public let description: String

  /// Makes an error from its reason.
  public init(_ description: String) { self.description = description }
}

// A request is fully checked before any part of it takes effect: the returned effect cannot fail.
extension Simulation {
  /// The effect of a checked request.
  enum Effect {
    /// That of a tilt. It needs no closure, which would allocate: there may be a tilt in every tick.
    case turn(TiltChange)
    case work(() throws -> Void)
  }

  func effect(of request: Request) throws(RequestError) -> Effect {
    switch request {
    case .tilt(let tilt): .turn(try effect(of: tilt))
    case .add(let description): .work(try effect(ofAdding: description))
    case .remove(let id): .work(try effect(ofRemoving: id))
    case .impulse(let id, let by, let at): .work(try effect(of: by, on: id, at: at))
    case .tap(let point): .work(try effect(ofTap: point))
    case .timeStep(let step): .work(try effect(ofStep: step))
    case .pause, .speed, .step, .checkpoint, .reset, .quit:
      throw RequestError("only a run has time to control; send the request to one")
    }
  }

  private func effect(of tilt: Tilt) throws(RequestError) -> TiltChange {
    do {
      try Scenario.tilt.check(Vector(tilt.x, tilt.y))
      return try tiltChange(tilt)
    } catch { throw RequestError(error.description) }
  }

  /// A pending tilt change.
  struct TiltChange {
    let held: Tilt
    let shown: Tilt
    let gravity: Vector
  }

  /// The tilt and gravity for a device held like this at this tick.
  func tiltChange(_ held: Tilt) throws(PhysicsError) -> TiltChange {
    let shown = animators.turnGravity ? animators.tilt(at: time, over: held) : held
    let turned = scenario.tilt.orientation.gravity(of: shown, magnitude: scenario.world.gravity)
    let gravity = animators.turnGravity ? animators.gravity(at: time, over: turned) : turned
    try ParameterRange.gravity.check(gravity)
    return TiltChange(held: held, shown: shown, gravity: gravity)
  }

  /// Turns the device, and gravity with it.
  func turn(_ tilt: TiltChange) throws(PhysicsError) {
    progress.tilt = tilt.held
    self.tilt = tilt.shown
    let space = space
    let change = tilt.gravity - space.gravity
    try space.setGravity(tilt.gravity)
    kickBodies(afterChangeOf: change)
  }

  private func effect(
    ofAdding description: BodyDescription
  ) throws(RequestError) -> () throws -> Void {
    if let diagnostic = description.diagnostics(at: "add", scenario.world.engine).first {
      throw RequestError(diagnostic.description)
    }
    if !scenario.constraints.isEmpty, description.id == ConstraintDescription.ground {
      throw RequestError("add.id: \(ConstraintDescription.groundIsKept)")
    }
    if descriptions.contains(where: { $0.id == description.id }) {
      throw RequestError("\"\(description.id)\" names a body already; give another id")
    }
    let limit: Double?
    do {
      try WorldBuilder.check(description)
      try space.checkRoom(forShapes: description.shapeCount)
      limit = try scenario.speedLimit(of: description, step: timeline.step)
      if let limit { try ParameterRange.speedLimit.check(limit) }
    } catch { throw RequestError("\(error)") }
    return {
      let body = try self.withOpenSpace {
        try WorldBuilder.add(description, to: $0, tag: self.progress.nextTag)
      }
      try body.set(\.speedLimit, to: limit)
      self.kick(body)
      self.progress.nextTag += 1
      self.bodyListChanges += 1
      self.progress.descriptions.append(description)
      self.bodies.append(body)
      self.states.append(body.state)
    }
  }

  /// Allows bodies to be added to the space or removed from it; the caller keeps ``bodies`` in line.
  func withOpenSpace<Result>(_ change: (Space) throws -> Result) rethrows -> Result {
    let managementRemedy = space.managementRemedy
    space.managementRemedy = nil
    defer { space.managementRemedy = managementRemedy }
    return try change(space)
  }

  /// The request with an id for an added body that has none.
  func named(_ request: Request) -> Request {
    guard case .add(var body) = request, body.id.isEmpty else { return request }
    var names = FreshNames(taken: descriptions.map(\.id))
    body.id = names.next(of: body.kind)
    return .add(body)
  }

  private func effect(ofRemoving id: String) throws(RequestError) -> () throws -> Void {
    let index = try index(of: id)
    return { try self.removeBody(at: index) }
  }

  private func effect(
    of impulse: Vector,
    on id: String,
    at point: Vector?
  ) throws(RequestError) -> () throws -> Void {
    let body = bodies[try index(of: id)]
    let point = point ?? body.centerOfGravityInWorld
    do { try body.checkImpulse(impulse, at: point) } catch { throw RequestError(error.description) }
    return { try body.attemptImpulse(impulse, at: point) }
  }

  private func effect(ofTap point: Vector) throws(RequestError) -> () throws -> Void {
    do { try ParameterRange.position.check(point) } catch { throw RequestError(error.description) }
    guard scenario.answersTouches else { throw RequestError(Scenario.noAnswer) }
    return { try self.tap(at: point) }
  }

  private func index(of id: String) throws(RequestError) -> Int {
    if let index = place(of: id) { return index }
    let gone = removals.last { $0.id == id }.map { removal in
      "\"\(id)\" \(removal.hasDiverged ? "diverged and " : "")was removed at \(removal.time.plain) s"
    }
    let known =
      descriptions.isEmpty
      ? "there are no bodies now"
      : "the bodies are: \(Suggestion.list(of: descriptions.map(\.id)))"
    throw RequestError("\(gone ?? "no body is called \"\(id)\""); \(known)")
  }
}
