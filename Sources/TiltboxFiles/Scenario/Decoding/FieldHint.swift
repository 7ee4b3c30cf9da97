internal import Tiltbox

/// Advice for a word from other engines or formats that has no single equivalent among the fields.
struct FieldHint {
  /// The tables in which the word is misplaced.
  let tables: [String]
  let words: Set<String>
  let advice: String
  /// The fields that must not be reported as missing as well.
  var settled: [String] = []

  /// Returns the hint for a key unknown to a table, if there is one.
  static func hint(for key: String, in table: FieldTable) -> FieldHint? {
    let letters = FieldSynonyms.letters(of: key)
    return all.first { $0.tables.contains(table.name) && $0.words.contains(letters) }
  }

  private static let all = ofBodies + ofConstraints + ofOthers

  private static let ofBodies = [
    FieldHint(
      tables: ["body", "shape", "layer"],
      words: ["shape", "geometry", "form", "radii", "r"],
      advice: "give the shape by its kind: circle: 10, box: [40, 20], segment or polygon",
      settled: ["shapes"] + FormFields.keys
    ),
    FieldHint(
      tables: ["body", "shape", "layer"],
      words: ["diameter"],
      advice: "write circle: half the diameter",
      settled: ["shapes"] + FormFields.keys
    ),
    FieldHint(
      tables: ["body", "shape", "layer"],
      words: ["width", "height", "w", "h"],
      advice: "write box: [width, height]",
      settled: ["shapes"] + FormFields.keys
    ),
    FieldHint(tables: ["body", "layer"], words: ["x", "y"], advice: "write at: [x, y]"),
    FieldHint(tables: ["body"], words: ["vx", "vy"], advice: "write velocity: [x, y]"),
    FieldHint(
      tables: ["body"],
      words: ["static", "isstatic", "fixed", "immovable", "anchored"],
      advice: "write type: static",
      settled: ["type", "mass"]
    ),
    FieldHint(
      tables: ["body"],
      words: ["kinematic", "iskinematic"],
      advice: "write type: kinematic",
      settled: ["type", "mass"]
    ),
    FieldHint(
      tables: ["body"],
      words: ["dynamic", "isdynamic"],
      advice: "write type: dynamic, which is the default, or type: static"
    ),
    FieldHint(
      tables: ["body"],
      words: ["fixedrotation", "allowsrotation", "lockrotation", "freezerotation"],
      advice: "for a body that never rotates write moment: infinite"
    ),
    FieldHint(
      tables: ["body"],
      words: ["gravityscale", "affectedbygravity", "ignoregravity"],
      advice: "gravity acts on every dynamic body and on no other; write type: kinematic"
    ),
    FieldHint(
      tables: ["body"],
      words: ["lineardamping", "angulardamping", "frictionair"],
      advice: "damping is the same for all bodies; write world: {damping: 0.9}"
    ),
  ]

  private static let ofConstraints = [
    FieldHint(
      tables: ["constraint"],
      words: ["type", "kind", "bodies", "a", "b", "bodya", "bodyb", "body1", "body2"],
      advice: "the kind is the key and the two bodies are its value; write pivot: [a, b]",
      settled: FieldTable.constraintKinds
    ),
    FieldHint(
      tables: ["constraint"],
      words: ["weld", "fixed", "rigid", "weldjoint"],
      advice: "there is no weld; give one body several shapes",
      settled: FieldTable.constraintKinds
    ),
    FieldHint(
      tables: ["constraint"],
      words: ["enablemotor", "usemotor"],
      advice: "a motor is a constraint of its own: {motor: [a, b], rate: 3}"
    ),
    FieldHint(
      tables: ["constraint"],
      words: ["limit", "limits", "enablelimit", "lowerangle", "upperangle"],
      advice: "a limit is a constraint of its own: {rotaryLimit: [a, b], min: -1, max: 1}"
    ),
    FieldHint(
      tables: ["constraint"],
      words: ["frequency", "frequencyhz", "dampingratio"],
      advice: "give stiffness and damping"
    ),
    FieldHint(
      tables: ["constraint"],
      words: ["anchor"],
      advice: "give a pivot at: [x, y] in the world, and other kinds anchorA and anchorB"
    ),
  ]

  private static let ofOthers = [
    FieldHint(
      tables: ["world"],
      words: ["fps", "hz", "tickrate", "frequency"],
      advice: "give the time step, as in step: 1/60"
    ),
    FieldHint(tables: ["world"], words: ["substeps"], advice: "write a shorter step"),
    FieldHint(
      tables: ["world"],
      words: ["sleeping", "allowsleep", "allowsleeping", "enablesleep", "enablesleeping"],
      advice: "write sleepAfter: 0.5, in seconds"
    ),
    FieldHint(
      tables: ["world"],
      words: ["scale", "ppm", "pixelspermeter"],
      advice: "there is no scale; you choose the unit of length"
    ),
    FieldHint(
      tables: ["scenario", "world", "run"],
      words: ["seed", "randomseed"],
      advice: "runs have no randomness"
    ),
    FieldHint(
      tables: ["scenario"],
      words: ["floor", "ground"],
      advice: "give walls, or a static segment among the bodies"
    ),
    FieldHint(
      tables: ["walls", "body", "shape"],
      words: ["thickness"],
      advice: "give radius, which is half the thickness"
    ),
    FieldHint(
      tables: ["walls"],
      words: ["width", "height", "w", "h"],
      advice: "write size: [width, height]",
      settled: ["size"]
    ),
    FieldHint(
      tables: ["tilt"],
      words: ["x", "y", "angle", "direction"],
      advice: "write tilt: [x, y] in g, where [0, -1] is upright",
      settled: ["constant", "file"]
    ),
    FieldHint(
      tables: ["run"],
      words: ["time", "steps", "ticks", "end"],
      advice: "give duration, in seconds"
    ),
    FieldHint(
      tables: ["run"],
      words: ["fast", "realtime", "speed"],
      advice: "how fast a run goes is an option of the command: tiltbox run --fast"
    ),
    FieldHint(
      tables: ["touch"],
      words: ["x", "y", "position", "pos", "location", "place"],
      advice: "write point: [x, y]",
      settled: ["point"]
    ),
    FieldHint(
      tables: ["impulse"],
      words: ["x", "y", "impulse"],
      advice: "write by: [x, y]",
      settled: ["by"]
    ),
    FieldHint(
      tables: ["animation"],
      words: ["keyframes"],
      advice: "here it is called values",
      settled: ["values", "from"]
    ),
    FieldHint(
      tables: ["animation"],
      words: ["path"],
      advice: "write points: [[x, y], [x, y]], svg or ellipse",
      settled: ["points", "from"]
    ),
    FieldHint(tables: ["animation"], words: ["end", "stop"], advice: "give duration, in seconds"),
    FieldHint(
      tables: ["expectation"],
      words: ["before", "by", "until"],
      advice: "write eventually: [0, 3] for a time before 3 s",
      settled: ["eventually"]
    ),
    FieldHint(
      tables: ["expectation"],
      words: ["id", "name", "of"],
      advice: "name the body with body"
    ),
  ]
}
