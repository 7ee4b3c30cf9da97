public import Chipmunk

extension Scenario {
  /// Something that is expected of a run, so that a scenario is a test. See ``ExpectationMonitor``.
  public struct Expectation: Hashable, Sendable {
    /// The body that is meant; nil for every dynamic body of the scenario.
    public var body: String?
    /// What is expected of it.
    public var condition: Condition

    /// Makes an expectation.
    public init(_ body: String? = nil, _ condition: Condition) {
      self.body = body
      self.condition = condition
    }

    /// What can be expected.
    ///
    /// A partner is the id of a body, `walls` for any wall, or one wall, as in `walls.bottom`.
    public enum Condition: Hashable, Sendable {
      /// The body touches a partner for the first time, at a time in seconds if one is given.
      /// Without a tolerance the time may be two steps late, which is what a step can do.
      case firstContact(with: String, at: Double? = nil, within: Double? = nil)
      /// A number of the body's is as it should be.
      case value(Measure, Target, When)
      /// The body is at a point, in units, or has a velocity, in units/s.
      case vector(VectorMeasure, Vector, within: Double, When)
      /// Numbers beside the bodies' states are as they should be, one target for each: those of a value, of a layer, or
      /// of how a body is drawn.
      case numbers(AnimationTarget, [Target], When)
      /// The body sleeps at a time, in seconds.
      case asleep(by: Double)
      /// The body's position is in a rectangle, given by two corners, in units.
      case inside(from: Vector, to: Vector, When)
      /// The body has begun so many contacts, with a partner if one is given.
      case contacts(with: String?, ClosedRange<Int>, When)
      /// Contacts begin and end in an order, each later than the one before, or at the same tick.
      case order([ContactChange])
      /// The trajectory is that of a recording, bit for bit. The file is read when the run begins.
      case digest(ofRecording: String)
      /// The trajectory up to a time, in seconds, or up to the run's end has a digest.
      case digestValue(Digest, at: Double? = nil)
    }

    /// A number of a body's state.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
      /// The position to the right, in units.
      case x
      /// The position upwards, in units.
      case y
      /// The velocity to the right, in units/s.
      case vx
      /// The velocity upwards, in units/s.
      case vy
      /// The length of the velocity, in units/s.
      case speed
      /// The angle, in radians.
      case angle
      /// The angular velocity, in rad/s.
      case angularVelocity
      /// The energy of motion, ½·m·v² + ½·I·ω², in kg·units²/s².
      case kineticEnergy
      /// The energy of motion and that of height in the gravity in force, 0 at the origin, in
      /// kg·units²/s².
      case energy
    }

    /// Two numbers of a body's state that belong together.
    public enum VectorMeasure: String, Hashable, Sendable, CaseIterable {
      /// In units.
      case position
      /// In units/s.
      case velocity
    }

    /// What a number should be.
    public enum Target: Hashable, Sendable {
      /// A value, give or take a tolerance.
      case near(Double, within: Double)
      /// What a law says of the time, give or take a tolerance.
      case following(Law, within: Double)
      /// No less than a minimum and no more than a maximum; either may be missing.
      case between(Double?, Double?)
    }

    /// When a condition should hold. Times are in seconds, and mean the tick that comes closest.
    public enum When: Hashable, Sendable {
      /// At a time.
      case at(Double)
      /// When the run ends.
      case atEnd
      /// At every tick from one time to another, or to the end.
      case always(from: Double = 0, to: Double? = nil)
      /// At one tick at least from one time to another, or to the end.
      case eventually(from: Double = 0, to: Double? = nil)
    }

    /// A contact that begins or ends.
    public struct ContactChange: Hashable, Sendable {
      /// Whether it begins or ends.
      public var kind: Event.Kind
      /// The one partner: a body's id.
      public var a: String
      /// The other one.
      public var b: String

      /// Makes a change.
      public init(_ kind: Event.Kind, _ a: String, _ b: String) {
        self.kind = kind
        self.a = a
        self.b = b
      }
    }
  }
}

extension Scenario.Expectation.Measure {
  /// The measure in words.
  public var words: String {
    switch self {
    case .x: "position to the right"
    case .y: "position upwards"
    case .vx: "velocity to the right"
    case .vy: "velocity upwards"
    case .speed: "speed"
    case .angle: "angle"
    case .angularVelocity: "angular velocity"
    case .kineticEnergy: "energy of motion"
    case .energy: "energy of motion and height"
    }
  }

  /// The unit.
  public var unit: String {
    switch self {
    case .x, .y: "units"
    case .vx, .vy, .speed: "units/s"
    case .angle: "rad"
    case .angularVelocity: "rad/s"
    case .kineticEnergy, .energy: "kg·units²/s²"
    }
  }
}

extension Scenario.Expectation.VectorMeasure {
  /// The unit.
  public var unit: String { self == .position ? "units" : "units/s" }

  func value(of state: BodyState) -> Vector {
    self == .position ? state.position : state.velocity
  }
}
