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
    .init(in: ["body"], ["affectedbygravity", "ignoregravity"], "write gravityScale: 0"),
    .init(
      in: ["body"],
      ["frictionair"],
      "write damping: 0.9, the share of the velocity left after 1 s"
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

extension Field {
  /// Whether the field is one of a table's alternatives, or goes with the one that is given.
  func stands(beside alternative: String?, in table: FieldTable) -> Bool {
    guard let alternative, let owners else { return true }
    return owners.contains(alternative) || table.alternatives.keys.contains(key)
  }
}

/// The names of fields in other engines and formats.
enum FieldSynonyms {
  /// Returns the field of a table that an unknown word means beside one of the table's alternatives, if there is one.
  static func field(
    for word: String,
    in table: FieldTable,
    beside kind: String? = nil
  ) -> String? {
    let letters = letters(of: word)
    let found = names.first { name in
      name.others.contains(letters) && table[name.field]?.stands(beside: kind, in: table) == true
    }?.field
    // The fill of an animation is not a colour.
    return found == "fill" && table["stroke"] == nil ? nil : found
  }

  /// Returns the choice that an unknown word means, if there is one.
  static func choice(for word: String, among choices: [String]) -> String? {
    let letters = letters(of: word)
    return words.first { choices.contains($0.choice) && $0.others.contains(letters) }?.choice
  }

  /// Returns a word in lower case, without hyphens and underscores.
  static func letters(of word: String) -> String {
    word.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  private static let words: [(choice: String, others: [String])] = [
    ("static", ["fixed", "immovable", "anchored"]),
    ("dynamic", ["rigid", "free", "movable"]),
    ("kinematic", ["animated", "moving", "driven"]),
    ("infinite", ["infinity", "inf", ".inf"]),
    ("forever", ["true", "infinite", "infinity", ".inf", "always", "loop"]),
    ("end", ["last", "final", "finish", "finally"]),
    ("gravity", ["ios", "apple", "iphone"]),
    ("reaction", ["android", "phyphox"]),
    ("chipmunk", ["euler", "symplectic", "semiimpliciteuler"]),
    ("half-kick", ["leapfrog", "verlet", "velocityverlet"]),
    ("hold", ["none", "step", "nearest", "previous"]),
  ]

  static let names: [(field: String, others: [String])] = [
    ("tiltbox", ["version", "format", "formatversion"]),
    ("type", ["kind", "bodytype"]),
    ("pivot", ["hinge", "revolute", "axle", "pinjoint", "joint"]),
    ("groove", ["prismatic", "slider", "rail"]),
    ("slide", ["rope", "leash"]),
    ("pin", ["rod", "distancejoint"]),
    ("spring", ["dampedspring"]),
    ("at", ["position", "pos", "location", "place", "translation", "time", "when"]),
    ("anchorA", ["anchor1", "localanchora"]),
    ("anchorB", ["anchor2", "localanchorb"]),
    ("id", ["name", "label", "tag"]),
    ("angle", ["rotation", "orientation", "rot", "theta"]),
    ("angularVelocity", ["spin", "omega", "angularspeed", "rotationspeed"]),
    ("velocity", ["linearvelocity", "vel", "speed"]),
    ("mass", ["weight"]),
    ("fill", ["color", "colour"]),
    ("moment", ["inertia", "momentofinertia"]),
    ("bullet", ["isbullet", "ccd", "continuous", "usesprecisecollisiondetection"]),
    ("elasticity", ["restitution", "bounce", "bounciness"]),
    ("friction", ["mu", "frictioncoefficient"]),
    ("rollingResistance", ["rollingfriction", "rolling", "crr"]),
    ("surfaceVelocity", ["conveyor", "conveyorspeed", "tangentspeed"]),
    ("sensor", ["issensor", "trigger", "istrigger"]),
    ("filter", ["collisionfilter", "filterdata"]),
    ("categories", ["category", "categorybits", "categorybitmask"]),
    ("mask", ["maskbits", "collisionbitmask"]),
    ("group", ["groupindex"]),
    ("box", ["size", "rectangle", "rect", "square"]),
    ("circle", ["ball", "disc", "disk"]),
    ("polygon", ["vertices", "points", "hull"]),
    ("segment", ["line", "edge"]),
    ("center", ["offset", "at"]),
    ("size", ["extent", "dimensions", "box"]),
    ("step", ["dt", "timestep", "fixedtimestep", "deltatime"]),
    ("iterations", ["velocityiterations", "positioniterations", "solveriterations"]),
    ("gravity", ["g"]),
    ("stiffness", ["k", "springconstant"]),
    ("restLength", ["length", "naturallength", "rest"]),
    ("distance", ["length"]),
    ("damping", ["drag", "lineardamping", "dampingcoefficient", "c"]),
    ("rate", ["speed", "motorspeed", "rpm"]),
    ("maxForce", ["maxtorque", "maxmotortorque"]),
    ("collideBodies", ["collide", "collideconnected"]),
    ("sleepAfter", ["sleep", "sleeptime", "sleeptimethreshold"]),
    ("bodies", ["body", "objects", "crates", "rigidbodies"]),
    ("constraints", ["joints"]),
    ("walls", ["bounds", "border", "frame"]),
    ("expect", ["expectations", "assert", "tests"]),
    ("within", ["tolerance", "epsilon", "accuracy", "delta", "error"]),
    ("asleepBy", ["asleep", "sleeps", "sleeping"]),
    ("firstContact", ["touches", "hits", "collides", "lands"]),
    ("min", ["minimum", "least", "atleast", "above", "gt", "gte"]),
    ("max", ["maximum", "most", "atmost", "below", "under", "lt", "lte", "length", "maxdistance"]),
    ("timing", ["easing", "ease", "curve", "timingfunction"]),
    ("begin", ["delay", "start", "begintime"]),
    ("repeat", ["loop", "loops", "repeatcount", "count", "copies"]),
    ("autoreverse", ["yoyo", "alternate", "pingpong"]),
    ("keyTimes", ["times", "offsets"]),
    ("duration", ["length", "seconds", "until"]),
    ("frames", ["fps", "framerate", "rate", "hz"]),
    ("numbers", ["value", "values", "number"]),
  ]
}
