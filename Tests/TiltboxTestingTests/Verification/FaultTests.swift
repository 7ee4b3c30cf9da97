import Chipmunk
import Testing
import TiltboxVerification

@Suite("Faults that the verification must detect")
struct FaultTests {
  @Test("it fails when the physics is wrong", arguments: Fault.allCases, Engine.allCases)
  func noticed(fault: Fault, engine: Engine) throws {
    let cases = VerificationCase.all.filter { fault.cases.contains($0.name) }
    let report = try VerificationSettings.with(fault, engine: engine).run(cases)
    #expect(!report.passes)
    let failed = report.results.filter { !$0.measurement.passes }
    #expect(Set(failed.map(\.caseName)) == fault.cases)
  }

  @Test("it passes on the same system without a fault", arguments: Engine.allCases)
  func control(engine: Engine) throws {
    let report = try VerificationSettings.with(nil, engine: engine).run()
    let failed = report.results.filter { !$0.measurement.passes }
    #expect(failed.isEmpty)
  }
}

extension Fault {
  /// The cases that must fail.
  fileprivate var cases: Set<String> {
    switch self {
    case .gravityOnePercentOff: ["free-fall", "incline-slide", "turning-tilt", "rolling-disc"]
    case .frictionTwoPercentOff: ["incline-slide", "incline-threshold", "sliding-stop"]
    case .oneStepInAThousandLost: ["long-fall"]
    case .velocityBeforePosition: ["free-fall", "thrown-ball", "first-contact"]
    case .elasticitySquared: ["bounce", "collision"]
    }
  }
}
