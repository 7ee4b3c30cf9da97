internal import Tiltbox

/// The advice on words from other engines and formats that no single field replaces.
enum FieldAdvice {
  /// Returns the advice on a key unknown to a table, and the fields that it settles, if there is any.
  static func advice(for key: String, in table: FieldTable) -> WordAdvice.Advice? {
    let letters = FieldSynonyms.letters(of: key)
    let row = rows.first { row in
      (row.tables.contains(table.name) || row.tables == ["any"]) && row.words.contains(letters)
    }
    return row.map { ($0.advice, $0.settled == ["kinds"] ? table.alternatives.keys : $0.settled) }
  }

  /// The tables in which the words are misplaced, the words in lower case, the fields that must not be reported as
  /// missing as well, or `kinds` for all alternatives of the table, and the advice.
  static let rows = """
    any | comment note description | | begin a comment with #
    body shape layer | shape geometry form radii r | kinds | \
      give the shape by its kind: circle: 10, box: [40, 20], segment or polygon
    body shape layer | diameter | kinds | write circle: half the diameter
    body shape layer | width height w h | kinds | write box: [width, height]
    body | static isstatic fixed immovable anchored | type mass | write type: static
    body | kinematic iskinematic | type mass | write type: kinematic
    body layer | x y | | write at: [x, y]
    body | vx vy | | write velocity: [x, y]
    body | dynamic isdynamic | | write type: dynamic, which is the default, or type: static
    body | fixedrotation allowsrotation lockrotation freezerotation | | \
      for a body that never rotates write moment: infinite
    body | affectedbygravity ignoregravity | | write gravityScale: 0
    body | torque | | write animations: [{target: body.ID.torque, from: 5, to: 5, duration: 2}]
    body | force acceleration thrust | | \
      write animations: [{target: body.ID.force, from: [5, 0], to: [5, 0], duration: 2}]
    body | impulse | | write velocity: [x, y], the impulse divided by the mass
    body layer | visible isvisible hidden invisible | | to hide it write opacity: 0
    body shape | collides collidable solid | | for a shape that lets others through write sensor: true
    body | gravity | | give gravityScale, how many times gravity acts on the body, as in gravityScale: 0.5
    body world | frictionair drag lineardamping | | write damping: 0.9, the share of the velocity left after 1 s
    constraint | type kind bodies a b bodya bodyb body1 body2 | kinds | \
      the kind is the key and the two bodies are its value; write pivot: [a, b]
    constraint | weld fixed rigid weldjoint | kinds | there is no weld; give one body several shapes
    constraint | enablemotor usemotor | | a motor is a constraint of its own: {motor: [a, b], rate: 3}
    constraint | limit limits enablelimit lowerangle upperangle | | \
      a limit is a constraint of its own: {rotaryLimit: [a, b], min: -1, max: 1}
    constraint | frequency frequencyhz dampingratio | | give stiffness and damping
    constraint | anchor | | give a pivot at: [x, y] in the world, and other kinds anchorA and anchorB
    world | fps hz tickrate frequency | | give the time step, as in step: 1/60
    world | sleeping allowsleep allowsleeping enablesleep enablesleeping | | write sleepAfter: 0.5, in seconds
    world | width height w h | | write walls: {size: [width, height]}
    world | scale ppm pixelspermeter | | there is no scale; you choose the unit of length
    world run scenario | threads cores jobs | | threads are an option of the command: tiltbox run --threads 4
    scenario run | seed randomseed | | write world: {seed: 1}
    scenario | floor ground | | give walls, or a static segment among the bodies
    walls | at left right top bottom x y | | walls reach from [0, 0] to their size: [width, height]
    walls body shape | thickness | | give radius, which is half the thickness
    walls | width height w h | size | write size: [width, height]
    tilt | x y angle direction | kinds | write tilt: [x, y] in g, where [0, -1] is upright
    tilt | loop loops repeat | | a recording plays once; drop it
    tilt | values keyframes | kinds | write animations: [{target: tilt, values: [[0, -1], [1, 0]], duration: 2}]
    run | time steps ticks end | | give duration, in seconds
    run | fast realtime speed | | how fast a run goes is an option of the command: tiltbox run --fast
    touch | x y position pos location place | point | write point: [x, y]
    impulse | x y impulse | by | write by: [x, y]
    layer | text image sprite icon | kinds | a layer is a shape, or path data as svg
    animation | keyframes | values from | here it is called values
    animation | path | points from | write points: [[x, y], [x, y]], svg or ellipse
    animation | time end stop | | give begin and duration, in seconds
    handover | position pos location place target | to | write to: [x, y], the place to which it catches the body
    handover | release catch | | a handover with to: [x, y] catches the body, one without releases it; drop it
    rope | start end a b | from to | write from and to: [x, y], or the id of a body
    blob | circle size r | radius | write radius: 40
    expectation | before by until | eventually | write eventually: [0, 3] for a time before 3 s
    expectation | from after since to during between | always eventually | \
      write always: [1, 2] for every moment from 1 to 2 s, eventually: [1, 2] for one of them
    expectation | pos location place | position | here it is called position
    expectation | height | y | here it is called y
    expectation | never | at always eventually | write always: true, with the bounds that hold
    expectation | id name of bodies | | name the body with body
    """.split(separator: "\n").map(Row.init)

  struct Row {
    let tables, words: Set<String>
    let settled: [String]
    let advice: String

    fileprivate init(_ line: some StringProtocol) {
      let cells = line.split(separator: "|").map(\.trimmed)
      let lists = cells.dropLast().map { $0.split(separator: " ").map(String.init) }
      (tables, words, settled) = (Set(lists[0]), Set(lists[1]), lists[2])
      advice = cells[3]
    }
  }
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
  static func field(for word: String, in table: FieldTable, beside kind: String? = nil) -> String? {
    let found = fields[letters(of: word), default: []].first { field in
      table[field]?.stands(beside: kind, in: table) == true
    }
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

  /// The fields that a word may mean, in the order of ``names``.
  private static let fields = names.reduce(into: [String: [String]]()) { fields, name in
    for word in name.others { fields[word, default: []].append(name.field) }
  }

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
    ("polygon", ["vertices", "points", "hull", "triangle"]),
    ("segment", ["line", "edge", "capsule", "pill"]),
    ("depth", ["z", "zindex", "zorder", "zposition"]),
    ("links", ["segments", "pieces", "parts"]),
    ("let", ["variables", "vars", "constants", "parameters", "params"]),
    ("center", ["offset", "at"]),
    ("size", ["extent", "dimensions", "box"]),
    ("step", ["dt", "timestep", "fixedtimestep", "deltatime"]),
    ("iterations", ["velocityiterations", "positioniterations", "solveriterations"]),
    ("gravity", ["g"]),
    ("stiffness", ["k", "springconstant"]),
    ("restLength", ["length", "naturallength", "rest"]),
    ("distance", ["length"]),
    ("damping", ["dampingcoefficient", "c"]),
    ("rate", ["speed", "motorspeed", "rpm"]),
    ("maxForce", ["maxtorque", "maxmotortorque"]),
    ("collideBodies", ["collide", "collideconnected"]),
    ("sleepAfter", ["sleep", "sleeptime", "sleeptimethreshold"]),
    ("bodies", ["body", "objects", "crates", "rigidbodies"]),
    ("constraints", ["joints"]),
    ("walls", ["bounds", "border", "frame"]),
    ("expect", ["expectations", "assert", "tests"]),
    ("within", ["tolerance", "epsilon", "accuracy", "delta", "error"]),
    ("asleepBy", ["asleep", "sleeps", "sleeping", "rests", "still"]),
    ("firstContact", ["touch", "touches", "hit", "hits", "collides", "lands", "meets"]),
    ("contacts", ["collisions", "bounces"]),
    ("min", ["minimum", "least", "atleast", "above", "gt", "gte"]),
    ("max", ["maximum", "most", "atmost", "below", "under", "lt", "lte", "length", "maxdistance"]),
    ("timing", ["easing", "ease", "curve", "timingfunction"]),
    ("begin", ["delay", "start", "begintime"]),
    ("repeat", ["loop", "loops", "repeatcount", "count", "copies"]),
    ("autoreverse", ["yoyo", "alternate", "pingpong"]),
    ("keyTimes", ["times", "offsets"]),
    ("duration", ["length", "seconds", "until"]),
    ("separate", ["end", "ends", "leave", "leaves"]),
    ("frames", ["fps", "framerate", "rate", "hz"]),
    ("numbers", ["value", "values", "number"]),
  ]
}
