package import Chipmunk

// Reading the numbers of a body's state.
extension Scenario.Expectation.Measure {
  /// Reads the number from a state; nil for an energy, which also needs a mass.
  package var reading: (@Sendable (BodyState) -> Double)? {
    switch self {
    case .x: { $0.position.x }
    case .y: { $0.position.y }
    case .vx: { $0.velocity.x }
    case .vy: { $0.velocity.y }
    case .speed: { $0.velocity.length }
    case .angle: { $0.angle }
    case .angularVelocity: { $0.angularVelocity }
    case .kineticEnergy, .energy: nil
    }
  }

  /// The number of a body in a state, given the gravity in force, in units/s².
  package func value(of state: BodyState, _ inertia: Inertia, gravity: Vector) -> Double {
    if let reading { return reading(state) }
    let motion = inertia.kineticEnergy(of: state)
    return self == .energy ? motion - inertia.mass * gravity.dot(state.position) : motion
  }

  /// The number of the body at an index in a simulation's list, at its tick.
  package func value(of index: Int, in simulation: Simulation) -> Double {
    value(
      of: simulation.states[index],
      Inertia(of: simulation.bodies[index]),
      gravity: simulation.gravity
    )
  }
}

/// A body's mass and moment; zero if the body is not dynamic, since it has no energy then.
package struct Inertia {
  let mass: Double
  let moment: Double

  init(of body: Body) {
    (mass, moment) = body.type == .dynamic ? (body.mass, body.moment) : (0, 0)
  }

  /// Throws `PhysicsError` if the shapes have no moment.
  package init(_ body: BodyDescription) throws {
    guard let mass = body.totalMass else {
      (mass, moment) = (0, 0)
      return
    }
    self.mass = mass
    moment = try body.moment ?? body.computedMoment(mass)
  }

  /// ½·m·v² + ½·I·ω², in kg·units²/s².
  func kineticEnergy(of state: BodyState) -> Double {
    let turning = moment.isFinite ? moment * state.angularVelocity * state.angularVelocity : 0
    return (mass * state.velocity.dot(state.velocity) + turning) / 2
  }
}
