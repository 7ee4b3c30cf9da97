package import Tiltbox

/// A piece of physics whose outcome is known from theory.
package struct VerificationCase: Sendable {
  /// What the case is called, as in `free-fall`.
  package let name: String
  /// What it shows, in one line.
  package let summary: String
  private let experiment: @Sendable (CaseSetup) throws -> [Measurement]

  package init(
    _ name: String,
    _ summary: String,
    experiment: @escaping @Sendable (CaseSetup) throws -> [Measurement]
  ) {
    self.name = name
    self.summary = summary
    self.experiment = experiment
  }

  /// Runs the case once.
  ///
  /// - Throws: what the settings' system throws.
  package func measure(in setup: CaseSetup) throws -> [Measurement] {
    try experiment(setup)
  }
}

/// How the cases are run.
package struct VerificationSettings: Sendable {
  /// The steps that each case is run at, in seconds.
  package var steps: [Double]

  /// Makes what a case runs its scenario on. Another one than the default changes the scenario, wraps the
  /// simulation, or is something else altogether.
  package var makeSystem: @Sendable (Scenario, any TiltSource) throws -> any MeasuredSystem

  /// The steps that a report shows unless it is told otherwise: 1/60, 1/120, 1/240 and 1/480 s.
  package static let defaultSteps = [60.0, 120, 240, 480].map { 1 / $0 }

  /// The steps for which the allowed errors were derived, in seconds. With longer ones a falling body
  /// passes through a floor between two ticks; with shorter ones sums of roundings outgrow 1e-12.
  package static let step = 1e-4...1.0 / 30

  /// Makes settings; without arguments those of `tiltbox verify`.
  package init(
    steps: [Double] = defaultSteps,
    makeSystem: @escaping @Sendable (Scenario, any TiltSource) throws -> any MeasuredSystem = {
      try Simulation($0, tilt: $1)
    }
  ) {
    self.steps = steps
    self.makeSystem = makeSystem
  }
}
