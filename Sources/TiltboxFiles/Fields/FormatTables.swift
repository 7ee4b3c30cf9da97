internal import Chipmunk
internal import Tiltbox

// The file format, one table for each mapping in it. Defaults are those of the model.
extension FieldTable {
  static let scenario = FieldTable(
    "scenario",
    "A world, the bodies in it, how it is tilted and how long it runs. Lengths are in units of your own, mass in kg, time in seconds, angles in radians; y points up.",
    [
      Field("tiltbox", .whole(1...1), "The version of the format: 1."),
      Field("name", .text, "What recordings call the scenario; else the file's name."),
      Field("world", .mapping(.world), "The numbers that hold for the whole world."),
      Field(
        "walls",
        .mapping(.walls),
        "A box around the world; without it bodies fall out of sight."
      ),
      Field("defaults", .mapping(.defaults), "What holds for bodies that do not say."),
      Field(
        "bodies",
        .list(.mapping(.body), count: 0...Int.max),
        "The bodies, in the order in which recordings name them."
      ),
      Field(
        "constraints",
        .list(.mapping(.constraint), count: 0...Int.max),
        "What holds bodies to each other or to the ground."
      ),
      Field(
        "values",
        .list(.mapping(.value), count: 0...Int.max),
        "Numbers that belong to no body, for animations to change and recordings to show."
      ),
      Field(
        "animations",
        .list(.mapping(.animation), count: 0...Int.max),
        "What changes over time by itself, later ones over earlier ones."
      ),
      Field(
        "tilt",
        .either(.pair(Scenario.tilt, of: "x, y"), .mapping(.tilt)),
        "How the device is held, in g: [0, -1] is upright; or where that comes from."
      ),
      Field("run", .mapping(.run), "How long a run takes and what it records."),
      Field(
        "expect",
        .list(.mapping(.expectation), count: 0...Int.max),
        "What is expected of a run, which makes the scenario a test."
      ),
    ],
    required: ["tiltbox"]
  )

  static let world = FieldTable(
    "world",
    "The numbers that hold for the whole world.",
    [
      Field(
        "gravity",
        .number(.gravity),
        "The acceleration for a tilt of 1 g, in units/s²; 1000 if absent."
      ),
      Field(
        "step",
        .fraction(.timeStep),
        "The simulated time of a step, in seconds; 1/120 if absent."
      ),
      Field("iterations", .whole(1...1000), "The solver's iterations in a step; 10 if absent."),
      Field(
        "damping",
        .number(.damping),
        "The share of its velocity that a body keeps over a second; 1 if absent."
      ),
      Field(
        "sleepAfter",
        .number(.sleepTime),
        "The seconds after which a still body falls asleep; never if absent."
      ),
      Field(
        "integrator",
        .choice(Integrator.allCases.map(\.rawValue)),
        "chipmunk, the default, or half-kick: velocities half a step ahead, so that a free fall is exact."
      ),
      Field(
        "speedLimit",
        .either(.number(.speedLimit), .choice(["automatic", "none"])),
        "The speed that no body exceeds, in units/s; automatic, the default, is what the walls can hold."
      ),
    ]
  )

  static let walls = FieldTable(
    "walls",
    "Four segments around the rectangle from the origin to its size.",
    [
      Field("size", .pair(.boxSide, of: "width, height"), "The rectangle, in units."),
      Field(
        "radius",
        .number(.roundingRadius),
        "Half of a wall's thickness, in units; 1 if absent."
      ),
    ] + surfaceFields.filter { $0.key != "sensor" },
    required: ["size"]
  )

  static let defaults = FieldTable(
    "defaults",
    "What holds for bodies that do not say.",
    [Field("mass", .number(.mass), "The mass of a dynamic body, in kg.")] + surfaceFields
  )

  static let body = FieldTable(
    "body",
    "A rigid body: what moves, and the shapes that it is made of.",
    [
      Field(
        "id",
        .text,
        "The name that recordings know the body by; else the kind and a number, as crate-1."
      ),
      Field(
        "type",
        .choice(BodyType.allCases.map(\.rawValue)),
        "Moved by forces, by its velocity alone, or never; dynamic if absent."
      ),
      Field("at", .pair(.position, of: "x, y"), "The position, in units; the origin if absent."),
      Field("angle", .number(.angle), "The angle, counterclockwise, in radians."),
      Field("velocity", .pair(.velocity, of: "x, y"), "The velocity, in units/s."),
      Field(
        "angularVelocity",
        .number(.angularVelocity),
        "The angular velocity, counterclockwise, in rad/s."
      ),
      Field("mass", .number(.mass), "The mass of a dynamic body, in kg."),
      Field(
        "moment",
        .either(.number(.moment), .choice(["infinite"])),
        "The moment of inertia, in kg·units²; computed from the shapes if absent; infinite never turns."
      ),
      Field(
        "shapes",
        .list(.mapping(.shape), count: 0...Int.max),
        "The shapes, if there are several."
      ),
    ] + formFields + surfaceFields,
    alternatives: .atMostOne(formKeys + ["shapes"])
  )

  static let shape = FieldTable(
    "shape",
    "A part of a body that touches others.",
    formFields + surfaceFields,
    alternatives: .exactlyOne(formKeys)
  )

  static let filter = FieldTable(
    "filter",
    "Which shapes touch: not those of one group, and only those whose categories are in each other's mask.",
    [
      Field(
        "group",
        .whole(0...Int.max),
        "Shapes of one group never touch each other; 0 is no group."
      ),
      Field(
        "categories",
        .whole(0...Int(UInt32.max)),
        "The categories of the shape, one bit each; all if absent."
      ),
      Field(
        "mask",
        .whole(0...Int(UInt32.max)),
        "The categories that it touches, one bit each; all if absent."
      ),
    ]
  )

  static let tilt = FieldTable(
    "tilt",
    "Where tilt comes from.",
    [
      Field(
        "constant",
        .pair(Scenario.tilt, of: "x, y"),
        "The same all the time, in g: [0, -1] is upright."
      ),
      Field("file", .text, "A phone's recording, relative to the folder of the scenario file."),
      Field(
        "convention",
        choices(TiltConvention.self),
        "Which way the sensor points; gravity if absent."
      ),
      Field("units", choices(TiltUnits.self), "The unit where no header names it; auto if absent."),
      Field(
        "rate",
        .number(Scenario.tiltRate),
        "Samples a second, for lines that carry no time, in Hz."
      ),
      Field(
        "interpolation",
        choices(TiltInterpolation.self),
        "What holds between two samples; hold if absent."
      ),
      Field(
        "orientation",
        choices(Orientation.self),
        "Which way the screen is turned; portrait if absent."
      ),
    ],
    alternatives: .exactlyOne(["constant", "file"])
  )

  static let run = FieldTable(
    "run",
    "How long a run takes and what it records.",
    [
      Field(
        "duration",
        .number(Scenario.duration),
        "The simulated seconds of a run; until it is stopped if absent."
      ),
      Field(
        "frames",
        .number(Scenario.frameRate),
        "The frames recorded in a simulated second; 60 if absent."
      ),
    ]
  )

  /// Every table; each stands in at least one field of another, but for the first.
  static let all = [
    scenario, world, walls, defaults, body, shape, filter, constraint, value, animation, spring,
    tilt, run, expectation, bounds, contactChange,
  ]

  /// The keys of a shape's form.
  static let formKeys = ["box", "circle", "segment", "polygon"]

  private static let formFields = [
    Field("box", .pair(.boxSide, of: "width, height"), "A rectangle, in units."),
    Field("circle", .number(.circleRadius), "A disc of this radius, in units."),
    Field(
      "segment",
      .list(.pair(.position, of: "x, y"), count: 2...2),
      "A line between two points, in units."
    ),
    Field(
      "polygon",
      .list(.pair(.position, of: "x, y"), count: 3...1000),
      "The convex hull of these points, in units."
    ),
    Field(
      "radius",
      .number(.roundingRadius),
      "What rounds a box, a segment or a polygon outwards, in units."
    ),
    Field(
      "center",
      .pair(.position, of: "x, y"),
      "Where on the body a box or a circle is, in units."
    ),
  ]

  private static let surfaceFields = [
    Field(
      "friction",
      .number(.friction),
      "The friction coefficient; a contact has the product of both."
    ),
    Field("elasticity", .number(.elasticity), "The elasticity; a contact has the product of both."),
    Field(
      "surfaceVelocity",
      .pair(.surfaceVelocity, of: "x, y"),
      "The surface's own velocity, as of a conveyor belt, in units/s."
    ),
    Field("sensor", .flag, "Whether it reports contacts without answering them."),
    Field("filter", .mapping(.filter), "Which shapes it may touch."),
    Field(
      "collisionType",
      .whole(0...Int.max),
      "The kind of thing it is, as a number of your own."
    ),
  ]

  static func choices<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type)
    -> FieldType
  {
    .choice(Choice.allCases.map(\.rawValue))
  }
}
