internal import Chipmunk
internal import Motion
internal import Tiltbox

extension FieldTable {
  static let value = FieldTable(
    "value",
    "Numbers that belong to no body: a colour, say, that animations change and recordings show.",
    [
      Field("id", .text, "The name that animations and recordings know the value by."),
      Field(
        "numbers",
        .numbers(count: 1...1000),
        "What the value is where no animation changes it."
      ),
    ],
    required: ["id", "numbers"]
  )

  static let animation: FieldTable = FieldTable(
    "animation",
    "A change over time: from and to, values, a path, a spring, or a group of such.",
    [
      Field(
        "target",
        .text,
        "What changes: tilt, gravity, body.ID.position (angle, velocity, angularVelocity, force, torque), constraint.ID.rate (or another of its numbers), value.ID."
      ),
      Field("key", .text, "A name of its own: --set animations.KEY.duration=2."),
      Field("from", numbers, "Where it starts; what lies under it if absent."),
      Field("to", numbers, "Where it ends; what lies under it if absent."),
      Field("by", numbers, "The difference between the two."),
      Field("spring", .mapping(.spring), "The spring that pulls it from one to the other."),
      Field("values", .list(numbers, count: 1...100_000), "Keyframes."),
      Field("svg", .text, "A path in SVG's words, such as M 0 0 L 10 0; y points up."),
      Field(
        "ellipse",
        .numbers(count: 4...4),
        "The path of an ellipse in a rectangle: x, y, width, height."
      ),
      Field(
        "points",
        .list(.pair(.position, of: "x, y"), count: 2...100_000),
        "A path from point to point."
      ),
      Field(
        "group",
        .list(.another { .animation }, count: 1...1000),
        "Animations in the group's time."
      ),
      Field(
        "keyTimes",
        .list(fraction, count: 1...100_001),
        "When each keyframe is reached, as fractions of the duration that never fall; even if absent."
      ),
      Field(
        "mode",
        choices(CalculationMode.self),
        "How the values between keyframes are found; linear if absent, paced for paths."
      ),
      Field("tension", curveShape, "How tight a cubic curve is at a keyframe, from -1 to 1."),
      Field("continuity", curveShape, "How much of a corner a cubic curve has, from -1 to 1."),
      Field("bias", curveShape, "Whether a cubic curve bends before or after, from -1 to 1."),
      Field(
        "rotation",
        choices(PathAnimation<Pose>.RotationMode.self),
        "Whether the path turns the body; none if absent."
      ),
      Field(
        "timing",
        .timing,
        "How progress follows time; for keyframes between each two of them, one or one for each; linear if absent."
      ),
      Field("begin", .number(Play.time), "When it begins, in seconds; 0 if absent."),
      Field(
        "duration",
        .number(Play.duration),
        "How long it plays once, in seconds; 0.25, or as long as the spring or group takes, if absent."
      ),
      Field("speed", .number(Play.speed), "How fast its time runs; 1 if absent, back if negative."),
      Field("offset", .number(Play.time), "What is added to its time, in seconds."),
      Field(
        "repeat",
        .either(.number(Play.repeatCount), .choice(["forever"])),
        "How often it plays; once if absent."
      ),
      Field(
        "repeatDuration",
        .either(.number(Play.repeatDuration), .choice(["forever"])),
        "How long it plays again and again, in seconds."
      ),
      Field("autoreverse", .flag, "Whether each play is followed by one back; false if absent."),
      Field(
        "fill",
        choices(MediaTiming.FillMode.self),
        "What is shown before and after: removed shows what lies under it, the default."
      ),
      Field("additive", .flag, "Whether it is added to what lies under it; false if absent."),
      Field("cumulative", .flag, "Whether each play goes on from the last; false if absent."),
      Field(
        "sample",
        .number(Play.sampleRate),
        "Play straight keyframes instead, taken so many times a second, in Hz."
      ),
    ],
    alternatives: .atMostOne(["values", "svg", "ellipse", "points", "spring", "group"])
  )

  static let spring = FieldTable(
    "spring",
    "A spring: mass, stiffness and damping, or duration and bounce.",
    [
      Field("mass", .number(springConstant), "The mass, in kg; 1 if absent."),
      Field("stiffness", .number(springConstant), "The force per length; 100 if absent."),
      Field("damping", .number(springConstant), "The force per speed; 10 if absent."),
      Field("duration", .number(springConstant), "How long it seems to take, in seconds."),
      Field("bounce", .number(bounce), "How much it bounces, above -1, up to 1; 0 if absent."),
      Field("velocity", numbers, "The change per second at first; 0 if absent."),
    ]
  )

  private typealias Play = AnimationDescription.Play

  private static let numbers = FieldType.numbers(count: 1...1000)
  private static let fraction = FieldType.number(Quantity("key time", "", 0...1))
  private static let curveShape = FieldType.numbers(count: 1...100_000)
  private static let springConstant = Quantity("spring constant", "", 0...1e12)
  private static let bounce = Quantity("bounce", "", -1...1)
}
