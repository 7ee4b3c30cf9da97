internal import Chipmunk
internal import Tiltbox

extension FieldTable {
  static let constraint = FieldTable(
    "constraint",
    "What holds two bodies to each other, or one of them to the ground.",
    [
      Field(
        "id",
        .text,
        "The name that animations and recordings know it by; else the kind and a number, as pin-1."
      ),
      kind("pin", "A rod: the distance of two anchors never changes."),
      kind("slide", "A rope: the distance of two anchors stays within min and max."),
      kind(
        "pivot",
        "A hinge: two anchors, or the place in the world at which both bodies have one."
      ),
      kind("groove", "An anchor of the second body slides in a groove of the first one."),
      kind("spring", "A damped spring between two anchors."),
      kind("rotarySpring", "A damped spring that turns the two bodies."),
      kind("rotaryLimit", "The second body's angle less the first one's stays within min and max."),
      kind("ratchet", "The bodies turn one way only, click by click."),
      kind("gear", "The bodies turn together, at a ratio."),
      kind("motor", "One body turns the other at a rate."),
      point("at", "Where a pivot is in the world, in units."),
      point("anchorA", "Where it holds the first body, in its own coordinates, in units."),
      point("anchorB", "Where it holds the second body, in its own coordinates, in units."),
      point("grooveA", "One end of a groove, in the first body's own coordinates, in units."),
      point("grooveB", "The other end of a groove, in the first body's own coordinates, in units."),
      Field(
        "distance",
        .number(.pinDistance),
        "The length of a pin, in units; as far as its anchors are apart if absent."
      ),
      Field(
        "min",
        .number(limit),
        "The least distance, in units, 0 if absent, or the least angle, in radians."
      ),
      Field(
        "max",
        .number(limit),
        "The greatest distance, in units, no limit if absent, or the greatest angle, in radians."
      ),
      Field(
        "restLength",
        .number(.restLength),
        "The length at which a spring is at rest, in units."
      ),
      Field(
        "restAngle",
        .number(.angle),
        "The angle at which a rotary spring is at rest, in radians; 0 if absent."
      ),
      Field("stiffness", .number(stiffness), "A spring's force or torque per way or angle."),
      Field("damping", .number(damping), "A spring's force or torque per speed."),
      Field(
        "phase",
        .number(.angle),
        "The angle at which a ratchet or a gear is at rest, in radians; 0 if absent."
      ),
      Field(
        "click",
        .number(signed(.ratchet)),
        "The angle from one click of a ratchet to the next, in radians; its sign is the direction."
      ),
      Field(
        "ratio",
        .number(signed(.gearRatio)),
        "The ratio of a gear; a negative one turns back."
      ),
      Field(
        "rate",
        .number(.angularVelocity),
        "How fast a motor turns the first body against the second one, in rad/s."
      ),
      Field(
        "maxForce",
        .number(.maxForce),
        "The greatest force, in kg·units/s², or torque, in kg·units²/s²; no limit if absent."
      ),
      Field(
        "errorBias",
        .number(.errorBias),
        "The share of an error that is left after a second; 0.9^60 if absent."
      ),
      Field(
        "maxBias",
        .number(.maxBias),
        "The greatest speed at which an error is mended, in units/s or rad/s; no limit if absent."
      ),
      Field("collideBodies", .flag, "Whether the two bodies touch each other; true if absent."),
    ],
    alternatives: .exactlyOne(constraintKinds)
  )

  private static func kind(_ key: String, _ about: String) -> Field {
    Field(key, .list(.text, count: 2...2), about)
  }

  private static func point(_ key: String, _ about: String) -> Field {
    Field(key, .pair(.position, of: "x, y"), about)
  }

  /// A distance or an angle.
  private static let limit = Quantity("limit", "units (or rad)", -1e10...1e10, allowsInfinity: true)

  /// What a spring or a rotary spring has.
  private static let stiffness = either(.stiffness, .rotaryStiffness)
  private static let damping = either(.springDamping, .rotaryDamping)

  private static func either(_ straight: Quantity, _ rotary: Quantity) -> Quantity {
    Quantity(straight.name, "\(straight.unit) (or \(rotary.unit))", rotary.range)
  }

  private static func signed(_ size: Quantity) -> Quantity {
    Quantity(size.name, size.unit, -size.range.upperBound...size.range.upperBound)
  }

  /// The keys that say what a constraint does.
  static let constraintKinds = [
    "pin", "slide", "pivot", "groove", "spring", "rotarySpring", "rotaryLimit", "ratchet", "gear",
    "motor",
  ]
}
