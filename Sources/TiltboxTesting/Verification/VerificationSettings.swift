package import Tiltbox

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
