internal import Chipmunk

extension ParameterRange {
  /// The units that a number may have after it: one, or two if the quantity is one of two, as in `units/s (or rad/s)`.
  var units: [String] {
    let parts = unit.split(separator: " (or ")
    guard parts.count == 2 else { return [unit] }
    return [String(parts[0]), String(parts[1].dropLast())]
  }
}
