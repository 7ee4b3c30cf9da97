internal import Tiltbox

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
    ("damping", ["drag", "dampingcoefficient", "c"]),
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
