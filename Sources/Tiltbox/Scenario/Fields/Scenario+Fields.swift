extension FieldTable {
  package static let scenario = FieldTable(
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
      Field("view", .pair(.boxSide, of: "width, height"))
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
      Field("tilt", .either(.vector(Scenario.tilt), .mapping(TiltFields.record.table)))
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
    HandoverDescription.fields.table, animation, SpringFields.record.table, TiltFields.record.table,
    Scenario.Run.fields.table, expectation, bounds, contactChange,
  ]

  private static func list(_ table: FieldTable) -> FieldType {
    .list(.mapping(table), count: 0...Int.max)
  }
}
