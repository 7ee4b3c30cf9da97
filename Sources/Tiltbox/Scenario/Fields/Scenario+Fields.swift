package import Chipmunk

extension FieldTable {
  package static let scenario: FieldTable = FieldTable(
    "scenario",
    "A world, the bodies in it, how it is tilted and how long it runs. Lengths are in units of your own, mass in kg, time in seconds, angles in radians; y points up.",
    [
      Field("tiltbox", .whole(1...1))
        .means("The version of the format: 1."),
      Field("name", .text)
        .means("What recordings call the scenario; else the file's name."),
      Field("let", .names)
        .means("Numbers by name, for formulas: {r: 12, pitch: =2*r + 1}."),
      Field("world", .mapping(Scenario.World.fields.table))
        .means("The numbers that hold for the whole world."),
      Field("walls", .mapping(Scenario.Walls.fields.table))
        .means("A box around the world; without it bodies fall out of sight."),
      Field("view", .pair(.extent, of: "width, height"))
        .means("A view whose y points down, for frames, in units; the walls' size if absent."),
      Field("defaults", .mapping(BodyDescription.Defaults.fields.table))
        .means("What holds for bodies that do not say."),
      Field("bodies", list(.body))
        .means("The bodies, in the order in which recordings name them."),
      Field("constraints", list(.constraint))
        .means("What holds bodies to each other or to the ground."),
      Field("values", list(ValueDescription.fields.table))
        .means("Numbers that belong to no body, for animations to change and recordings to show."),
      Field("layers", list(.layer))
        .means("What is drawn beside the bodies and felt by no physics."),
      Field("touches", list(TouchDescription.fields.table))
        .means("Taps on the box that happen by themselves, in the order of their times."),
      Field("handovers", list(HandoverDescription.fields.table))
        .means("Dynamic bodies that animations hold, and when they are released and caught."),
      Field("animations", list(.animation))
        .means("What changes over time by itself, later ones over earlier ones."),
      Field("tilt", .either(.vector(Scenario.tilt), .mapping(TiltFields.schema.table)))
        .means("How the device is held, in g: [0, -1] is upright; or where that comes from.")
        .with(standard: .pair(Vector(0, -1))),
      Field("run", .mapping(Scenario.Run.fields.table))
        .means("How long a run takes and what it records."),
      Field("expect", list(.expectation))
        .means("What is expected of a run, which makes the scenario a test."),
    ],
    required: ["tiltbox"]
  )

  /// Every table of a scenario file; all but the first are the type of a field of another table.
  package static let all = [
    scenario, Scenario.World.fields.table, Scenario.Walls.fields.table,
    BodyDescription.Defaults.fields.table, body, shape, chainFile, ShapeFilter.fields.table,
    RopeDescription.fields.table, BlobDescription.fields.table, constraint,
    ValueDescription.fields.table, layer, following, TouchDescription.fields.table,
    HandoverDescription.fields.table, animation, SpringFields.schema.table, TiltFields.schema.table,
    Scenario.Run.fields.table, expectation, bounds, contactChange,
  ]

  private static func list(_ table: FieldTable) -> FieldType {
    .list(.mapping(table), count: 0...Int.max)
  }
}

extension Scenario.World {
  package static let fields: Schema<Self> = Schema(
    "world",
    "The numbers that hold for the whole world.",
    standard: Self(),
    [
      Property("gravity", \.gravity, .number(.gravity)).symbols("g").always
        .means("The acceleration for a tilt of 1 g, in units/s²; {} if absent."),
      Property("step", \.step, .fraction(.timeStep)).symbols("step").always
        .means("The simulated time of a step, in seconds; {} if absent."),
      Property("iterations", \.iterations, .count(.iterations))
        .means("With engine: chipmunk, the solver's iterations in a step; {} if absent."),
      Property("damping", \.damping, .number(.damping)).symbols("damping").always
        .means("The share of its velocity that a body keeps over a second; {} if absent."),
      Property("sleepAfter", \.sleepAfter, .number(.sleepTime))
        .means(
          "The seconds after which a still body falls asleep; never if absent, or on a kinematic body."
        ),
      Property("integrator", \.integrator, .choices(Integrator.self))
        .means(
          "With engine: chipmunk: chipmunk, the default, or half-kick, with velocities half a step ahead, so that a free fall is exact."
        ),
      Property(
        "speedLimit",
        \.speedLimit,
        .either(.number(.speedLimit), .choice(["automatic", "none"]))
      )
      .means(
        "The speed that no body exceeds, in units/s; none if absent; automatic is for each body three eighths of its own thickness a step, in a box."
      ),
    ] + ways
  )

  /// How the space does it. One list would be too long for the compiler.
  private static let ways: [Property<Self>] = [
    Property("engine", \.engine, .choices(Engine.self)).always
      .means(
        "What computes the steps: tiltbox, the default, in which high stacks stand, joints stay quiet and a free fall is exact; or chipmunk, the C library with its trajectories to the bit."
      ),
    Property("substeps", \.substeps, .count(.substeps))
      .means(
        "With engine: tiltbox, the substeps of each step; if 0 or absent, as many as each group of bodies needs."
      ),
    Property("seed", \.seed, .whole(0...Int.max))
      .means("What random(i) in formulas depends on; {} if absent."),
  ]
}

extension Scenario.SpeedLimit: FieldConvertible {
  package init?(_ content: FieldContent) {
    switch content {
    case .number(let limit): self = .value(limit)
    case .text("automatic"): self = .automatic
    case .text("none"): self = .none
    default: return nil
    }
  }

  package var content: FieldContent? {
    switch self {
    case .automatic: .text("automatic")
    case .none: .text("none")
    case .value(let limit): .number(limit)
    }
  }
}

extension Scenario.Walls {
  package static let fields: Schema<Self> = Schema(
    "walls",
    "Four segments around the rectangle from the origin to its size.",
    standard: Self(width: 1, height: 1),
    [
      Property("size", \.size, .pair(.boxSide, of: "width, height")).symbols("width", "height")
        .always
        .means("The rectangle, in units."),
      Property("radius", \.radius, .number(.roundingRadius)).always
        .means("Half of a wall's thickness, in units; {} if absent."),
    ] + surface,
    required: ["size"]
  )

  private static let surface = Surface.properties.compactMap { property -> Property<Self>? in
    let key = property.field.key
    let lifted = property.lifted(to: \Self.surface)
    if Surface.notOfWalls.contains(key) { return nil }
    guard let symbol = ["friction": "wallFriction", "elasticity": "wallElasticity"][key] else {
      return lifted
    }
    return lifted.symbols(symbol).always
  }

  private var size: Vector {
    get { Vector(width, height) }
    set { (width, height) = (newValue.x, newValue.y) }
  }
}

extension Scenario.Run {
  package static let fields: Schema<Self> = Schema(
    "run",
    "How long a run takes and what it records.",
    standard: Self(),
    [
      Property("duration", \.duration, .number(Scenario.duration))
        .means(
          "The simulated seconds of a run; if absent, in real time until it is stopped, else as long as the tilt recording, or 10 s."
        ),
      Property("frames", \.frames, .number(Scenario.frameRate)).always
        .means("The frames recorded in a simulated second; {} if absent."),
      Property("forces", \.forces, .flag)
        .means(
          "Whether frames have the force of each constraint in the step, in kg·units/s² (a torque in kg·units²/s² for constraints of angles), as the value constraint.ID.force; false if absent."
        ),
    ]
  )
}

extension ValueDescription {
  package static let fields: Schema<Self> = Schema(
    "value",
    "Numbers that belong to no body: a colour, say, that animations change and recordings show.",
    standard: Self(id: "", []),
    [
      Property("id", \.id, .text).always
        .means("The name that animations and recordings know the value by."),
      Property("numbers", \.numbers, .numbers(count: 1...1000)).always
        .means("What the value is where no animation changes it."),
    ],
    required: ["id", "numbers"]
  )
}

/// A description of tilt as in a file: the fields of a constant, and those of a recording.
package struct TiltFields: Sendable {
  package var constant: Vector?
  package var file: String?
  var convention: TiltConvention?
  var units: TiltUnits?
  var rate: Double?
  var interpolation: TiltInterpolation?
  var orientation = Orientation.portrait

  package init() {}

  package static let schema: Schema<Self> = Schema(
    "tilt",
    "Where tilt comes from.",
    standard: Self(),
    [
      Property("constant", \.constant, .vector(Scenario.tilt))
        .means("The same all the time, in g: [0, -1] is upright."),
      Property("file", \.file, .text)
        .means("A phone's recording, relative to the folder of the scenario file."),
      Property("convention", \.convention, .choices(TiltConvention.self)).of(["file"])
        .means(
          "Which way the sensor points; if absent gravity, unless the recording begins the other way."
        ),
      Property("units", \.units, .choices(TiltUnits.self)).of(["file"])
        .means("The unit where no header names it; auto if absent."),
      Property("rate", \.rate, .number(Scenario.tiltRate)).of(["file"])
        .means("Samples a second, for lines that carry no time, in Hz."),
      Property("interpolation", \.interpolation, .choices(TiltInterpolation.self)).of(["file"])
        .means("What holds between two samples; hold if absent."),
      Property("orientation", \.orientation, .choices(Orientation.self)).always
        .means("Which way the screen is turned; {} if absent."),
    ],
    alternatives: .exactlyOne(["constant", "file"])
  )
}

extension TiltDescription {
  /// The description as in a file.
  package var fields: TiltFields {
    get {
      var fields = TiltFields()
      fields.orientation = orientation
      switch source {
      case .constant(let tilt): fields.constant = Vector(tilt.x, tilt.y)
      case .file(let path, let options, let interpolation):
        (fields.file, fields.rate) = (path, options.rate)
        (fields.convention, fields.units) = (options.convention, options.units)
        fields.interpolation = interpolation
      }
      return fields
    }
    set {
      orientation = newValue.orientation
      if let constant = newValue.constant {
        source = .constant(Tilt(x: constant.x, y: constant.y))
      } else if let path = newValue.file {
        let options = TiltOptions(
          convention: newValue.convention,
          units: newValue.units ?? .auto,
          rate: newValue.rate
        )
        source = .file(path: path, options: options, interpolation: newValue.interpolation ?? .hold)
      }
    }
  }
}

extension Appearance {
  /// The fields of an appearance, which appear among those of a body or a layer.
  package static let properties: [Property<Self>] = [
    Property("fill", \.fill, .numbers(count: 3...4))
      .means("The colour of the inside: red, green, blue and perhaps alpha, each from 0 to 1."),
    Property("stroke", \.stroke, .numbers(count: 3...4))
      .means("The colour of the outline."),
    Property("lineWidth", \.lineWidth, .number(length))
      .means("The width of an outline that has a colour, in units; {} if absent."),
    Property("opacity", \.opacity, .number(share))
      .means("How much of it there is; {} if absent."),
    Property("depth", \.depth, .number(depths))
      .means("The place in the drawing order, the greater the later; {} if absent."),
    Property("scale", \.scale, .number(scales))
      .means("How many times as large it is drawn, about its origin; {} if absent."),
    Property("cornerRadius", \.cornerRadius, .number(length))
      .means("The radius of rounded corners, in units; {} if absent."),
    Property("strokeStart", \.strokeStart, .number(share))
      .means("The share of the outline's length at which it begins; {} if absent."),
    Property("strokeEnd", \.strokeEnd, .number(share))
      .means("The share of the outline's length at which it ends; {} if absent."),
  ]

  package static let fields: Schema<Self> = Schema("appearance", "", standard: Self(), properties)
}

extension LayerDescription {
  /// The fields of a layer, except those of its form and of its appearance.
  package static let fields: Schema<Self> = Schema(
    .layer,
    standard: Self(id: "", .geometry(.circle(radius: 1))),
    properties
  )

  fileprivate static let properties: [Property<Self>] = [
    Property("id", \.id, .text).always
      .means("The name by which animations and recordings know the layer."),
    Property("at", \.position, .vector(.position)).symbols("x", "y")
      .means("Where its origin is, in units; the origin if absent."),
    Property("angle", \.angle, .number(.angle)).symbols("angle")
      .means("How it is turned, counterclockwise, in radians."),
    Property("svg", \.svg, .text)
      .means("An outline in SVG's words, such as M 0 0 L 10 0; y points up."),
  ]

  /// The outline's path data, if the layer has one.
  var svg: String? {
    get { if case .path(let data) = form { data } else { nil } }
    set { if let newValue { form = .path(newValue) } }
  }
}

extension TouchDescription {
  package static let fields: Schema<Self> = Schema(
    "touch",
    "A tap on the box, which layers that follow move to.",
    standard: Self(time: 0, point: .zero),
    [
      Property("at", \.time, .number(AnimationDescription.Play.moment)).always
        .means("When, in seconds."),
      Property("point", \.point, .vector(.position)).always
        .means("Where, in units."),
    ],
    required: ["at", "point"]
  )
}

extension FieldTable {
  package static let layer: FieldTable = FieldTable(
    "layer",
    "Something that is drawn and that no physics feels.",
    LayerDescription.properties.fields(of: LayerDescription(id: "", .geometry(.circle(radius: 1))))
      + FormFields.properties.fields(of: FormFields())
      + Appearance.properties.fields(of: Appearance()) + [
        frame,
        Field("follows", .mapping(following)).means(
          "How it moves to a touch; absent, it does not."
        ),
      ],
    required: ["id"],
    alternatives: .exactlyOne(FormFields.keys + ["svg", "frame"])
  )

  package static let following: FieldTable = FieldTable(
    "following",
    "How a layer moves to where the box is touched.",
    [
      Field("duration", .number(AnimationDescription.Play.duration))
        .means("How long it takes, in seconds; 1 if absent."),
      Field("timing", .timing).means("How progress follows time; easeOut if absent."),
    ]
  )
}

extension HandoverDescription {
  package static let fields: Schema<Self> = Schema(
    "handover",
    "A dynamic body that its animations hold is released into physics with its velocity, or caught again.",
    standard: Self(body: ""),
    [
      Property("body", \.body, .text).always
        .means("The id of a dynamic body; at first its animations hold it."),
      Property("at", \.time, .number(AnimationDescription.Play.moment))
        .means("When, in seconds."),
      Property("begin", \.contact, .text)
        .means("When it begins to touch this body, or walls."),
      Property("tap", \.isTap, .flag)
        .means("When the box is tapped; true."),
      Property("to", \.to, .vector(.position))
        .means("Where it is taken to when it is caught, in units; absent, it is released."),
      Property("angle", \.angle, .number(.angle))
        .means("The angle that it is turned to when it is caught, in radians; {} if absent."),
      Property("spring", \.springFields, SpringFields.schema)
        .means("The spring that pulls it there."),
      Property("duration", \.duration, .number(AnimationDescription.Play.duration))
        .means("How long a curve takes that leads it there, in seconds, in the place of a spring."),
    ],
    required: ["body"],
    alternatives: .exactlyOne(["at", "begin", "tap"])
  )

  /// The spring as in a file.
  var springFields: SpringFields? {
    get { spring?.fields }
    set { spring = newValue.map { .init($0) } }
  }
}
