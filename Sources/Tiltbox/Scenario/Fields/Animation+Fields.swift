package import Chipmunk
import Motion

extension AnimationDescription {
  /// The fields of an animation, except its target, its timing functions and its change.
  package static let fields: Schema<Self> = Schema(
    .animation,
    standard: Self(nil, .group([])),
    [key] + play + addition
  )

  fileprivate static let key = Property<Self>("key", \.key, .text)
    .means("A name of its own: --set animations.KEY.duration=2.")

  fileprivate static let play: [Property<Self>] = [
    Property("begin", \.play.begin, .number(Play.time))
      .means("When it begins, in seconds; {} if absent."),
    Property("duration", \.play.duration, .number(Play.duration))
      .means(
        "How long it plays once, in seconds; 0.25, or as long as the spring or group takes, if absent."
      ),
    Property("speed", \.play.speed, .number(Play.speed))
      .means("How fast its time runs; {} if absent, back if negative."),
    Property("offset", \.play.offset, .number(Play.time))
      .means("What is added to its time, in seconds."),
    Property("repeat", \.play.repeatCount, .either(.number(Play.repeatCount), .choice(["forever"])))
      .means("How often it plays; once if absent."),
    Property(
      "repeatDuration",
      \.play.repeatDuration,
      .either(.number(Play.repeatDuration), .choice(["forever"]))
    )
    .means("How long it plays again and again, in seconds."),
    Property("autoreverse", \.play.autoreverses, .flag)
      .means("Whether each play is followed by one back; {} if absent."),
    Property("fill", \.play.fill, .choices(MediaTiming.FillMode.self))
      .means("What is shown before and after: removed shows what lies under it, the default."),
  ]

  fileprivate static let addition: [Property<Self>] = [
    Property("additive", \.isAdditive, .flag)
      .means("Whether it is added to what lies under it; {} if absent."),
    Property("cumulative", \.isCumulative, .flag)
      .means("Whether each play goes on from the last; {} if absent."),
    Property("sample", \.sampleRate, .number(Play.sampleRate))
      .means("Play straight keyframes instead, taken so many times a second, in Hz."),
  ]
}

/// The change of an animation as in a file: each kind of change has some of the fields.
package struct ChangeFields: Sendable {
  var ends = AnimationDescription.Ends()
  package var spring: SpringFields?
  package var values: [[Double]]?
  package var svg: String?
  package var ellipse: [Double]?
  package var points: [Vector]?
  package var keyTimes: [Double]?
  var mode: CalculationMode?
  package var tension: [Double]?
  package var continuity: [Double]?
  package var bias: [Double]?
  var rotation: PathAnimation<Pose>.RotationMode?

  package init() {}

  package static let schema: Schema<Self> = Schema(.animation, standard: Self(), ways + manners)

  /// The keys of paths.
  package static let paths = ["svg", "ellipse", "points"]
  /// The kinds of change; the first key that is present counts.
  package static let kinds = ["values", "group", "spring"] + paths
  /// The kind of an animation that has none of these keys.
  package static let plain = "from and to"

  fileprivate static let ways: [Property<Self>] = [
    Property("from", \.ends.from, numbers).of(ends)
      .means("Where it starts; what lies under it if absent."),
    Property("to", \.ends.to, numbers).of(ends)
      .means("Where it ends; what lies under it if absent."),
    Property("by", \.ends.by, numbers).of(ends)
      .means("The difference between the two."),
    Property("spring", \.spring, SpringFields.schema)
      .means("The spring that pulls it from one to the other."),
    Property("values", \.values, .list(numbers, count: 1...100_000))
      .means("Keyframes."),
    Property("svg", \.svg, .text)
      .means("A path in SVG's words, such as M 0 0 L 10 0; y points up."),
    Property("ellipse", \.ellipse, .numbers(count: 4...4))
      .means("The path of an ellipse in a rectangle: x, y, width, height."),
    Property("points", \.points, .points(2...100_000))
      .means("A path from point to point."),
  ]

  fileprivate static let manners: [Property<Self>] = [
    Property(
      "keyTimes",
      \.keyTimes,
      .list(.number(ParameterRange("key time", "", 0...1)), count: 1...100_001)
    ).of(["values"] + paths)
      .means(
        "When each keyframe is reached, as fractions of the duration that never fall; even if absent."
      ),
    Property("mode", \.mode, .choices(CalculationMode.self)).of(["values"] + paths)
      .means("How the values between keyframes are found; linear if absent, paced for paths."),
    shape("tension", \.tension)
      .means("How tight a cubic curve is at a keyframe, from -1 to 1."),
    shape("continuity", \.continuity)
      .means("How much of a corner a cubic curve has, from -1 to 1."),
    shape("bias", \.bias)
      .means("Whether a cubic curve bends before or after, from -1 to 1."),
    Property("rotation", \.rotation, .choices(PathAnimation<Pose>.RotationMode.self)).of(paths)
      .means("Whether the path turns the body; none if absent."),
  ]

  fileprivate static let numbers = FieldType.numbers(count: 1...1000)
  private static let ends = ["spring", plain]

  private static func shape(
    _ key: String,
    _ path: any WritableKeyPath<Self, [Double]?> & Sendable
  ) -> Property<Self> {
    Property(key, path, .numbers(count: 1...100_000)).of(["values"])
  }
}

/// A spring as in a file, in one of two forms.
package struct SpringFields: Sendable {
  package var mass: Double?
  package var stiffness: Double?
  package var damping: Double?
  package var duration: Double?
  package var bounce: Double?
  package var velocity: [Double]?

  package init() {}

  package static let schema: Schema<Self> = Schema(
    "spring",
    "A spring: mass, stiffness and damping, or duration and bounce.",
    standard: Self(),
    [
      Property("mass", \.mass, .number(ParameterRange("spring mass", "", positive)))
        .means("The mass, in kg; 1 if absent."),
      Property("stiffness", \.stiffness, .number(ParameterRange("spring stiffness", "", positive)))
        .means("The force per length; 100 if absent."),
      Property("damping", \.damping, .number(ParameterRange("spring damping", "", 0...1e100)))
        .means("The force per speed; 10 if absent."),
      Property("duration", \.duration, .number(ParameterRange("spring duration", "", 1e-99...1e99)))
        .means("How long it seems to take, in seconds."),
      Property("bounce", \.bounce, .number(ParameterRange("bounce", "", -0.999_999...1)))
        .means("How much it bounces; 0 if absent."),
      Property("velocity", \.velocity, ChangeFields.numbers)
        .means("The change per second at first; 0 if absent."),
    ]
  )

  private static let positive = 1e-100...1e100
}

extension FieldTable {
  package static let animation: FieldTable = FieldTable(
    "animation",
    "A change over time: from and to, values, a path, a spring, or a group of such.",
    [
      Field("target", .text)
        .means(
          "What changes: tilt, gravity, body.ID.position (angle, velocity, angularVelocity, force, torque), how a body is drawn (body.ID.fill, stroke, lineWidth, opacity, depth, scale, cornerRadius, strokeStart, strokeEnd), layer.ID.position (angle, or how it is drawn), constraint.ID.rate (or another of its numbers), value.ID; with .x or .y, or a number from 0, one component of it."
        ), AnimationDescription.key.field,
    ] + ChangeFields.ways.map(\.field) + [
      Field("group", .list(.another { .animation }, count: 1...1000))
        .means("Animations in the group's time.")
    ] + ChangeFields.manners.map(\.field) + [
      Field("timing", .timing)
        .means(
          "How progress follows time; for keyframes between each two of them, one or one for each; linear if absent."
        )
    ] + AnimationDescription.play.fields(of: AnimationDescription(nil, .group([])))
      + AnimationDescription.addition.fields(of: AnimationDescription(nil, .group([]))),
    alternatives: .atMostOne(["values", "svg", "ellipse", "points", "spring", "group"])
  )
}
