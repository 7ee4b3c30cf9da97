internal import Chipmunk

// Changes of the time step during a run.
extension Simulation {
  /// Goes on as a loop's schedule has it from ``tick`` on: with steps of its length.
  ///
  /// Throws what ``apply(_:)`` throws.
  package func adapt(to schedule: FrameSchedule) throws {
    if schedule.step != timeline.step { try apply(.timeStep(schedule.step)) }
  }

  /// What changing the step does, once everything for it is made.
  ///
  /// The C library carries impulses over from step to step in proportion to their lengths, so that a longer step after a
  /// shorter one would add energy to every contact. The change goes through a checkpoint, in which they are scaled.
  func effect(ofStep step: Double) throws(RequestError) -> () throws -> Void {
    guard tick > 0 else {
      throw RequestError("no step can change before the first tick; set the scenario's world.step")
    }
    do {
      try Quantity.timeStep.check(step)
      let next = try Space(restoring: space.checkpoint(), timeStep: step)
      for (body, description) in zip(next.bodies, descriptions) {
        try body.setSpeedLimit(scenario.speedLimit(of: description, step: step))
        try body.slowDown()
      }
      let parts = try WorldBuilder.parts(of: scenario, in: next)
      return {
        try self.move(to: next, parts, self.timeline.changing(to: step, at: self.tick))
      }
    } catch {
      throw RequestError("\(error)")
    }
  }
}

extension Body {
  /// Before the first of the longer steps, for in it the body moves by the velocity that it has.
  fileprivate func slowDown() throws(PhysicsError) {
    guard let limit = speedLimit, velocity.length > limit else { return }
    try setVelocity(velocity * (limit / velocity.length))
  }
}
