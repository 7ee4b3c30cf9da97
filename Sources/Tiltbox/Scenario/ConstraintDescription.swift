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
    /// A spring that turns. See `DampedRotarySpring`.
    case rotarySpring(restAngle: Double = 0, stiffness: Double, damping: Double)
    /// The bodies' angle stays within a range. See `RotaryLimitJoint`.
    case rotaryLimit(min: Double, max: Double)
    /// The bodies turn one way only, click by click. See `RatchetJoint`.
    case ratchet(phase: Double = 0, click: Double)
    /// The bodies turn together, at a ratio. See `GearJoint`.
    case gear(phase: Double = 0, ratio: Double)
    /// One body turns the other. See `SimpleMotor`.
    case motor(rate: Double)
  }
}
