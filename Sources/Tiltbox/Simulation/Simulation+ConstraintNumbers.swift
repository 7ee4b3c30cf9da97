internal import Chipmunk

extension Simulation {
  /// The numbers for drawing a constraint: its anchors, in the bodies' own coordinates, and its current parameters,
  /// only finite ones. A point is two numbers.
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
