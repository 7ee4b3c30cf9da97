package import Chipmunk

extension ShapeFilter {
  package static let fields: Schema<Self> = Schema(
    "filter",
    "Which shapes touch: not those of one group, and only those whose categories are in each other's mask.",
    standard: Self(),
    [
      Property("group", \.group, .whole(0...Int.max)).always
        .means("Shapes of one group never touch each other; 0 is no group."),
      Property("categories", \.categories.rawValue, .whole(0...Int(UInt32.max))).always
        .means("The categories of the shape, one bit each; all if absent."),
      Property("mask", \.mask.rawValue, .whole(0...Int(UInt32.max))).always
        .means("The categories that it touches, one bit each; all if absent."),
    ]
  )
}

extension Surface {
  /// The fields of a surface, which appear among those of a shape, a body, walls or defaults.
  package static let properties: [Property<Self>] = [
    Property("friction", \.friction, .number(.friction)).symbols("friction")
      .means("The friction coefficient; a contact has the product of both."),
    Property("elasticity", \.elasticity, .number(.elasticity)).symbols("elasticity")
      .means("The elasticity; a contact has the product of both."),
    Property("rollingResistance", \.rollingResistance, .number(.rollingResistance))
      .means(
        "The coefficient of rolling resistance: a torque of up to it, times the radius, times the normal force, brakes what rolls; a contact has the larger coefficient. With engine: tiltbox."
      ),
    Property("oneWay", \.oneWay, .vector(.oneWay))
      .means(
        "The direction in which others pass, in the body's own coordinates: [0, 1] carries what comes from above. With engine: tiltbox."
      ),
    Property("surfaceVelocity", \.velocity, .vector(.surfaceVelocity))
      .means(
        "The surface's own velocity, as of a belt, in the world's axes; its part along the surface counts."
      ),
    Property("sensor", \.isSensor, .flag)
      .means("Whether it reports contacts without answering them."),
    Property("filter", \.filter, ShapeFilter.fields)
      .means("Which shapes it may touch."),
    Property("collisionType", \.collisionType.rawValue, .whole(0...Int.max))
      .means("The kind of thing it is, as a number of your own."),
    Property("density", \.density, .number(.density)).symbols("density")
      .means(
        "The mass per area, in kg/units², of a body that has no mass of its own; beside a mass only the proportions of the shapes' densities count."
      ),
  ]

  /// The fields that walls do not have.
  static let notOfWalls = ["sensor", "oneWay", "density"]

  package static let fields: Schema<Self> = Schema("surface", "", standard: Self(), properties)
}

/// The form of a shape as in a file: one of five, with its rounding and its place.
package struct FormFields: Sendable {
  package var box: Vector?
  package var circle: Double?
  package var segment: [Vector]?
  package var polygon: [Vector]?
  package var chain: [Vector]?
  package var isClosed = false
  package var radius = 0.0
  package var center = Vector.zero

  package init() {}

  /// The keys of a shape's form.
  package static let keys = ["box", "circle", "segment", "polygon", "chain"]

  package static let properties: [Property<Self>] = [
    Property("box", \.box, .pair(.boxSide, of: "width, height")).of(["box"])
      .means("A rectangle, in units."),
    Property("circle", \.circle, .number(.circleRadius)).of(["circle"])
      .means("A disc of this radius, in units."),
    Property("segment", \.segment, .points(2...2)).of(["segment"])
      .means("A line between two points, in units."),
    Property("polygon", \.polygon, .points(3...1000)).of(["polygon"])
      .means("A polygon, convex or not: its corners in order, in units."),
    Property("chain", \.chain, .either(.points(2...10_000), .mapping(.chainFile))).of(["chain"])
      .means("Terrain: segments between points, in units; bodies slide over them without a bump."),
    Property("closed", \.isClosed, .flag).of(["chain"])
      .means("Whether a chain leads back to its first point."),
    Property("radius", \.radius, .number(.roundingRadius)).of([
      "box", "segment", "polygon", "chain",
    ])
    .means("What rounds a box, a segment, a polygon or a chain outwards, in units."),
    Property("center", \.center, .vector(.position)).of(["box", "circle"])
      .means("Where on the body a box or a circle is, in units."),
  ]

  package static let schema: Schema<Self> = Schema("form", "", standard: Self(), properties)
}

extension FormFields {
  package init(_ geometry: Geometry) {
    switch geometry {
    case .circle(let radius, let center): (circle, self.center) = (radius, center)
    case .segment(let from, let to, let radius): (segment, self.radius) = ([from, to], radius)
    case .box(let width, let height, let radius, let center):
      (box, self.radius, self.center) = (Vector(width, height), radius, center)
    case .polygon(let vertices, let radius): (polygon, self.radius) = (vertices, radius)
    case .chain(let points, let isClosed, let radius):
      (chain, self.isClosed, self.radius) = (points, isClosed, radius)
    }
  }

  /// The form, if there is one.
  package var geometry: Geometry? {
    if let box { return .box(width: box.x, height: box.y, radius: radius, center: center) }
    if let circle { return .circle(radius: circle, center: center) }
    if let segment { return .segment(from: segment[0], to: segment[1], radius: radius) }
    if let chain { return .chain(chain, isClosed: isClosed, radius: radius) }
    return polygon.map { .polygon($0, radius: radius) }
  }
}

extension BodyDescription {
  /// The values for bodies that do not state their own.
  package struct Defaults: Sendable {
    package var mass: Double?
    package var surface = Surface()

    package init() {}

    package static let fields: Schema<Self> = Schema(
      "defaults",
      "What holds for bodies that do not say.",
      standard: Self(),
      [Property("mass", \.mass, .number(.mass)).means("The mass of a dynamic body, in kg.")]
        + Surface.properties.map { $0.lifted(to: \.surface) }
    )
  }

  /// The fields of a body, except those of its shapes.
  package static let fields: Schema<Self> = Schema(.body, standard: Self(id: ""), properties)

  fileprivate static let properties: [Property<Self>] =
    [
      Property("id", \.id, .text).always
        .means(
          "The name that recordings know the body by; else the kind and a number, as crate-1."
        ),
      Property("type", \.type, .choices(BodyType.self))
        .means("Moved by forces, by its velocity alone, or never; {} if absent."),
      Property("at", \.position, .vector(.position)).symbols("x", "y")
        .means("The position, in units; the origin if absent."),
      Property("angle", \.angle, .number(.angle)).symbols("angle")
        .means("The angle, counterclockwise, in radians."),
      Property("velocity", \.velocity, .vector(.velocity)).symbols("vx", "vy")
        .means("The velocity of the centre of gravity, in units/s."),
      Property("angularVelocity", \.angularVelocity, .number(.angularVelocity)).symbols(
        "angularVelocity"
      )
      .means("The angular velocity, counterclockwise, in rad/s."),
      Property("mass", \.mass, .number(.mass)).symbols("mass")
        .means("The mass of a dynamic body, in kg."),
      Property("moment", \.moment, .either(.number(.moment), .choice(["infinite"])))
        .means(
          "The moment of inertia about the centre of gravity, in kg·units²; computed from the shapes if absent; infinite never turns."
        ),
      Property("centerOfGravity", \.centerOfGravity, .vector(.position))
        .means(
          "The centre of gravity, from the body's origin, in units; that of the shapes if absent."
        ),
      Property("bullet", \.isBullet, .flag)
        .means(
          "Whether a fast body hits other dynamic bodies too, where it would fly through them."
        ),
      Property("overlap", \.mayOverlap, .flag)
        .means(
          "Whether the body is meant to start inside another one or outside the walls: no warning then."
        ),
    ] + response + Appearance.properties.map { $0.lifted(to: \.appearance) }

  /// How a body follows gravity and loses velocity. One list would be too long for the compiler.
  private static let response: [Property<Self>] = [
    Property("gravityScale", \.gravityScale, .number(.gravityScale))
      .means("How many times gravity acts on the body; {} if absent. With engine: tiltbox."),
    Property("damping", \.damping, .number(.damping))
      .means("The share of its velocity left after 1 s; {} if absent. With engine: tiltbox."),
    Property("angularDamping", \.angularDamping, .number(.angularDamping))
      .means("The share of angular velocity left after 1 s; {} if absent. With engine: tiltbox."),
  ]
}

extension FieldTable {
  package static let body: FieldTable = FieldTable(
    "body",
    "A rigid body: what moves, and the shapes that it is made of.",
    BodyDescription.properties.fields(of: BodyDescription(id: "")) + [
      Field("shapes", .list(.mapping(.shape), count: 0...Int.max))
        .means("The shapes, if there are several."),
      .repetition,
    ] + shapeFields + [frame] + composites,
    alternatives: .atMostOne(FormFields.keys + ["shapes", "frame"] + compositeKeys)
  )

  package static let shape: FieldTable = FieldTable(
    "shape",
    "A part of a body that touches others.",
    shapeFields,
    alternatives: .exactlyOne(FormFields.keys)
  )

  /// The file of a chain's points.
  package static let chainFile: FieldTable = FieldTable(
    "chainFile",
    "A file with the points of a chain.",
    [
      Field("file", .text)
        .means("Relative to the scenario file. It has x and y on each line, or an SVG path.")
    ],
    required: ["file"]
  )

  /// A box, by its upper left corner in the scenario's view.
  static let frame = Field("frame", .numbers(count: 4...4))
    .means(
      "A box in the view: x and y of its upper left corner, y down, width and height, in units."
    )

  /// Several bodies with one entry; the file's reader makes them.
  package static let composites = [RopeDescription.fields.table, BlobDescription.fields.table].map {
    Field($0.name, .mapping($0))
      .means("\($0.about) The other fields hold for each of them, the mass for all.")
  }
  /// Their keys: copying a field takes long.
  package static let compositeKeys = composites.map(\.key)

  private static let shapeFields =
    FormFields.properties.fields(of: FormFields()) + Surface.properties.fields(of: Surface())
}
