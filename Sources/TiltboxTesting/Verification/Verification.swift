/// The suite of known answers: cases, and how they are run.
package struct Verification: Sendable {
  /// The cases, in the order in which a report shows them.
  package var cases: [VerificationCase]
  /// How they are run.
  package var settings: VerificationSettings

  /// Makes a suite; without arguments that of `tiltbox verify`.
  package init(
    cases: [VerificationCase] = VerificationCase.all,
    settings: VerificationSettings = VerificationSettings()
  ) {
    self.cases = cases
    self.settings = settings
  }

  /// Runs every case at every step.
  ///
  /// - Throws: what the system throws.
  package func run(
    progress: (_ name: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws -> VerificationReport {
    var results: [VerificationResult] = []
    let count = cases.count * settings.steps.count
    for (number, item) in cases.enumerated() {
      for (index, step) in settings.steps.enumerated() {
        progress(item.name, number * settings.steps.count + index + 1, count)
        let setup = CaseSetup(step: step, settings: settings)
        for measurement in try item.measure(in: setup) {
          results.append(
            VerificationResult(caseName: item.name, step: step, measurement: measurement)
          )
        }
      }
    }
    return VerificationReport(results: results)
  }
}

extension VerificationCase {
  /// Every case of the suite.
  package static let all: [VerificationCase] = [
    freeFall, freeFallHalfKick, longFall, firstContact, thrownBall, terminalVelocity,
    turningTilt, turningTiltHalfKick, steppedTilt, steppedTiltHalfKick,
    bounces, tenBounces, stick, slide, threshold, slipStickMap, slidingStop, rolling,
    slidingToRolling, toppling, dominoes, painleveRod,
    collisions, cradle, fastImpacts, torque, dampedSpring, spring,
    pendulum, pendulumLoss, physicalPendulum, chain, stack, conservation,
  ]
}
