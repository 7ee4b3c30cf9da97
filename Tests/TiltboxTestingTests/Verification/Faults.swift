import Chipmunk
import Tiltbox
import TiltboxVerification

/// A fault in the physics that a suite of known answers must detect.
enum Fault: String, CaseIterable {
  case gravityOnePercentOff = "gravity 1 % off"
  case frictionTwoPercentOff = "friction 2 % off"
  case oneStepInAThousandLost = "a step lost every thousand"
  case velocityBeforePosition = "position and velocity swapped in order"
  case elasticitySquared = "elasticity squared"
}

extension VerificationSettings {
  /// Returns settings whose system has a fault, or the same system without a fault.
  static func with(
    _ fault: Fault?,
    engine: Engine = .tiltbox,
    steps: [Double] = [1.0 / 60]
  ) -> Self {
    VerificationSettings(steps: steps, engine: engine) { scenario, tilt in
      var scenario = scenario
      switch fault {
      case .gravityOnePercentOff: scenario.world.gravity *= 1.01
      case .frictionTwoPercentOff: scenario.changeSurfaces { $0.friction *= 0.98.squareRoot() }
      case .elasticitySquared: scenario.changeSurfaces { $0.elasticity *= $0.elasticity }
      case .oneStepInAThousandLost, .velocityBeforePosition, nil: break
      }
      return FaultySystem(try Simulation(scenario, tilt: tilt), fault)
    }
  }
}

extension Scenario {
  fileprivate mutating func changeSurfaces(_ change: (inout Surface) -> Void) {
    for body in bodies.indices {
      for shape in bodies[body].shapes.indices { change(&bodies[body].shapes[shape].surface) }
    }
  }
}

/// A simulation that misbehaves.
private final class FaultySystem: MeasuredSystem {
  private let simulation: Simulation
  private let fault: Fault?
  private var calls = 0
  /// The difference between the true velocities and the reported ones.
  private var lead = Vector.zero

  init(_ simulation: Simulation, _ fault: Fault?) {
    self.simulation = simulation
    self.fault = fault
  }

  var bodies: [Body] { simulation.bodies }
  var events: [Event] { simulation.events }

  var states: [BodyState] {
    zip(simulation.states, bodies).map { state, body in
      var state = state
      if body.type == .dynamic { state.velocity = state.velocity - lead }
      return state
    }
  }

  func advance() throws {
    calls += 1
    if fault == .oneStepInAThousandLost, calls.isMultiple(of: 1000) { return }
    if fault == .velocityBeforePosition { try accelerateFirst() }
    try simulation.advance()
  }

  /// A body that is ahead by the step's acceleration moves, in flight, as if it were accelerated first.
  private func accelerateFirst() throws {
    let next = simulation.gravity * simulation.scenario.world.step
    for body in bodies where body.type == .dynamic {
      try body.set(\.velocity, to: body.velocity + next - lead)
    }
    lead = next
  }
}
