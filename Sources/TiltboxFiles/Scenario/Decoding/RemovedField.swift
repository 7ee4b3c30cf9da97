internal import Tiltbox

/// The fields of earlier versions, which files may still have.
enum RemovedField {
  /// Returns what to write instead of a removed field of a table; nil for other keys.
  static func advice(on entry: Node.Entry, in table: FieldTable) -> String? {
    guard table.name == Scenario.World.fields.table.name else { return nil }
    switch (entry.key, entry.value.scalar?.text) {
    case ("broadphase", "tree"):
      return "write engine: chipmunk for the C library's own step, or drop the field"
    case ("broadphase", _):
      return "drop it: engine: tiltbox, the default, has a grid"
    case ("continuous", "false"):
      return "write engine: chipmunk, which has no continuous collision, or drop the field"
    case ("continuous", _):
      return "drop it: engine: tiltbox, the default, always has continuous collision"
    default:
      return nil
    }
  }
}
