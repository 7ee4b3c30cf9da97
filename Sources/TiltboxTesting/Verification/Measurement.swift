/// A quantity that a case has measured, and what theory says of it.
package struct Measurement: Hashable, Sendable {
  /// What was measured.
  package var quantity: String
  /// Its unit, empty where it has none.
  package var unit: String
  /// What came out.
  package var measured: Double
  /// What the integrator's own difference equation gives, where it can be solved.
  package var discrete: Double?
  /// What the differential equation gives.
  package var continuous: Double?
  /// What errors are divided by: the size of the quantity, in its unit.
  package var scale: Double
  /// The error that is allowed, as a share of ``scale``.
  package var allowed: Double
  /// Why so much is allowed.
  package var reason: String
  /// The power of the step that the distance to ``continuous`` shrinks with, where one is claimed.
  package var order: Double?

  /// The distance from theory as a share of ``scale``: from ``discrete`` if there is one, else from
  /// ``continuous``, else from zero.
  package var error: Double { abs(measured - (discrete ?? continuous ?? 0)) / scale }

  /// The distance from ``continuous`` as a share of ``scale``, nil without one.
  package var discretizationError: Double? { continuous.map { abs(measured - $0) / scale } }

  /// Whether no more than ``allowed`` is wrong. What is not a number is wrong.
  package var passes: Bool { error <= allowed }
}

extension Measurement {
  /// A quantity that the integrator's own law gives to the last digits.
  package static func law(
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
      reason: "the integrator's own law holds but for rounding",
      order: order
    )
  }

  /// A quantity whose difference equation has no closed solution, or that a solver approximates.
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
