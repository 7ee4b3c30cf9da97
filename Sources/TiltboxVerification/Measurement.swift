/// A measured quantity of a case, with the values that theory gives.
package struct Measurement: Hashable, Sendable {
  /// The quantity.
  package var quantity: String
  /// The unit; empty for none.
  package var unit: String
  /// The measured value.
  package var measured: Double
  /// The solution of the integrator's own difference equation; nil if it cannot be solved.
  package var discrete: Double?
  /// The solution of the differential equation.
  package var continuous: Double?
  /// The size of the quantity, in its unit; errors are relative to it.
  package var scale: Double
  /// The allowed error, relative to ``scale``.
  package var allowed: Double
  /// The reason for the allowed error.
  package var reason: String
  /// The claimed order of convergence to ``continuous``: the power of the step with which the distance decreases; nil
  /// if none is claimed.
  package var order: Double?

  /// The distance from theory, relative to ``scale``: from ``discrete`` if there is one, else from ``continuous``, else
  /// from zero.
  package var error: Double { abs(measured - (discrete ?? continuous ?? 0)) / scale }

  /// The distance from ``continuous``, relative to ``scale``; nil without ``continuous``.
  package var discretizationError: Double? { continuous.map { abs(measured - $0) / scale } }

  /// Whether the error is at most ``allowed``; false for NaN.
  package var passes: Bool { error <= allowed }
}

extension Measurement {
  /// Makes a measurement of a quantity that the integrator's difference equation gives exactly, up to rounding.
  package static func exact(
    _ quantity: String,
    _ unit: String,
    _ measured: Double,
    discrete: Double,
    continuous: Double? = nil,
    scale: Double? = nil,
    order: Double? = nil,
    allowed: Double = 1e-12
  ) -> Measurement {
    Measurement(
      quantity: quantity,
      unit: unit,
      measured: measured,
      discrete: discrete,
      continuous: continuous,
      scale: scale ?? max(abs(discrete), abs(continuous ?? 0)),
      allowed: allowed,
      reason: "exact solution of the difference equation; only rounding differs",
      order: order
    )
  }

  /// Makes a measurement of a quantity whose difference equation has no closed solution, or that a solver approximates.
  package static func bound(
    _ quantity: String,
    _ unit: String,
    _ measured: Double,
    continuous: Double,
    scale: Double? = nil,
    within allowed: Double,
    because reason: String,
    order: Double? = nil
  ) -> Measurement {
    Measurement(
      quantity: quantity,
      unit: unit,
      measured: measured,
      discrete: nil,
      continuous: continuous,
      scale: scale ?? abs(continuous),
      allowed: allowed,
      reason: reason,
      order: order
    )
  }
}
