import Chipmunk

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

  package static let fields = Schema("appearance", "", standard: Self(), properties)
}

extension LayerDescription {
  /// The fields of a layer, except those of its form and of its appearance.
  package static let fields = Schema(
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
  package static let fields = Schema(
    "touch",
    "A tap on the box, which layers that follow move to.",
    standard: Self(time: 0, point: .zero),
    [
      Property("at", \.time, .number(AnimationDescription.Play.duration)).always
        .means("When, in seconds."),
      Property("point", \.point, .vector(.position)).always
        .means("Where, in units."),
    ],
    required: ["at", "point"]
  )
}

extension FieldTable {
  package static let layer = FieldTable(
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

  package static let following = FieldTable(
    "following",
    "How a layer moves to where the box is touched.",
    [
      Field("duration", .number(AnimationDescription.Play.duration))
        .means("How long it takes, in seconds; 1 if absent."),
      Field("timing", .timing).means("How progress follows time; easeOut if absent."),
    ]
  )
}
