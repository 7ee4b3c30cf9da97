internal import Chipmunk
internal import Tiltbox

// The fields of a line with a command, and of a line of a journal.
extension FieldTable {
  /// The keys that name a command; each line has one of them.
  static let verbs = [
    "tilt", "add", "remove", "impulse", "tap", "pause", "speed", "checkpoint", "quit",
  ]

  static let command = FieldTable(
    "command",
    "Something that changes a run from outside.",
    commandFields + [
      Field("quit", .flag, "Whether to end the run; true."),
      Field("ack", .text, "A text or number that comes back in the answer."),
    ],
    alternatives: .exactlyOne(verbs)
  )

  /// The keys for the requests that only a viewer of a live run can make.
  static let viewerVerbs = ["step", "reset", "scene", "drag", "release", "lock", "seen"]

  static let viewerLine = FieldTable(
    "viewer's line",
    "Something that a viewer of a live run asks for.",
    commandFields + [
      Field("step", .flag, "Whether to advance by one tick while time stands still; true."),
      Field("reset", .flag, "Whether to begin the scenario again; true."),
      Field("scene", .text, "The name of the scenario to begin."),
      Field("drag", .mapping(.drag), "Pulls a body by a spring until it is released."),
      Field("release", .flag, "Whether to let go of what is dragged; true."),
      Field("lock", .flag, "Whether to keep the tilt from all others."),
      Field("seen", .whole(0...(1 << 53)), "The newest tick that the viewer has drawn."),
      Field("ack", .text, "A text or number that comes back in the answer."),
    ],
    alternatives: .exactlyOne(verbs.filter { $0 != "quit" } + viewerVerbs)
  )

  /// The requests to a box whose list of bodies is fixed.
  private static let boxVerbs = ["tilt", "impulse", "tap"]

  static let boxLine = FieldTable(
    "box line",
    "Something that changes one of several boxes, or all of them.",
    commandFields.filter { boxVerbs.contains($0.key) } + [
      Field("box", .whole(0...Int(UInt32.max)), "The number of the box, from 0 on; absent, all.")
    ],
    alternatives: .exactlyOne(boxVerbs)
  )

  static let drag = FieldTable(
    "drag",
    "A spring between a point of a body and a point of the world.",
    [
      Field("body", .text, "The id of a dynamic body."),
      Field("at", .pair(.position, of: "x, y"), "The point in the body's own coordinates."),
      Field("to", .pair(.position, of: "x, y"), "The point of the world."),
    ],
    required: ["body", "at", "to"]
  )

  static let journalLine = FieldTable(
    "journal line",
    "Something that has changed a run, and when.",
    commandFields + [
      Field("timeStep", .number(.timeStep), "The length of a tick from now on, in seconds."),
      Field("tick", .whole(0...Int.max), "The tick from which on it acts."),
      Field("digest", .text, "The fingerprint of the trajectory so far."),
      Field(
        "end",
        .text,
        "The fingerprint of the trajectory, where the run was ended in good order."
      ),
      Field("check", .text, "The fingerprint of all bytes of the journal before the comma."),
    ],
    required: ["tick"],
    alternatives: .exactlyOne(verbs.filter { $0 != "quit" } + ["timeStep", "digest", "end"])
  )

  static let journalHeader = FieldTable(
    "journal header",
    "What a run was made from.",
    [
      Field("tiltbox", .whole(1...1), "The version of the format: 1."),
      Field("kind", .choice(["journal"]), "journal"),
      Field("version", .text, "The version of Tiltbox that wrote it."),
      Field("chipmunk", .text, "The version of the physics library."),
      Field("scenario", .mapping(.scenario), "The whole scenario."),
      Field("check", .text, "The fingerprint of all bytes of the journal before the comma."),
    ],
    required: ["tiltbox", "kind", "scenario"]
  )

  private static let commandFields = [
    Field("tilt", .pair(Scenario.tilt, of: "x, y"), "How the device is held from now on, in g."),
    Field("add", .mapping(.body), "A body, as in a scenario."),
    Field("remove", .text, "The id of the body to take away."),
    Field("impulse", .mapping(.impulse), "A push."),
    Field(
      "tap",
      .pair(.position, of: "x, y"),
      "A touch of the box, which layers that follow move to."
    ),
    Field("pause", .flag, "Whether time stands still."),
    Field("speed", .number(PlaybackSpeed.range), "Simulated seconds in a real one; 1 at first."),
    Field("checkpoint", .flag, "Whether to make a checkpoint; true."),
  ]

  static let impulse = FieldTable(
    "impulse",
    "A push.",
    [
      Field("body", .text, "The id of a dynamic body."),
      Field("by", .pair(.impulse, of: "x, y"), "The impulse, in kg·units/s."),
      Field(
        "at",
        .pair(.position, of: "x, y"),
        "The point of the world that is pushed; absent, the centre of gravity."
      ),
    ],
    required: ["body", "by"]
  )
}
