internal import Motion

/// How the distance of a quantity to the continuous theory shrinks with the step.
package struct Convergence: Hashable, Sendable {
  /// One step and the error at it.
  package struct Point: Hashable, Sendable {
    /// The step, in seconds.
    package let step: Double
    /// The distance to the continuous theory, as a share of the quantity's scale.
    package let error: Double
  }

  /// The case.
  package let caseName: String
  /// The quantity.
  package let quantity: String
  /// The order that is claimed.
  package let claimed: Double
  /// The errors, by falling step.
  package let points: [Point]

  /// The order that was measured: the slope of the straight line through the points, both axes
  /// logarithmic, by least squares.
  package var order: Double {
    let logs = points.map { (logarithm($0.step), logarithm($0.error)) }
    let count = Double(logs.count)
    let (mx, my) = (logs.map(\.0).reduce(0, +) / count, logs.map(\.1).reduce(0, +) / count)
    let covariance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
    let variance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.0 - mx) }
    return covariance / variance
  }

  /// The deviation from the claimed order that is allowed: the next term of an error is longer by one
  /// power of the step, so what it adds to the slope is in proportion to the longest step. Measured up
  /// to 1/30 s: 4 times that step in seconds.
  package var allowed: Double { 0.02 + 6 * (points.first?.step ?? 0) }

  /// Whether the measured order is the claimed one.
  package var passes: Bool { abs(order - claimed) <= allowed }

  static func all(in results: [VerificationResult]) -> [Convergence] {
    var names: [[String]] = []
    var groups: [[String]: (Double, [Point])] = [:]
    for result in results {
      guard let order = result.measurement.order,
        let error = result.measurement.discretizationError
      else { continue }
      let name = [result.caseName, result.measurement.quantity]
      if groups[name] == nil { names.append(name) }
      let point = Point(step: result.step, error: error)
      groups[name, default: (order, [])].1.append(point)
    }
    return names.compactMap { name in
      guard let (order, points) = groups[name], Set(points.map(\.step)).count > 1 else {
        return nil
      }
      return Convergence(
        caseName: name[0],
        quantity: name[1],
        claimed: order,
        points: points.sorted { $0.step > $1.step }
      )
    }
  }
}
