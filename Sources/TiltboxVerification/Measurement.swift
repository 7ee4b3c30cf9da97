internal import Chipmunk

/// A measured quantity of a case, with the values that theory gives.
package struct Measurement: Hashable, Sendable {
  /// The quantity.
  package let quantity: String
  /// The unit; empty for none.
  package let unit: String
  /// The measured value.
  package let measured: Double
  /// The solution of the integrator's own difference equation; nil if it cannot be solved.
  package private(set) var discrete: Double?
  /// The solution of the differential equation.
  package private(set) var continuous: Double?
  /// The size of the quantity, in its unit; errors are relative to it.
  package var scale = 1.0
  /// The allowed error, relative to ``scale``.
  package private(set) var allowed = 0.0
  /// The reason for the allowed error.
  package private(set) var reason = ""
  /// The claimed order of convergence to ``continuous``: the power of the step with which the distance decreases; nil
  /// if none is claimed.
  package var order: Double?

  /// Makes a measurement, which is yet to be compared with theory.
  package init(_ quantity: String, _ unit: String, _ measured: Double) {
    (self.quantity, self.unit, self.measured) = (quantity, unit, measured)
  }

  /// The distance from theory, relative to ``scale``: from ``discrete`` if there is one, else from ``continuous``, else
  /// from zero.
  package var error: Double { abs(measured - (discrete ?? continuous ?? 0)) / scale }

  /// The distance from ``continuous``, relative to ``scale``; nil without ``continuous``.
  package var discretizationError: Double? { continuous.map { abs(measured - $0) / scale } }

  /// Whether the error is at most ``allowed``; false for NaN.
  package var passes: Bool { error <= allowed }
}

// Comparisons with theory.
extension Measurement {
  /// Compares with the exact solution of the integrator's difference equation, from which only rounding may differ.
  package func exact(
    discrete: Double,
    continuous: Double? = nil,
    scale: Double? = nil,
    order: Double? = nil,
    allowed: Double = 1e-12
  ) -> Measurement {
    var compared = near(
      continuous,
      within: allowed,
      scale: scale ?? max(abs(discrete), abs(continuous ?? 0)).orOne,
      order: order
    )
    compared.discrete = discrete
    return compared.because("exact solution of the difference equation; only rounding differs")
  }

  /// Compares with a solution that the difference equation and the differential equation share.
  package func exact(
    _ theory: Double,
    scale: Double? = nil,
    allowed: Double = 1e-12
  ) -> Measurement {
    exact(discrete: theory, continuous: theory, scale: scale, allowed: allowed)
  }

  /// Compares with the differential equation, within a bound relative to the scale; ``because(_:)`` states its reason.
  /// For a quantity whose difference equation has no closed solution, or that a solver approximates.
  package func near(
    _ continuous: Double?,
    within allowed: Double,
    scale: Double? = nil,
    order: Double? = nil
  ) -> Measurement {
    var compared = Measurement(quantity, unit, measured)
    (compared.continuous, compared.scale) = (continuous, scale ?? abs(continuous ?? 0).orOne)
    (compared.allowed, compared.order) = (allowed, order)
    return compared
  }

  /// Returns the measurement with the reason for its allowed error.
  package func because(_ reason: String) -> Measurement {
    var measurement = self
    measurement.reason = reason
    return measurement
  }

  /// Returns the measurement with a bound instead of the exact solution if `Engine.tiltbox` solves it in soft substeps.
  func orSoft(
    in setup: CaseSetup,
    within allowed: Double,
    scale: Double? = nil,
    order: Double? = nil
  ) -> Measurement {
    guard setup.engine == .tiltbox, let continuous else { return self }
    return near(continuous, within: allowed, scale: scale, order: order)
      .because("soft substeps are closer to theory than this; measured to be less")
  }
}

extension Double {
  /// The scale of a quantity of this size: 1 for a quantity that is zero in theory.
  fileprivate var orOne: Double { self == 0 ? 1 : self }
}
