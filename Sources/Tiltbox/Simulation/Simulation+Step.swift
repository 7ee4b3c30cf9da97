internal import Chipmunk

// Changes of the time step during a run.
extension Simulation {
  /// Continues with the steps of a loop's schedule from ``tick`` on.
  ///
  /// Throws the errors of ``apply(_:)``.
  package func adapt(to schedule: FrameSchedule) throws {
    if schedule.step != timeline.step { try apply(.timeStep(schedule.step)) }
  }

  /// Prepares a change of the step, and returns its effect.
  ///
  /// The C library scales impulses from step to step in proportion to their lengths, so that a longer step after a
  /// shorter one would add energy to every contact. The change goes through a checkpoint, which scales them correctly.
  func effect(ofStep step: Double) throws(RequestError) -> () throws -> Void {
    guard tick > 0 else {
      throw RequestError("no step can change before the first tick; set the scenario's world.step")
    }
    do {
      try ParameterRange.timeStep.check(step)
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
  /// Called before the first of the longer steps, in which the body still moves by its current velocity.
  fileprivate func slowDown() throws(PhysicsError) {
    guard let limit = speedLimit, velocity.length > limit else { return }
    try setVelocity(velocity * (limit / velocity.length))
  }
}
