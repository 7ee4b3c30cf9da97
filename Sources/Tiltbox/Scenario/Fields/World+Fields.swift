import Chipmunk

extension Scenario.World {
  package static let fields = Schema(
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
        .means("The seconds after which a still body falls asleep; never if absent."),
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
    Property("seed", \.seed, .whole(0...Int.max)).decidesOthers
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
  package static let fields = Schema(
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
  package static let fields = Schema(
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
  package static let fields = Schema(
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
