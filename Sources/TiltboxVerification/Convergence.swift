internal import Motion

/// How the error of a quantity against the continuous theory decreases with the step.
package struct Convergence: Hashable, Sendable {
  /// A step and its error.
  package struct Point: Hashable, Sendable {
    /// The step, in seconds.
    package let step: Double
    /// The distance to the continuous theory, relative to the quantity's scale.
    package let error: Double
  }

  /// The case.
  package let caseName: String
  /// The quantity.
  package let quantity: String
  /// The claimed order.
  package let claimed: Double
  /// The errors, by decreasing step.
  package let points: [Point]

  /// The measured order: the slope of a least-squares line through the points on logarithmic axes.
  package var order: Double {
    let logs = points.map { (logarithm($0.step), logarithm($0.error)) }
    let count = Double(logs.count)
    let (mx, my) = (logs.map(\.0).reduce(0, +) / count, logs.map(\.1).reduce(0, +) / count)
    let covariance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.1 - my) }
    let variance = logs.reduce(0) { $0 + ($1.0 - mx) * ($1.0 - mx) }
    return covariance / variance
  }

  /// The tolerance of the order. The next term of the error is one order higher in the step, so its effect on the slope
  /// is proportional to the longest step. The largest deviation measured up to 1/30 s is 4 times that step in seconds.
  package var allowed: Double { 0.02 + 6 * (points.first?.step ?? 0) }

  /// Whether the measured order agrees with the claimed one.
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
