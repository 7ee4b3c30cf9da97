import Foundation
import TestScenes
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Expecting a recording's digest")
struct DigestExpectationTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Records a fall of some ticks, whose crate has a mass.
  private func record(ticks: Int, gravity: Double = 1000) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "run.jsonl").path
    var scenario = Scenario.freeFall()
    scenario.world.gravity = gravity
    let simulation = try Simulation(scenario)
    let recorder = Recorder(.jsonl, to: try OutputFile(creating: path))
    try recorder.begin(simulation)
    for _ in 0..<ticks { try simulation.advance() }
    let statistics = RunStatistics(step: 1.0 / 120)
    try recorder.end(simulation, RunSummary(of: simulation, statistics: statistics))
    return path
  }

  private func check(_ file: String) throws -> ExpectationResult {
    var scenario = Scenario.freeFall()
    scenario.run.duration = 1
    scenario.expectations = [Scenario.Expectation(nil, .digest(ofRecording: file))]
    return try #require(try ScenarioCheck(scenario.loadingFiles()).results.first)
  }

  @Test("is met by the same run, bit for bit")
  func same() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try check(record(ticks: 120)).isMet)
  }

  @Test("is not met by another run, or by one of another length")
  func other() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let heavier = try check(record(ticks: 120, gravity: 1000.000001))
    #expect(!heavier.isMet && heavier.got.hasPrefix("digest "))
    let shorter = try check(record(ticks: 119))
    #expect(shorter.got == "120 ticks, and the recording has 119")
  }

  @Test("a file that is missing, or not a recording, is an error before the run")
  func unreadable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: FileError.self) { try check("/nonexistent/run.jsonl") }
    let path = try record(ticks: 1)
    try Data("{\"tiltbox\":1}\n".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: Diagnostic.self) { try check(path) }
    #expect(error?.description.hasPrefix("\(path):1: this is no header of a recording") == true)
  }

  @Test("reads only the summary like a whole recording, and rejects a damaged one")
  func summaries() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try record(ticks: 120)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    try write("\(lines[1])\n")
    #expect(try check(path).isMet)
    for (damage, place) in [("\(lines[0])\n\(lines[1])", 2), ("\(lines[0])\n", 1)] {
      try write(damage)
      let error = #expect(throws: Diagnostic.self) { try check(path) }
      #expect(error?.description.hasPrefix("\(path):\(place): ") == true)
    }
  }
}
