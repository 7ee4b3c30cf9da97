internal import Tiltbox

/// Advice for a word from other engines or formats that has no single equivalent among the fields.
struct FieldAdvice {
  /// The tables in which the word is misplaced.
  let tables: [String]
  let words: Set<String>
  let advice: String
  /// The fields that must not be reported as missing as well.
  let settled: [String]

  private init(
    in tables: [String],
    _ words: Set<String>,
    _ advice: String,
    settles settled: [String] = []
  ) {
    (self.tables, self.words, self.advice, self.settled) = (tables, words, advice, settled)
  }

  /// Returns the advice for a key unknown to a table, if there is one.
  static func advice(for key: String, in table: FieldTable) -> FieldAdvice? {
    let letters = FieldSynonyms.letters(of: key)
    return all.first { $0.tables.contains(table.name) && $0.words.contains(letters) }
  }

  private static let all = ofBodies + ofConstraints + ofOthers

  private static let ofBodies: [FieldAdvice] = [
    .init(
      in: ["body", "shape", "layer"],
      ["shape", "geometry", "form", "radii", "r"],
      "give the shape by its kind: circle: 10, box: [40, 20], segment or polygon",
      settles: ["shapes"] + FormFields.keys
    ),
    .init(
      in: ["body", "shape", "layer"],
      ["diameter"],
      "write circle: half the diameter",
      settles: ["shapes"] + FormFields.keys
    ),
    .init(
      in: ["body", "shape", "layer"],
      ["width", "height", "w", "h"],
      "write box: [width, height]",
      settles: ["shapes"] + FormFields.keys
    ),
    .init(in: ["body", "layer"], ["x", "y"], "write at: [x, y]"),
    .init(in: ["body"], ["vx", "vy"], "write velocity: [x, y]"),
    .init(
      in: ["body"],
      ["static", "isstatic", "fixed", "immovable", "anchored"],
      "write type: static",
      settles: ["type", "mass"]
    ),
    .init(
      in: ["body"],
      ["kinematic", "iskinematic"],
      "write type: kinematic",
      settles: ["type", "mass"]
    ),
    .init(
      in: ["body"],
      ["dynamic", "isdynamic"],
      "write type: dynamic, which is the default, or type: static"
    ),
    .init(
      in: ["body"],
      ["fixedrotation", "allowsrotation", "lockrotation", "freezerotation"],
      "for a body that never rotates write moment: infinite"
    ),
    .init(
      in: ["body"],
      ["gravityscale", "affectedbygravity", "ignoregravity"],
      "gravity acts on every dynamic body and on no other; write type: kinematic"
    ),
    .init(
      in: ["body"],
      ["lineardamping", "angulardamping", "frictionair"],
      "damping is the same for all bodies; write world: {damping: 0.9}"
    ),
  ]

  private static let ofConstraints: [FieldAdvice] = [
    .init(
      in: ["constraint"],
      ["type", "kind", "bodies", "a", "b", "bodya", "bodyb", "body1", "body2"],
      "the kind is the key and the two bodies are its value; write pivot: [a, b]",
      settles: FieldTable.constraintKinds
    ),
    .init(
      in: ["constraint"],
      ["weld", "fixed", "rigid", "weldjoint"],
      "there is no weld; give one body several shapes",
      settles: FieldTable.constraintKinds
    ),
    .init(
      in: ["constraint"],
      ["enablemotor", "usemotor"],
      "a motor is a constraint of its own: {motor: [a, b], rate: 3}"
    ),
    .init(
      in: ["constraint"],
      ["limit", "limits", "enablelimit", "lowerangle", "upperangle"],
      "a limit is a constraint of its own: {rotaryLimit: [a, b], min: -1, max: 1}"
    ),
    .init(
      in: ["constraint"],
      ["frequency", "frequencyhz", "dampingratio"],
      "give stiffness and damping"
    ),
    .init(
      in: ["constraint"],
      ["anchor"],
      "give a pivot at: [x, y] in the world, and other kinds anchorA and anchorB"
    ),
  ]

  private static let ofOthers: [FieldAdvice] = [
    .init(
      in: ["world"],
      ["fps", "hz", "tickrate", "frequency"],
      "give the time step, as in step: 1/60"
    ),
    .init(in: ["world"], ["substeps"], "write a shorter step"),
    .init(
      in: ["world"],
      ["sleeping", "allowsleep", "allowsleeping", "enablesleep", "enablesleeping"],
      "write sleepAfter: 0.5, in seconds"
    ),
    .init(
      in: ["world"],
      ["scale", "ppm", "pixelspermeter"],
      "there is no scale; you choose the unit of length"
    ),
    .init(in: ["scenario", "run"], ["seed", "randomseed"], "write world: {seed: 1}"),
    .init(
      in: ["scenario"],
      ["floor", "ground"],
      "give walls, or a static segment among the bodies"
    ),
    .init(
      in: ["walls", "body", "shape"],
      ["thickness"],
      "give radius, which is half the thickness"
    ),
    .init(
      in: ["walls"],
      ["width", "height", "w", "h"],
      "write size: [width, height]",
      settles: ["size"]
    ),
    .init(
      in: ["tilt"],
      ["x", "y", "angle", "direction"],
      "write tilt: [x, y] in g, where [0, -1] is upright",
      settles: ["constant", "file"]
    ),
    .init(in: ["run"], ["time", "steps", "ticks", "end"], "give duration, in seconds"),
    .init(
      in: ["run"],
      ["fast", "realtime", "speed"],
      "how fast a run goes is an option of the command: tiltbox run --fast"
    ),
    .init(
      in: ["touch"],
      ["x", "y", "position", "pos", "location", "place"],
      "write point: [x, y]",
      settles: ["point"]
    ),
    .init(in: ["impulse"], ["x", "y", "impulse"], "write by: [x, y]", settles: ["by"]),
    .init(
      in: ["animation"],
      ["keyframes"],
      "here it is called values",
      settles: ["values", "from"]
    ),
    .init(
      in: ["animation"],
      ["path"],
      "write points: [[x, y], [x, y]], svg or ellipse",
      settles: ["points", "from"]
    ),
    .init(in: ["animation"], ["end", "stop"], "give duration, in seconds"),
    .init(
      in: ["expectation"],
      ["before", "by", "until"],
      "write eventually: [0, 3] for a time before 3 s",
      settles: ["eventually"]
    ),
    .init(in: ["expectation"], ["id", "name", "of"], "name the body with body"),
  ]
}
