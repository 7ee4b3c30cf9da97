public import Chipmunk

extension Scenario {
  /// An expectation about a run, which makes a scenario a test. See ``ExpectationMonitor``.
  public struct Expectation: Hashable, Sendable {
    /// The body; nil for every dynamic body of the scenario.
    public var body: String?
    /// The condition.
    public var condition: Condition

    /// Makes an expectation.
    public init(_ body: String? = nil, _ condition: Condition) {
      self.body = body
      self.condition = condition
    }

    /// The conditions of expectations.
    ///
    /// A partner is the id of a body, `walls` for any wall, or one wall, as in `walls.bottom`.
    public enum Condition: Hashable, Sendable {
      /// Without a tolerance the time may be up to two steps late, the delay of the step itself.
      case firstContact(with: String, at: Double? = nil, within: Double? = nil)
      /// A number of the body has its target value.
      case value(Measure, Target, When)
      /// The body has a position, in units, or a velocity, in units/s.
      case vector(VectorMeasure, Vector, within: Double, When)
      /// Numbers of a value, of a layer, or of a body's appearance have their target values, one for each.
      case numbers(AnimationTarget, [Target], When)
      /// The body sleeps at a time, in seconds.
      case asleep(by: Double)
      /// The body's position is in a rectangle, given by two corners, in units.
      case inside(from: Vector, to: Vector, When)
      /// The number of contacts that the body has begun is in a range, with a partner if one is
      /// given.
      case contacts(with: String?, ClosedRange<Int>, When)
      /// Contacts begin and end in order, each at the tick of the previous one or later.
      case order([ContactChange])
      /// A constraint breaks, at a time if one is given, in seconds. Without a tolerance it may be up to two steps late.
      case breaks(String, at: Double? = nil, within: Double? = nil)
      /// A constraint does not break.
      case holds(String)
      /// The trajectory equals that of a recording, bit for bit. The file is read when the run
      /// begins.
      case digest(ofRecording: String)
      /// The trajectory up to a time, in seconds, or up to the run's end has a digest.
      case digestValue(Digest, at: Double? = nil)
    }

    /// A number of a body's state.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
      /// The x coordinate of the position, in units.
      case x
      /// The y coordinate of the position, in units.
      case y
      /// The x component of the velocity, in units/s.
      case vx
      /// The y component of the velocity, in units/s.
      case vy
      /// The length of the velocity, in units/s.
      case speed
      /// The angle, in radians.
      case angle
      /// The angular velocity, in rad/s.
      case angularVelocity
      /// The kinetic energy, ½·m·v² + ½·I·ω², in kg·units²/s².
      case kineticEnergy
      /// The kinetic energy plus the potential energy of the centre of gravity in the current
      /// gravity, which is 0 at the world's origin, in kg·units²/s².
      case energy
    }

    /// A vector of a body's state.
    public enum VectorMeasure: String, Hashable, Sendable, CaseIterable {
      /// In units.
      case position
      /// In units/s.
      case velocity
    }

    /// The target of a number.
    public enum Target: Hashable, Sendable {
      /// A value within a tolerance.
      case near(Double, within: Double)
      /// A function of time within a tolerance.
      case following(AnalyticTarget, within: Double)
      /// At least a minimum and at most a maximum; either may be missing.
      case between(Double?, Double?)
    }

    /// The time of a condition. Times are in seconds, and mean the nearest tick.
    public enum When: Hashable, Sendable {
      /// At a time.
      case at(Double)
      /// When the run ends.
      case atEnd
      /// At every tick from one time to another, or to the end.
      case always(from: Double = 0, to: Double? = nil)
      /// At one tick or more from one time to another, or to the end.
      case eventually(from: Double = 0, to: Double? = nil)
    }

    /// A contact that begins or ends.
    public struct ContactChange: Hashable, Sendable {
      /// Whether it begins or ends.
      public var kind: Event.Kind
      /// The first partner: a body's id.
      public var a: String
      /// The other partner.
      public var b: String

      /// Makes a change.
      public init(_ kind: Event.Kind, _ a: String, _ b: String) {
        (self.kind, self.a, self.b) = (kind, a, b)
      }
    }
  }
}

extension Scenario.Expectation.Measure {
  private typealias Row = (words: String, unit: String, read: (@Sendable (BodyState) -> Double)?)

  private var row: Row {
    switch self {
    case .x: ("position to the right", "units", { $0.position.x })
    case .y: ("position upwards", "units", { $0.position.y })
    case .vx: ("velocity to the right", "units/s", { $0.velocity.x })
    case .vy: ("velocity upwards", "units/s", { $0.velocity.y })
    case .speed: ("speed", "units/s", { $0.velocity.length })
    case .angle: ("angle", "rad", { $0.angle })
    case .angularVelocity: ("angular velocity", "rad/s", { $0.angularVelocity })
    case .kineticEnergy: ("energy of motion", "kg·units²/s²", nil)
    case .energy: ("energy of motion and height", "kg·units²/s²", nil)
    }
  }

  /// The measure in words.
  public var words: String { row.words }

  /// The unit.
  public var unit: String { row.unit }

  /// Reads the number from a state; nil for an energy, which also needs a mass.
  package var reading: (@Sendable (BodyState) -> Double)? { row.read }
}

extension Scenario.Expectation.VectorMeasure {
  /// The unit.
  public var unit: String { self == .position ? "units" : "units/s" }

  func value(of state: BodyState) -> Vector { self == .position ? state.position : state.velocity }
}

// Reading the numbers of a body's state.
extension Scenario.Expectation.Measure {
  /// The number of a body in a state, given the gravity in force, in units/s².
  package func value(of state: BodyState, _ inertia: Inertia, gravity: Vector) -> Double {
    if let reading { return reading(state) }
    let motion = inertia.kineticEnergy(of: state)
    guard self == .energy else { return motion }
    let center = state.position + inertia.center.rotated(by: state.angle)
    return motion - inertia.mass * gravity.dot(center)
  }

  /// The number of the body at an index in a simulation's list, at its tick.
  package func value(of index: Int, in simulation: Simulation) -> Double {
    let inertia = Inertia(of: simulation.bodies[index])
    return value(of: simulation.states[index], inertia, gravity: simulation.gravity)
  }
}

/// A body's mass, moment and centre of gravity in its own coordinates; zero if the body is not dynamic, since it has
/// no energy then.
package struct Inertia {
  let mass: Double
  let moment: Double
  let center: Vector

  init(of body: Body) {
    (mass, moment, center) =
      body.type == .dynamic ? (body.mass, body.moment, body.centerOfGravity) : (0, 0, .zero)
  }

  /// Throws `PhysicsError` if the shapes have no moment.
  package init(_ body: BodyDescription) throws {
    guard body.totalMass != nil else {
      (mass, moment, center) = (0, 0, .zero)
      return
    }
    let properties = try body.massProperties()
    (mass, moment, center) = (properties.mass, properties.moment, properties.center)
  }

  /// ½·m·v² + ½·I·ω², in kg·units²/s².
  func kineticEnergy(of state: BodyState) -> Double {
    let turning = moment.isFinite ? moment * state.angularVelocity * state.angularVelocity : 0
    return (mass * state.velocity.dot(state.velocity) + turning) / 2
  }
}
