internal import Tiltbox

/// The fields of earlier versions, which files may still have.
enum RemovedField {
  /// Returns what to write instead of a removed field of a table; nil for other keys.
  static func advice(on entry: Node.Entry, in table: FieldTable) -> String? {
    guard table.name == Scenario.World.fields.table.name else { return nil }
    switch (entry.key, engine(of: entry)) {
    case ("broadphase", nil): return "drop it: engine: tiltbox, the default, has a grid"
    case ("broadphase", _):
      return "write engine: chipmunk for the C library's own step, or drop the field"
    case ("continuous", nil):
      return "drop it: engine: tiltbox, the default, always has continuous collision"
    case ("continuous", _):
      return "write engine: chipmunk, which has no continuous collision, or drop the field"
    default: return nil
    }
  }

  /// Returns the engine that does what a removed field of the world asked for; nil if the default does, and for other
  /// fields.
  static func engine(of entry: Node.Entry) -> String? {
    switch (entry.key, entry.value.scalar?.text) {
    case ("broadphase", "tree"), ("continuous", "false"): "chipmunk"
    default: nil
    }
  }

  /// Returns why a file may lose a field of the world; nil for a field that has an effect.
  static func reason(toDrop entry: Node.Entry, from engine: String) -> String? {
    switch entry.key {
    case "broadphase": "the engine decides on the broad phase"
    case "continuous": "the engine decides on continuous collision"
    case "iterations" where engine == "tiltbox": "engine: tiltbox has substeps"
    case "integrator" where engine == "tiltbox": "a free fall is exact with engine: tiltbox"
    case "substeps" where engine == "chipmunk": "engine: chipmunk has iterations"
    default: nil
    }
  }
}
