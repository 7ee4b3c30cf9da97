public import Chipmunk

/// A wheel with suspension: a groove of the chassis for its centre, a spring along the groove, and perhaps a motor.
public struct WheelDescription: Hashable, Sendable {
  /// The body that the wheel carries.
  public var chassis: String
  /// The body that is the wheel; where it starts, the spring is at rest.
  public var wheel: String
  /// The direction of the suspension in the chassis's own coordinates.
  public var axis: Vector
  /// How far the wheel can move from where it starts, up and down, in units.
  public var travel: Double
  /// The force of the spring per change of its length, in kg/s².
  public var stiffness: Double
  /// The force of the spring per speed, in kg/s.
  public var damping: Double
  /// The clockwise rate at which a motor turns the wheel, in rad/s; nil for a wheel that turns freely.
  public var rate: Double?
  /// The maximum torque of the motor, in kg·units²/s².
  public var maxTorque: Double

  /// Makes a wheel.
  public init(
    _ chassis: String,
    _ wheel: String,
    axis: Vector = Vector(0, 1),
    travel: Double,
    stiffness: Double,
    damping: Double,
    rate: Double? = nil,
    maxTorque: Double = .infinity
  ) {
    (self.chassis, self.wheel, self.axis, self.travel) = (chassis, wheel, axis, travel)
    (self.stiffness, self.damping) = (stiffness, damping)
    (self.rate, self.maxTorque) = (rate, maxTorque)
  }

  /// Makes a wheel from the fields of a constraint; nil if one is missing.
  package init?(_ ends: [String], _ fields: ConstraintFields, maxTorque: Double) {
    guard ends.count == 2, let travel = fields.travel, let stiffness = fields.stiffness,
      let damping = fields.damping
    else { return nil }
    self.init(ends[0], ends[1], travel: travel, stiffness: stiffness, damping: damping)
    (rate, self.maxTorque) = (fields.rate, maxTorque)
    if let axis = fields.axis { self.axis = axis }
  }

  /// Returns the constraints, whose ids begin with the given one. Throws what is wrong, with the path of a field or an end.
  package func constraints(
    id: String,
    among bodies: [String: BodyDescription]
  ) throws(Diagnostic) -> [ConstraintDescription] {
    let frame = try bodies.body(chassis, at: "wheel[0]")
    let hub = try bodies.body(wheel, at: "wheel[1]")
    guard axis != .zero else {
      throw Diagnostic(path: "axis", "[0, 0] has no direction; write [0, 1]")
    }
    let center = (hub.position - frame.position).rotated(by: -frame.angle)
    let way = travel * axis.normalized
    let groove = ConstraintDescription.Kind.groove(grooveA: center - way, grooveB: center + way)
    // The spring is twice as long as the way, so that it never turns over.
    let spring = ConstraintDescription.Kind.spring(
      anchorA: center + 2 * way,
      restLength: 2 * travel,
      stiffness: stiffness,
      damping: damping
    )
    func part(_ suffix: String, _ kind: ConstraintDescription.Kind) -> ConstraintDescription {
      ConstraintDescription(id: "\(id)-\(suffix)", kind, chassis, wheel, collidesBodies: false)
    }
    var parts = [part("groove", groove), part("spring", spring)]
    guard let rate else { return parts }
    parts.append(part("motor", .motor(rate: rate)))
    parts[2].maxForce = maxTorque
    return parts
  }
}

extension Scenario {
  /// Adds the constraints of a wheel, whose ids begin with the given one. Throws what is wrong, such as a body that the
  /// scenario lacks.
  public mutating func add(_ wheel: WheelDescription, id: String) throws(Diagnostic) {
    constraints += try wheel.constraints(id: id, among: bodiesByID)
  }
}
