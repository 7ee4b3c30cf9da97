/// What a case has measured at one step.
package struct VerificationResult: Hashable, Sendable {
  /// The case.
  package let caseName: String
  /// The step, in seconds.
  package let step: Double
  /// What was measured, and what theory says.
  package let measurement: Measurement
}

/// What a suite has measured.
package struct VerificationReport: Sendable {
  /// The measurements, in the order of the cases, then of the steps.
  package let results: [VerificationResult]

  /// Makes a report.
  package init(results: [VerificationResult]) { self.results = results }

  /// How errors shrink with the step, wherever an order is claimed and two steps were run.
  package var convergences: [Convergence] { Convergence.all(in: results) }

  /// Whether every measurement is as theory says, and every order what is claimed.
  package var passes: Bool {
    results.allSatisfy(\.measurement.passes) && convergences.allSatisfy(\.passes)
  }
}
