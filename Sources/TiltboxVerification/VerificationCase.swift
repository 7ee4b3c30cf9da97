package import Chipmunk
package import Tiltbox

/// A physical experiment whose result is known from theory.
package struct VerificationCase: Sendable {
  /// The name of the case, for example `free-fall`.
  package let name: String
  /// A description of the case, in one line.
  package let summary: String
  /// The engines to which the case applies.
  package let engines: Set<Engine>
  private let experiment: @Sendable (CaseSetup) throws -> [Measurement]

  package init(
    _ name: String,
    _ summary: String,
    engines: Set<Engine> = Set(Engine.allCases),
    experiment: @escaping @Sendable (CaseSetup) throws -> [Measurement]
  ) {
    self.name = name
    self.summary = summary
    self.engines = engines
    self.experiment = experiment
  }

  /// Runs the case once.
  ///
  /// - Throws: The errors of the settings' system.
  package func measure(in setup: CaseSetup) throws -> [Measurement] {
    try experiment(setup)
  }
}

/// The settings for running cases.
package struct VerificationSettings: Sendable {
  /// The steps to run each case at, in seconds.
  package var steps: [Double]

  /// What computes the steps.
  package var engine: Engine

  /// Makes the system that runs a case's scenario. Replace it to change the scenario, to wrap the simulation, or to
  /// measure a different system.
  package var makeSystem: @Sendable (Scenario, any TiltSource) throws -> any MeasuredSystem

  /// The default steps of a report: 1/60, 1/120, 1/240 and 1/480 s.
  package static let defaultSteps = [60.0, 120, 240, 480].map { 1 / $0 }

  /// The range of steps for which the allowed errors were derived, in seconds. With longer steps, a falling body passes
  /// through a floor between two ticks; with shorter steps, accumulated rounding errors exceed 1e-12.
  package static let step = 1e-4...1.0 / 30

  /// Makes settings; the default is that of `tiltbox verify`.
  package init(
    steps: [Double] = defaultSteps,
    engine: Engine = .tiltbox,
    makeSystem: @escaping @Sendable (Scenario, any TiltSource) throws -> any MeasuredSystem = {
      try Simulation($0, tilt: $1)
    }
  ) {
    self.steps = steps
    self.engine = engine
    self.makeSystem = makeSystem
  }
}
