internal import Chipmunk

extension Simulation {
  /// What it takes to draw a constraint: where it takes hold, in the bodies' own coordinates, and its numbers as they
  /// are, finite ones alone. A point is two numbers.
  package func numbers(ofConstraint index: Int) -> [(name: String, numbers: [Double])] {
    let constraint = constraints[index]
    return scenario.constraints[index].kind.properties.compactMap { property in
      if let point = constraint.point(property)?.get() {
        return (property.rawValue, [point.x, point.y])
      }
      let number: Double? =
        switch property {
        case .maxForce, .errorBias, .maxBias: nil
        case .min: constraint.limits?.get().x
        case .max: constraint.limits?.get().y
        default: constraint.number(property)?.get()
        }
      guard let number, number.isFinite else { return nil }
      return (property.rawValue, [number])
    }
  }
}
