import Chipmunk

// The fields of an expectation.
extension FieldTable {
  package static let expectation = FieldTable(
    "expectation",
    "Something that is expected of a run. Numbers may be formulas, as in sqrt(2*h/g).",
    [
      Field("body", .text)
        .means("The body that is meant; every dynamic one if absent."),
      Field("firstContact", .text)
        .means("What the body meets for the first time: a body, walls, or walls.bottom."),
      Field("contacts", .either(.whole(0...1_000_000_000), .mapping(.bounds)))
        .means("How many contacts the body begins."),
      Field("with", .text).of(["contacts"])
        .means("With whom those contacts are; with anybody if absent."),
    ]
      + Scenario.Expectation.VectorMeasure.allCases.map { measure in
        Field(
          measure.rawValue,
          .list(.formula(Scenario.Expectation.number(in: measure.unit)), count: 2...2),
          "The body's \(measure.rawValue), [x, y], in \(measure.unit)."
        )
      }
      + Scenario.Expectation.Measure.allCases.map { measure in
        Field(
          measure.rawValue,
          .either(.formula(Scenario.Expectation.number(in: measure.unit)), .mapping(.bounds)),
          "The body's \(measure.words), in \(measure.unit)."
        )
      } + [
        Field("target", .text)
          .means(
            "A value, or what of a layer or of a body's look: value.ID, layer.ID.position, body.ID.fill, layer.ID.fill.red."
          ),
        Field(
          "value",
          .either(
            .either(
              .formula(Scenario.Expectation.number),
              .list(.formula(Scenario.Expectation.number), count: 1...1000)
            ),
            .mapping(.bounds)
          )
        )
        .of(["target"])
        .means("The target's number, or all of its numbers."),
        Field("asleepBy", .formula(Scenario.time))
          .means("A time at which the body sleeps, in seconds."),
        Field(
          "inside",
          .list(
            .list(.formula(Scenario.Expectation.number(in: "units")), count: 2...2),
            count: 2...2
          )
        )
        .means("A rectangle that the body's position never leaves: two corners, in units."),
        Field("order", .list(.mapping(.contactChange), count: 1...1000))
          .means("Contacts that begin and end in this order."),
        Field("breaks", .text)
          .means("A constraint that breaks, at some time or at one given with at."),
        Field("holds", .text)
          .means("A constraint that does not break."),
        Field("digest", .text)
          .means(
            "A recording in JSON lines or MCAP, relative to the scenario's folder, that the run repeats to the bit; or a digest of 16 hexadecimal digits, at a time or at the end."
          ),
        Field("at", .either(.formula(Scenario.time), .choice(["end"]))).of(
          ["firstContact", "breaks", "digest"] + timed
        )
        .means("The time at which it holds, in seconds, or end."),
        Field("always", period).of(timed)
          .means("At all times, true, or those from one to another, in seconds."),
        Field("eventually", period).of(timed)
          .means("At some time, true, or one between two, in seconds."),
        Field("within", .formula(Scenario.Expectation.number)).of(
          ["firstContact", "breaks", "target"] + measures
        )
        .means(
          "How far it may be off: in the unit of what is expected; of a first contact or a break in seconds."
        ),
      ],
    alternatives: .exactlyOne(conditionKeys)
  )

  package static let bounds = FieldTable(
    "bounds",
    "A least and a greatest number; one may be absent.",
    [
      Field("min", .formula(Scenario.Expectation.number))
        .means("The least number."),
      Field("max", .formula(Scenario.Expectation.number))
        .means("The greatest number."),
    ]
  )

  package static let contactChange = FieldTable(
    "contactChange",
    "A contact that begins or ends between two bodies, or a body and walls.",
    [
      Field("begin", .list(.text, count: 2...2))
        .means("The two that begin to touch."),
      Field("separate", .list(.text, count: 2...2))
        .means("The two that cease to."),
    ],
    alternatives: .exactlyOne(["begin", "separate"])
  )

  /// The keys of conditions; an expectation has one of them.
  package static let conditionKeys =
    ["firstContact", "contacts"] + measures
    + ["target", "asleepBy", "inside", "order", "breaks", "holds", "digest"]

  /// The keys of the numbers of a body's state.
  private static let measures =
    Scenario.Expectation.VectorMeasure.allCases.map(\.rawValue)
    + Scenario.Expectation.Measure.allCases.map(\.rawValue)

  /// The keys of conditions at a time, or during a period.
  private static let timed = ["contacts", "inside", "target"] + measures

  /// All the time, or from one time to another.
  private static let period = FieldType.either(
    .list(.formula(Scenario.time), count: 2...2),
    .choice(["true"])
  )

  /// The keys of times.
  package static let whenKeys = ["at", "always", "eventually"]
}
