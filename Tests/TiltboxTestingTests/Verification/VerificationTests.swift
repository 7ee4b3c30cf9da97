import Chipmunk
import Testing
import TiltboxVerification

@Suite("Verification")
struct VerificationTests {
  static let steps: [[Double]] = [[1 / 60, 1 / 120, 1 / 240], [1 / 30, 0.0137]]

  @Test(
    "every case agrees with theory, at common and at odd steps",
    arguments: steps,
    Engine.allCases
  )
  func suite(steps: [Double], engine: Engine) throws {
    let settings = VerificationSettings(steps: steps, engine: engine)
    let report = try settings.run()
    let failed = report.results.filter { !$0.measurement.passes }
    #expect(failed.isEmpty)
    #expect(report.results.allSatisfy { !$0.measurement.reason.isEmpty })
    let wrongOrders = report.convergences.filter { !$0.passes }
    #expect(wrongOrders.isEmpty)
    #expect(report.convergences.count >= (engine == .tiltbox ? 12 : 14))
  }

  @Test(
    "two steps show the order of a rocking block's error",
    arguments: [(60.0, 120.0), (60, 90), (120, 240), (55, 440)]
  )
  func rockingBlock(first: Double, second: Double) throws {
    let cases = VerificationCase.all.filter { $0.name == "rocking-block" }
    let report = try VerificationSettings(steps: [1 / first, 1 / second]).run(cases)
    #expect(report.convergences.count == 2)
    #expect(report.passes)
  }

  @Test("a disc bounces as theory says at any step up to 1/30 s")
  func bounces() throws {
    let cases = VerificationCase.all.filter {
      $0.name.contains("bounce") || $0.name.contains("impact")
    }
    let steps = [0.0333, 0.03, 0.026, 0.022, 0.02, 0.019, 0.0168]
    let report = try VerificationSettings(steps: steps).run(cases)
    #expect(report.results.filter { !$0.measurement.passes }.isEmpty)
    #expect(Set(report.results.map(\.caseName)).count == 4)
  }

  @Test("three discs keep their energy at steps in which they meet two at a time")
  func conservation() throws {
    let cases = VerificationCase.all.filter { $0.name == "conservation" }
    #expect(try VerificationSettings(steps: [1 / 37, 1 / 72], engine: .chipmunk).run(cases).passes)
  }

  @Test("what slides or rolls approaches theory down to the shortest steps")
  func shortSteps() throws {
    let names = ["incline-slide", "sliding-stop", "rolling-disc"]
    let cases = VerificationCase.all.filter { names.contains($0.name) }
    let report = try VerificationSettings(steps: [1 / 480, 1 / 1920, 1 / 3840]).run(cases)
    #expect(report.passes)
    #expect(report.convergences.count == 3)
  }

  @Test("every case has a unique name, in lower case with dashes")
  func names() {
    let names = VerificationCase.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      let isPlain = name.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d }
      #expect(isPlain)
    }
  }

  @Test("runs the given cases at each step, and announces each run")
  func progress() throws {
    let fall = try #require(VerificationCase.all.first { $0.name == "free-fall" })
    let steps = [0.02, 0.01]
    let settings = VerificationSettings(steps: steps)
    var told: [String] = []
    let report = try settings.run([fall]) { told.append("\($0) \($1)/\($2)") }
    #expect(told == ["free-fall 1/2", "free-fall 2/2"])
    #expect(report.results.map(\.step) == [0.02, 0.02, 0.01, 0.01])
    #expect(report.passes)
  }

  @Test("a custom case runs like those of the suite")
  func ownCase() throws {
    let mine = VerificationCase("mine", "is wrong") { setup in
      [Measurement("step", "s", setup.step * 1.01).exact(discrete: setup.step)]
    }
    let report = try VerificationSettings().run([mine])
    #expect(report.results.count == VerificationSettings.defaultSteps.count)
    #expect(!report.passes)
  }
}
