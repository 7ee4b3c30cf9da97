package import Chipmunk
package import Tiltbox

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

/// A physical experiment whose result is known from theory.
package struct VerificationCase: Sendable {
  /// The name of the case, for example `free-fall`.
  package let name: String
  /// A description of the case, in one line.
  package let summary: String
  /// The engines to which the case applies.
  package let engines: Set<Engine>
  /// Runs the case once. Throws the errors of the settings' system.
  let measure: @Sendable (CaseSetup) throws -> [Measurement]

  package init(
    _ name: String,
    _ summary: String,
    engines: Set<Engine> = Set(Engine.allCases),
    measure: @escaping @Sendable (CaseSetup) throws -> [Measurement]
  ) {
    (self.name, self.summary, self.engines) = (name, summary, engines)
    self.measure = measure
  }
}

/// The settings for running a suite of cases with known results.
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

  /// Runs every case that applies to the engine, at every step.
  ///
  /// - Throws: The errors of the system.
  package func run(
    _ cases: [VerificationCase] = VerificationCase.all,
    progress: (_ name: String, _ index: Int, _ count: Int) -> Void = { _, _, _ in }
  ) throws -> VerificationReport {
    var results: [VerificationResult] = []
    let cases = cases.filter { $0.engines.contains(engine) }
    for (number, item) in cases.enumerated() {
      for (index, step) in steps.enumerated() {
        progress(item.name, number * steps.count + index + 1, cases.count * steps.count)
        results += try item.measure(CaseSetup(step: step, settings: self)).map {
          VerificationResult(caseName: item.name, step: step, measurement: $0)
        }
      }
    }
    return VerificationReport(results: results)
  }
}

/// A measurement of a case at one step.
package struct VerificationResult: Hashable, Sendable {
  /// The case.
  package let caseName: String
  /// The step, in seconds.
  package let step: Double
  /// The measured value and the theory.
  package let measurement: Measurement
}

/// The results of a suite.
package struct VerificationReport: Sendable {
  /// The measurements, in the order of the cases, then of the steps.
  package let results: [VerificationResult]

  /// The convergence of errors with the step, for all quantities with a claimed order and at least two steps.
  package var convergences: [Convergence] { Convergence.all(in: results) }

  /// Whether every measurement and every order of convergence is within its tolerance.
  package var passes: Bool {
    results.allSatisfy(\.measurement.passes) && convergences.allSatisfy(\.passes)
  }
}

extension VerificationReport {
  /// The report as a table for a terminal.
  package var text: String { document(\.text, heading: "") }

  /// The report as Markdown tables.
  package var markdown: String { document(\.markdown, heading: "## ") }

  private func document(_ write: (ReportTable) -> String, heading: String) -> String {
    var text = write(.measurements(of: self))
    let convergences = ReportTable.convergences(of: self)
    if !convergences.rows.isEmpty {
      text += "\n\(heading)Order of convergence to the continuous theory\n\n" + write(convergences)
    }
    return text + "\n" + verdict + "\n"
  }

  /// The last line: the number of measurements, and how many deviate from theory.
  package var verdict: String {
    let measured = counted(results.count, "measurement", "measurements")
    let orders = counted(convergences.count, "order", "orders")
    let failed = results.count { !$0.measurement.passes } + convergences.count { !$0.passes }
    return "\(measured), \(orders) of convergence: "
      + (failed == 0 ? "all as theory says." : "\(failed) not as theory says.")
  }
}
