/// What a case has measured at one step.
public struct VerificationResult: Hashable, Sendable {
  /// The case.
  public let caseName: String
  /// The step, in seconds.
  public let step: Double
  /// What was measured, and what theory says.
  public let measurement: Measurement
}

/// What a suite has measured.
public struct VerificationReport: Sendable {
  /// The measurements, in the order of the cases, then of the steps.
  public let results: [VerificationResult]

  /// Makes a report.
  public init(results: [VerificationResult]) { self.results = results }

  /// How errors shrink with the step, wherever an order is claimed and two steps were run.
  public var convergences: [Convergence] { Convergence.all(in: results) }

  /// Whether every measurement is as theory says, and every order what is claimed.
  public var passes: Bool {
    results.allSatisfy(\.measurement.passes) && convergences.allSatisfy(\.passes)
  }
}
