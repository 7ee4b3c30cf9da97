public import Chipmunk
public import Testing
public import Tiltbox
internal import TiltboxVerification

/// Expects the physics to agree with theory at the step and the world settings of an app, in the cases of `tiltbox
/// verify`. Each measurement outside its tolerance is an issue of the test.
///
/// - Parameters:
///   - step: The time step, in seconds, from 1e-4 to 1/30.
///   - engine: What computes the steps.
///   - configure: Changes each case's scenario before it runs, for instance its `world.iterations`. A case that needs a
///     number of substeps or iterations other than the default keeps its own.
///   - sourceLocation: The location of an issue.
/// - Throws: The errors of building a case's world.
///
/// Complexity: some hundred thousand ticks, about a second at 1/120 s.
public func expectPhysics(
  step: Double,
  engine: Engine = .tiltbox,
  configure: @escaping @Sendable (inout Scenario) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  guard VerificationSettings.step.contains(step) else {
    Issue.record(
      "the step is \(step.shortest) s; the allowed errors hold from 1e-4 to 1/30 s",
      sourceLocation: sourceLocation
    )
    return
  }
  let settings = VerificationSettings(steps: [step], engine: engine) { scenario, tilt in
    var scenario = scenario
    let (own, standard) = (scenario.world, Scenario.World())
    configure(&scenario)
    scenario.world.engine = engine
    if own.iterations != standard.iterations { scenario.world.iterations = own.iterations }
    if own.substeps != standard.substeps { scenario.world.substeps = own.substeps }
    return try Simulation(scenario, tilt: tilt)
  }
  let report = try settings.run()
  for result in report.results where !result.measurement.passes {
    let measured = result.measurement
    let expected = (measured.discrete ?? measured.continuous).map { "\($0)" } ?? "none"
    Issue.record(
      """
      \(result.caseName): \(measured.quantity) is \(measured.measured) \(measured.unit), \
      expected \(expected); relative error \(measured.error), allowed \(measured.allowed)
      """,
      sourceLocation: sourceLocation
    )
  }
}
