public import Chipmunk

/// A constraint between two bodies as a scenario describes it.
public struct ConstraintDescription: Hashable, Sendable {
  /// The name of the constraint in animations and recordings; unique among constraints.
  public var id: String
  /// The kind of the constraint, with its parameters.
  public var kind: Kind
  /// The id of the first body, or ``ground``.
  public var a: String
  /// The id of the second body, or ``ground``.
  public var b: String
  /// The maximum force, in kg·units/s², or torque, in kg·units²/s²; infinity for no limit.
  public var maxForce: Double
  /// The fraction of an error that remains after a second; nil for the default of the C library,
  /// 0.9⁶⁰.
  public var errorBias: Double?
  /// The maximum speed at which an error is corrected, in units/s or rad/s; infinity for no limit.
  public var maxBias: Double
  /// The mean force of a step, in kg·units/s², or torque, in kg·units²/s², at which the constraint breaks; infinity for never.
  public var breakForce = Double.infinity
  /// Whether pictures show the constraint.
  public var isDrawn = true
  /// Whether the two bodies collide with each other.
  public var collidesBodies: Bool

  /// The id of the world itself, in place of a body.
  public static let ground = "ground"

  /// Makes a description of a constraint without limits.
  public init(
    id: String,
    _ kind: Kind,
    _ a: String,
    _ b: String,
    maxForce: Double = .infinity,
    errorBias: Double? = nil,
    maxBias: Double = .infinity,
    collidesBodies: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.a = a
    self.b = b
    self.maxForce = maxForce
    self.errorBias = errorBias
    self.maxBias = maxBias
    self.collidesBodies = collidesBodies
  }

  /// The ten kinds of constraints. Anchors are in the bodies' own coordinates, in units; those on the
  /// ground are in the world's.
  public enum Kind: Hashable, Sendable {
    /// A rod: keeps the initial distance of its anchors, or a given one. See `PinJoint`.
    case pin(anchorA: Vector = .zero, anchorB: Vector = .zero, distance: Double? = nil)
    /// A rope: the anchors' distance stays within a range. See `SlideJoint`.
    case slide(anchorA: Vector = .zero, anchorB: Vector = .zero, min: Double = 0, max: Double)
    /// A hinge of two anchors. See `PivotJoint`.
    case pivot(anchorA: Vector, anchorB: Vector)
    /// A hinge at a point of the world, for the initial poses of the bodies. See `PivotJoint`.
    case hinge(at: Vector)
    /// A groove of the first body, in which an anchor of the second one slides. See `GrooveJoint`.
    case groove(grooveA: Vector, grooveB: Vector, anchorB: Vector = .zero)
    /// A spring between anchors. See `DampedSpring`.
    case spring(
      anchorA: Vector = .zero,
      anchorB: Vector = .zero,
      restLength: Double,
      stiffness: Double,
      damping: Double
    )
    /// A spring that turns, at rest where the first body's angle less the second one's is the rest angle. See
    /// `DampedRotarySpring`.
    case rotarySpring(restAngle: Double = 0, stiffness: Double, damping: Double)
    /// The second body's angle less the first one's stays within a range. See `RotaryLimitJoint`.
    case rotaryLimit(min: Double, max: Double)
    /// The second body turns one way only against the first, click by click: counterclockwise if the click is positive.
    /// See `RatchetJoint`.
    case ratchet(phase: Double = 0, click: Double)
    /// The bodies turn together: the first one's angle is the ratio times the second one's, less the phase. See
    /// `GearJoint`.
    case gear(phase: Double = 0, ratio: Double)
    /// The first body turns counterclockwise against the second one, at a rate in rad/s: the negative of the rate of a
    /// `SimpleMotor`.
    case motor(rate: Double)
  }
}

extension ConstraintDescription.Kind {
  /// Whether the constraint acts by a torque, in kg·units²/s², rather than by a force, in kg·units/s².
  package var hasTorque: Bool {
    switch self {
    case .rotarySpring, .rotaryLimit, .ratchet, .gear, .motor: true
    default: false
    }
  }

  /// The angles, in radians, by the names of their fields.
  var angles: KeyValuePairs<String, Double> {
    switch self {
    case .rotarySpring(let restAngle, _, _): ["restAngle": restAngle]
    case .rotaryLimit(let min, let max): ["min": min, "max": max]
    case .ratchet(let phase, let click): ["phase": phase, "click": click]
    case .gear(let phase, _): ["phase": phase]
    default: [:]
    }
  }

  /// The properties that animations can change for this kind of constraint: its fields, except a hinge's place in the
  /// world.
  var properties: [AnimationTarget.ConstraintProperty] {
    let own = ConstraintFields.schema.properties.filter { $0.field.owners?.contains(name) == true }
    return own.compactMap { AnimationTarget.ConstraintProperty(rawValue: $0.field.key) } + [
      .maxForce, .errorBias, .maxBias,
    ]
  }
}

extension Scenario {
  /// Reports the problems of the constraints: first of each by itself, then, if there are none, those of the solver.
  func reportConstraints(to found: inout DiagnosticList) {
    guard !constraints.isEmpty else { return }
    if let index = found.names.bodies[ConstraintDescription.ground] {
      found.add("bodies[\(index)].id", ConstraintDescription.groundIsKept)
    }
    let space = try? Space()
    var trial = TrialBodies(of: self)
    var start = TrialBodies(of: self, holding: found.names.held)
    found.checkNames(constraints.map(\.id), of: "constraints")
    for (index, constraint) in constraints.enumerated() {
      let path = "constraints[\(index)]"
      let count = found.diagnostics.count
      constraint.report(at: path, to: &found)
      let ends = [constraint.a, constraint.b].enumerated().map { end, id in
        if !trial.knows(id) {
          let field = "\(path).\(constraint.kind.name)[\(end)]"
          if ConstraintDescription.groundElsewhere.contains(id.lowercased()) {
            let words = "no body is called \"\(id)\"; did you mean ground?"
            found.add(field, words, missing: MissingName(id, in: "bodies"))
          } else {
            found.body(id, at: field, orElse: [ConstraintDescription.ground])
          }
        }
        return space.flatMap { trial.body(id, in: $0) }
      }
      guard found.diagnostics.count == count, let space, let a = ends[0], let b = ends[1] else {
        continue
      }
      found.attempt(path) { () throws(PhysicsError) in
        _ = try WorldBuilder.add(constraint, a, b, to: space)
      }
      guard found.diagnostics.count == count,
        let held = [constraint.a, constraint.b].first(where: found.names.held.contains),
        let a = start.body(constraint.a, in: space), let b = start.body(constraint.b, in: space)
      else { continue }
      do { _ = try WorldBuilder.add(constraint, a, b, to: space) } catch {
        let problem = "\(error.subject) while handovers hold \"\(held)\""
        found.add(path, "\(problem); join it to a dynamic body without any, or drop its handovers")
      }
    }
  }
}

extension ConstraintDescription {
  /// Why no body has the ground's name.
  static let groundIsKept =
    "\"\(ground)\" is what constraints call the world itself; give another id"
  /// What other programs call the ground.
  fileprivate static let groundElsewhere: Set = ["world", "space", "static", "floor", "walls"]

  fileprivate func report(at path: String, to found: inout DiagnosticList) {
    found.checkName(id, at: path)
    found.check(kind.fields, ConstraintFields.schema, at: path, beside: kind.name)
    found.check(self, Self.fields, at: path)
  }
}

/// The bodies of a scenario, made without shapes when a trial of a constraint needs them.
private struct TrialBodies {
  private let descriptions: [String: BodyDescription]
  /// The bodies that animations hold.
  private let held: Set<String>
  /// The bodies made so far; nil for one that could not be made.
  private var made: [String: Body?] = [:]

  init(of scenario: Scenario, holding held: Set<String> = []) {
    (descriptions, self.held) = (scenario.bodies.byID, held)
  }

  func knows(_ id: String) -> Bool { id == ConstraintDescription.ground || descriptions[id] != nil }

  /// The body; nil if it could not be made, which is reported elsewhere.
  mutating func body(_ id: String, in space: Space) -> Body? {
    if id == ConstraintDescription.ground { return space.ground }
    if let body = made[id] { return body }
    guard var description = descriptions[id] else { return nil }
    if held.contains(id) {
      description.type = .kinematic
      (description.mass, description.moment) = (nil, nil)
    }
    let isValid = description.diagnostics(at: "").isEmpty
    let body = isValid ? try? WorldBuilder.add(description, to: space, tag: 0) : nil
    made.updateValue(body, forKey: id)
    return body
  }
}
