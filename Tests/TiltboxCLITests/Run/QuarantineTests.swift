import Foundation
import TestSupport
import Testing

@Suite("A body that diverges", .serialized)
struct QuarantineTests {
  private let folder: Folder
  private let scenario: String

  init() throws {
    folder = try Folder()
    let text = """
      tiltbox: 1
      world: {engine: chipmunk}
      bodies:
        - {id: ball, circle: 5, at: [100, 150], mass: 1}
        - {id: crate, box: [10, 10], at: [20, 5], mass: 1}
      constraints:
        - {spring: [ground, ball], anchorA: [100, 100], restLength: 10, stiffness: 1e9, damping: 0}
      run: {duration: 0.5}
      expect:
        - {body: crate, y: 5, within: 1e9, at: 0.2}
      """
    scenario = try folder.write(Array(text.utf8), "stiff.yaml")
  }

  @Test("is removed and reported; run, recording, journal and replay continue and agree")
  func run() throws {
    let (journal, recording) = (folder.path("run.journal"), folder.path("run.jsonl"))
    let run = try Command.run("run", scenario, "--fast", "--journal", journal, "-o", recording)
    // The scenario has expectations, and a lost body doesn't meet them.
    #expect(run.status == 1)
    #expect(run.errors.contains("ball diverged and was removed from the world"))
    #expect(run.errors.contains("constraint 0 is a spring of stiffness"))
    let lines = String(decoding: try folder.read("run.jsonl"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains("\"kind\":\"quarantine\"") } == 1)
    #expect(lines.last?.contains(#""quarantines":1,"quarantined":[{"body":"ball","tick":"#) == true)
    #expect(lines.last?.contains(#""ticks":60,"#) == true)
    #expect(try Command.run("replay", journal, "--format", "none").status == 0)
    let diff = try Command.run("diff", recording, journal)
    #expect(diff.status == 0, "\(diff.output)")
  }

  @Test("fails a check, and a sweep's row")
  func check() throws {
    let check = try Command.run("check", scenario, "--junit", folder.path("report.xml"))
    #expect(check.status == 1)
    #expect(check.output.contains("1 expectation, 0 not met, 1 body diverged"))
    #expect(check.errors.contains("ball diverged at tick"))
    let report = String(decoding: try folder.read("report.xml"), as: UTF8.self)
    #expect(report.contains("failures=\"1\"") && report.contains("ball stays within bounds"))
    let sweep = try Command.run(
      "sweep",
      scenario,
      "--vary",
      "world.gravity=1000",
      "--measure",
      "y(crate)"
    )
    #expect(sweep.output.contains("the speed of body 1"))
  }
}
