internal import Tiltbox

/// What other engines and formats call a field, for whoever comes from there.
enum FieldSynonyms {
  /// The field of a table that is meant by a word it does not know, if there is one.
  static func field(for word: String, in table: FieldTable) -> String? {
    let letters = word.lowercased().filter { $0 != "_" && $0 != "-" }
    let found = names.first { table[$0.field] != nil && $0.others.contains(letters) }?.field
    // The fill of an animation is no colour.
    return found == "fill" && table["stroke"] == nil ? nil : found
  }

  /// The word of a choice that is meant by a word it does not know, if there is one.
  static func choice(for word: String, among choices: [String]) -> String? {
    let letters = word.lowercased().filter { $0 != "_" && $0 != "-" }
    return words.first { choices.contains($0.choice) && $0.others.contains(letters) }?.choice
  }

  private static let words: [(choice: String, others: [String])] = [
    ("static", ["fixed", "immovable", "anchored"]),
    ("dynamic", ["rigid", "free", "movable"]),
    ("kinematic", ["animated", "moving", "driven"]),
    ("infinite", ["infinity", "inf", ".inf"]),
  ]

  static let names: [(field: String, others: [String])] = [
    ("pivot", ["hinge", "revolute", "axle", "pinjoint", "joint"]),
    ("groove", ["prismatic", "slider", "rail"]),
    ("slide", ["rope", "leash"]),
    ("pin", ["rod", "distancejoint"]),
    ("spring", ["dampedspring"]),
    ("at", ["anchor", "position", "pos", "location", "place", "translation"]),
    ("id", ["name", "label", "tag"]),
    ("angle", ["rotation", "orientation", "rot", "theta"]),
    ("angularVelocity", ["spin", "omega", "angularspeed", "rotationspeed"]),
    ("velocity", ["linearvelocity", "speed"]),
    ("mass", ["weight"]),
    ("fill", ["color", "colour"]),
    ("moment", ["inertia", "momentofinertia"]),
    ("elasticity", ["restitution", "bounce", "bounciness"]),
    ("surfaceVelocity", ["conveyor", "conveyorspeed", "tangentspeed"]),
    ("sensor", ["issensor", "trigger", "istrigger"]),
    ("box", ["size", "rectangle", "rect", "square"]),
    ("circle", ["ball", "disc", "disk"]),
    ("polygon", ["vertices", "points", "hull"]),
    ("segment", ["line", "edge"]),
    ("center", ["offset"]),
    ("size", ["extent", "dimensions", "box"]),
    ("step", ["dt", "timestep", "fixedtimestep"]),
    ("gravity", ["g"]),
    ("damping", ["drag"]),
    ("sleepAfter", ["sleep", "sleeptime", "sleeptimethreshold"]),
    ("bodies", ["objects", "crates", "rigidbodies"]),
    ("constraints", ["joints"]),
    ("walls", ["bounds", "border", "frame"]),
    ("expect", ["expectations", "assert", "tests"]),
    ("duration", ["length", "seconds", "until"]),
    ("frames", ["fps", "framerate"]),
  ]
}
