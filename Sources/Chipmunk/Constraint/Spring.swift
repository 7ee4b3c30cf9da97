internal import CChipmunk

/// What is common to springs of lengths and of angles.
protocol Spring: Constraint {
  var stiffness: Double { get }
  func greatestStableStiffness(timeStep: Double) -> Double
}

extension Spring {
  /// A step takes (x, v) to (x + vΔt, q·(v − kΔt/m·x')): it is stable while k·Δt²/m < 2(1 + q)/q.
  static func greatestStableStiffness(
    _ inverseMass: Double,
    _ damping: Double,
    _ timeStep: Double
  ) -> Double {
    let q = exp(-damping * timeStep * inverseMass)
    return 2 * (1 + q) / (q * timeStep * timeStep * inverseMass)
  }
}
