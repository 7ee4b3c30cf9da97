/// A suite of cases with known results, and its settings.
package struct Verification: Sendable {
  /// The cases, in the order of a report.
  package var cases: [VerificationCase]
  /// The settings for running the cases.
  package var settings: VerificationSettings

  /// Makes a suite; the default is that of `tiltbox verify`.
  package init(
    cases: [VerificationCase] = VerificationCase.all,
    settings: VerificationSettings = VerificationSettings()
  ) {
    self.cases = cases
    self.settings = settings
  }

  /// Runs every case that applies to the engine, at every step.
  ///
  /// - Throws: The errors of the system.
  package func run(
    progress: (_ name: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws -> VerificationReport {
    var results: [VerificationResult] = []
    let cases = cases.filter { $0.engines.contains(settings.engine) }
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
    freeFall, freeFallHalfKick, longFall, firstContact, thrownBall, terminalVelocity, linearDrag,
    turningTilt, turningTiltHalfKick, steppedTilt, steppedTiltHalfKick,
    bounces, tenBounces, stick, slide, threshold, slipStickMap, slidingStop, rolling,
    slidingToRolling, toppling, dominoes, painleveRod,
    collisions, cradle, fastImpacts, torque, dampedSpring, spring,
    pendulum, pendulumLoss, physicalPendulum, chain, stack, conservation,
    tower, tautBridge, heavyChain, pyramid, turnedCrates,
    bounceSeries, touchingCradle, inelasticCollapse, piCollisions, doublePendulum,
    overhang, arch, rockingBlock, catenary, brachistochrone, galtonBoard, silo, repose,
  ]
}
