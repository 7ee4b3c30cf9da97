package import Chipmunk

extension ConstraintDescription {
  /// The fields of every kind.
  package static let fields: Schema<Self> = Schema(.constraint, standard: .unread, [id] + limits)

  /// A placeholder for a constraint that cannot be read.
  package static let unread = ConstraintDescription(id: "", .motor(rate: 0), "", "")

  fileprivate static let id = Property<Self>("id", \.id, .text).always
    .means(
      "The name that animations and recordings know it by; else the kind and a number, as pin-1."
    )

  fileprivate static let limits: [Property<Self>] = [
    Property("maxForce", \.maxForce, .number(.maxForce))
      .means("The greatest force, in kg·units/s², or torque, in kg·units²/s²; no limit if absent."),
    Property("breakForce", \.breakForce, .number(.breakForce))
      .means(
        "The force, in kg·units/s², or torque, in kg·units²/s², averaged over a step, at which it breaks; never if absent."
      ),
    Property("errorBias", \.errorBias, .number(.errorBias))
      .means(
        "The share of an error that is left after a second; if absent, 0.9^60 with the engine "
          + "chipmunk, and as little as substeps allow with tiltbox."
      ),
    Property("maxBias", \.maxBias, .number(.maxBias))
      .means(
        "The greatest speed at which an error is mended, in units/s or rad/s; no limit if absent."
      ),
    Property("collideBodies", \.collidesBodies, .flag)
      .means(
        "Whether the two bodies touch each other; {} if absent. The walls belong to the ground."
      ),
    Property("drawn", \.isDrawn, .flag)
      .means("Whether pictures show it; {} if absent."),
  ]
}

/// The numbers of all kinds of constraints as in a file; each kind has some.
package struct ConstraintFields: Sendable {
  package var at: Vector?
  package var anchorA: Vector?
  package var anchorB: Vector?
  var grooveA: Vector?
  var grooveB: Vector?
  var distance: Double?
  var min: Double?
  var max: Double?
  var restLength: Double?
  var restAngle: Double?
  var stiffness: Double?
  var damping: Double?
  var phase: Double?
  var click: Double?
  var ratio: Double?
  package var rate: Double?
  var axis: Vector?
  var travel: Double?

  package init() {}

  package static let schema: Schema<Self> = Schema(.constraint, standard: Self(), properties)

  fileprivate static let properties = own + suspension

  private static let suspension: [Property<Self>] = [
    point("axis", \.axis).of(["wheel"])
      .means("The direction of a wheel's suspension on the chassis; [0, 1] if absent."),
    Property("travel", \.travel, .number(travelRange)).of(["wheel"], neededBy: ["wheel"])
      .means("How far a wheel can move along its axis from where it starts, either way, in units."),
  ]

  /// How far a wheel can move either way, in units.
  static let travelRange = ParameterRange("travel", "units", 1e-9...1e9)

  private static let own: [Property<Self>] = [
    point("at", \.at).of(["pivot"])
      .means("Where a pivot is in the world, in units."),
    point("grooveA", \.grooveA).of(["groove"], neededBy: ["groove"])
      .means("One end of a groove, in the first body's own coordinates, in units."),
    point("grooveB", \.grooveB).of(["groove"], neededBy: ["groove"])
      .means("The other end of a groove, in the first body's own coordinates, in units."),
    point("anchorA", \.anchorA).of(["pin", "slide", "pivot", "spring"])
      .means("Where it holds the first body, in its own coordinates, in units."),
    point("anchorB", \.anchorB).of(["pin", "slide", "pivot", "groove", "spring"])
      .means("Where it holds the second body, in its own coordinates, in units."),
    Property("distance", \.distance, .number(.pinDistance)).of(["pin"])
      .means("The length of a pin, in units; as far as its anchors are apart if absent."),
    Property("min", \.min, .number(limit)).of(["slide", "rotaryLimit"], neededBy: ["rotaryLimit"])
      .ranges(limits)
      .means("The least distance, in units, 0 if absent, or the least angle, in radians."),
    Property("max", \.max, .number(limit)).of(["slide", "rotaryLimit"], neededBy: ["rotaryLimit"])
      .ranges(limits)
      .means(
        "The greatest distance, in units, no limit if absent, or the greatest angle, in radians."
      ),
    Property("restLength", \.restLength, .number(.restLength)).of(["spring"], neededBy: ["spring"])
      .means("The length at which a spring is at rest, in units."),
    Property("restAngle", \.restAngle, .number(.angle)).of(["rotarySpring"])
      .means("The angle at which a rotary spring is at rest, in radians; 0 if absent."),
    Property("stiffness", \.stiffness, .number(either(.stiffness, .rotaryStiffness))).of(
      springs,
      neededBy: springs
    ).ranges(["spring": .stiffness, "rotarySpring": .rotaryStiffness, "wheel": .stiffness])
      .means("A spring's force or torque per way or angle."),
    Property("damping", \.damping, .number(either(.springDamping, .rotaryDamping))).of(
      springs,
      neededBy: springs
    ).ranges(["spring": .springDamping, "rotarySpring": .rotaryDamping, "wheel": .springDamping])
      .means("A spring's force or torque per speed."),
    Property("phase", \.phase, .number(.angle)).of(["ratchet", "gear"])
      .means("The angle at which a ratchet or a gear is at rest, in radians; 0 if absent."),
    Property("click", \.click, .size(.ratchet)).of(["ratchet"], neededBy: ["ratchet"])
      .means(
        "The angle from one click of a ratchet to the next, in radians; its sign is the direction."
      ),
    Property("ratio", \.ratio, .size(.gearRatio)).of(["gear"], neededBy: ["gear"])
      .means("The angular velocity of the first body of a gear, divided by that of the second."),
    Property("rate", \.rate, .number(.angularVelocity)).of(["motor", "wheel"], neededBy: ["motor"])
      .means("How fast a motor turns the first body against the second one, in rad/s."),
  ]

  private static func point(
    _ key: String,
    _ path: any WritableKeyPath<Self, Vector?> & Sendable
  ) -> Property<Self> {
    Property(key, path, .vector(.position))
  }

  private static let springs = ["spring", "rotarySpring", "wheel"]
  private static let limits: [String: ParameterRange] = [
    "slide": .slideDistance, "rotaryLimit": .angle,
  ]

  /// A distance or an angle.
  private static let limit = ParameterRange(
    "limit",
    "units (or rad)",
    -1e10...1e10,
    infinity: "infinite"
  )

  /// A number that differs between springs and rotary springs.
  private static func either(_ straight: ParameterRange, _ rotary: ParameterRange) -> ParameterRange
  {
    ParameterRange(straight.name, "\(straight.unit) (or \(rotary.unit))", rotary.range)
  }
}

extension FieldTable {
  package static let constraint: FieldTable = FieldTable(
    "constraint",
    "What holds two bodies to each other, or one of them to the ground.",
    [ConstraintDescription.id.field]
      + kinds.map { Field($0, .list(.text, count: 2...2), $1) }
      + ConstraintFields.properties.map(\.field)
      + ConstraintDescription.limits.fields(of: .unread) + [.repetition],
    alternatives: .exactlyOne(constraintKinds)
  )

  /// The keys of the kinds of constraints.
  package static let constraintKinds = kinds.map(\.key)

  private static let kinds: [(key: String, about: String)] = [
    ("pin", "A rod: the distance of two anchors never changes."),
    ("slide", "A rope: the distance of two anchors stays within min and max."),
    ("pivot", "A hinge: two anchors, or the place in the world at which both bodies have one."),
    ("groove", "An anchor of the second body slides in a groove of the first one."),
    ("spring", "A damped spring between two anchors."),
    ("rotarySpring", "A damped spring that turns the two bodies."),
    ("rotaryLimit", "The second body's angle less the first one's stays within min and max."),
    ("ratchet", "The bodies turn one way only, click by click."),
    ("gear", "The bodies turn together, at a ratio."),
    ("motor", "One body turns the other at a rate."),
    (
      "wheel",
      "A wheel with suspension on a chassis, the first body: ID-groove, ID-spring and, if it has a rate, ID-motor."
    ),
  ]
}

extension ConstraintDescription.Kind {
  /// The kind's name, as scenario files and recordings write it.
  public var name: String {
    switch self {
    case .pin: "pin"
    case .slide: "slide"
    case .pivot, .hinge: "pivot"
    case .groove: "groove"
    case .spring: "spring"
    case .rotarySpring: "rotarySpring"
    case .rotaryLimit: "rotaryLimit"
    case .ratchet: "ratchet"
    case .gear: "gear"
    case .motor: "motor"
    }
  }

  /// The kind's own numbers as in a file.
  package var fields: ConstraintFields {
    var fields = ConstraintFields()
    switch self {
    case .pin(let a, let b, let distance):
      (fields.anchorA, fields.anchorB, fields.distance) = (a, b, distance)
    case .slide(let a, let b, let min, let max):
      (fields.anchorA, fields.anchorB) = (a, b)
      (fields.min, fields.max) = (min, max)
    case .pivot(let a, let b): (fields.anchorA, fields.anchorB) = (a, b)
    case .hinge(let point): fields.at = point
    case .groove(let from, let to, let b):
      (fields.grooveA, fields.grooveB, fields.anchorB) = (from, to, b)
    case .spring(let a, let b, let length, let stiffness, let damping):
      (fields.anchorA, fields.anchorB, fields.restLength) = (a, b, length)
      (fields.stiffness, fields.damping) = (stiffness, damping)
    case .rotarySpring(let angle, let stiffness, let damping):
      (fields.restAngle, fields.stiffness, fields.damping) = (angle, stiffness, damping)
    case .rotaryLimit(let min, let max): (fields.min, fields.max) = (min, max)
    case .ratchet(let phase, let click): (fields.phase, fields.click) = (phase, click)
    case .gear(let phase, let ratio): (fields.phase, fields.ratio) = (phase, ratio)
    case .motor(let rate): fields.rate = rate
    }
    return fields
  }

  /// Makes a kind by its name; nil if a number is missing that it needs.
  package init?(_ name: String, _ fields: ConstraintFields) {
    let isComplete = ConstraintFields.schema.properties.allSatisfy {
      !$0.field.neededBy.contains(name) || $0.content(fields) != nil
    }
    guard isComplete else { return nil }
    let (a, b) = (fields.anchorA ?? .zero, fields.anchorB ?? .zero)
    let (stiffness, damping) = (fields.stiffness ?? 0, fields.damping ?? 0)
    switch name {
    case "pin": self = .pin(anchorA: a, anchorB: b, distance: fields.distance)
    case "slide":
      let (min, max) = (fields.min ?? 0, fields.max ?? .infinity)
      self = .slide(anchorA: a, anchorB: b, min: min, max: max)
    case "pivot": self = fields.at.map { .hinge(at: $0) } ?? .pivot(anchorA: a, anchorB: b)
    case "groove":
      let (from, to) = (fields.grooveA ?? .zero, fields.grooveB ?? .zero)
      self = .groove(grooveA: from, grooveB: to, anchorB: b)
    case "spring":
      self = .spring(
        anchorA: a,
        anchorB: b,
        restLength: fields.restLength ?? 0,
        stiffness: stiffness,
        damping: damping
      )
    case "rotarySpring":
      let angle = fields.restAngle ?? 0
      self = .rotarySpring(restAngle: angle, stiffness: stiffness, damping: damping)
    case "rotaryLimit": self = .rotaryLimit(min: fields.min ?? 0, max: fields.max ?? 0)
    case "ratchet": self = .ratchet(phase: fields.phase ?? 0, click: fields.click ?? 0)
    case "gear": self = .gear(phase: fields.phase ?? 0, ratio: fields.ratio ?? 0)
    case "motor": self = .motor(rate: fields.rate ?? 0)
    default: return nil
    }
  }
}
