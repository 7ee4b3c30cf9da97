import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Results of a sweep")
struct ResultsTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func plan(_ gravity: String = "500:1500:10") throws -> SweepPlan {
    try TiltboxSweepTests.plan(
      ["world.gravity=\(gravity)"],
      ["fall=firstContact(ball, walls)", "low=y(ball, 0.5) < 100", "no=firstContact(ball, crate)"],
      set: "run.duration=0.7"
    )
  }

  /// The bytes of a whole results file.
  private func whole(_ plan: SweepPlan, _ format: ResultsFormat = .jsonl) throws -> [UInt8] {
    format.head(PlanLine(plan)) + (try rows(plan, format: format).text)
  }

  @Test("a row reads back as it was written", arguments: ResultsFormat.allCases)
  func roundTrip(_ format: ResultsFormat) throws {
    let plan = try TiltboxSweepTests.plan(
      ["tilt=[0, -1]", "world.integrator=half-kick,chipmunk", "world.gravity=0.1"],
      ["a, \"b\"=1", "yes=1<2"]
    )
    let line = PlanLine(plan)
    let row = Row(
      run: 1,
      parameters: [.list([.number(0), .number(-1)]), .text("a, \"b\"\nc"), .number(0.1)],
      measures: [.nan, 1],
      digest: nil,
      error: "one, \"two\"",
      wall: nil
    )
    var text = TextBuffer()
    format.append(row, line, to: &text)
    #expect(text.bytes.firstIndex(of: 10) == text.count - 1)
    let read = try #require(format.row(Array(text.bytes.dropLast()), line))
    #expect(read.error == row.error && read.digest == nil && read.run == 1)
    #expect(read.measures[0].isNaN && read.measures[1] == 1)
    #expect(read.parameters == row.parameters)
  }

  @Test("every line is JSON with the parameters, the measures, the digest and an error")
  func jsonLines() throws {
    let lines = String(decoding: try whole(plan("500,1000")), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any]
    )
    #expect(object.count == 8)
    #expect(object["world.gravity"] as? Double == 500)
    #expect(object["low"] as? Bool == false)
    #expect(object["no"] is NSNull && object["error"] is NSNull)
    #expect((object["digest"] as? String)?.count == 16)
  }

  @Test(
    "a number that was changed in a row or in the plan is detected",
    arguments: ResultsFormat.allCases
  )
  func changed(_ format: ResultsFormat) throws {
    let bytes = try whole(plan("500:600:50"), format)
    var found = 0
    for index in bytes.indices where (0x30...0x39).contains(bytes[index]) {
      var damaged = bytes
      damaged[index] = bytes[index] == 0x31 ? 0x32 : 0x31
      let file = try folder.write(damaged, "changed.\(format.rawValue)")
      do {
        var reader = try ResultsReader(file)
        while try reader.next() != nil {}
        Issue.record("digit \(index) of \(String(decoding: bytes, as: UTF8.self)) may be any")
      } catch is SweepError { found += 1 }
    }
    #expect(found > 80)
  }

  @Test(
    "resuming from any byte gives the same bytes",
    arguments: ResultsFormat.allCases
  )
  func resume(_ format: ResultsFormat) throws {
    let plan = try plan("500:600:10")
    let line = PlanLine(plan)
    let bytes = try whole(plan, format)
    for cut in [0, 1, 100, format.head(line).count, bytes.count / 2, bytes.count - 1, bytes.count] {
      let path = try folder.write(Array(bytes[..<cut]), "r")
      var summary = Summary(line)
      let next: Int
      do {
        let resumption = try Resumption(path, line, format) { summary.add($0) }
        next = resumption.rowCount
        let isWhole = cut == 0 || bytes[cut - 1] == 10
        #expect((resumption.tornBytes == 0) == isWhole || format == .csv)
        var runner = SweepRunner(plan)
        runner.format = format
        let file = resumption.file
        let writer = ResultsWriter(summary: summary) { try file.append($0) }
        #expect(try runner.run(next..<plan.runs, sink: writer) == plan.runs)
        #expect(writer.summary.runs == plan.runs)
      }
      #expect(try folder.read("r") == bytes, "cut at \(cut)")
    }
    let marked = try folder.write([0xEF, 0xBB, 0xBF] + bytes, "marked")
    #expect(try Resumption(marked, line, format) { _ in }.rowCount == plan.runs)
    let windows = bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
    let edited = try folder.write(windows, "edited")
    #expect(try Resumption(edited, line, format) { _ in }.rowCount == plan.runs)
    #expect(try folder.read("edited") == windows)
  }

  @Test("another plan is rejected, with the difference")
  func changed() throws {
    let path = try folder.write(try whole(plan("500,600")), "r")
    let before = try folder.read("r")
    func message(_ plan: SweepPlan, _ format: ResultsFormat = .jsonl) throws -> String {
      let error = try #require(throws: SweepError.self) {
        try Resumption(path, PlanLine(plan), format) { _ in }
      }
      return error.description
    }
    #expect(try message(plan("500,700")).contains("--vary world.gravity was \"[500,600]\", and is"))
    #expect(try message(plan("500,600"), .csv).contains("--format was jsonl, and is csv"))
    let other = try TiltboxSweepTests.plan(["walls.friction=1,2"], ["fall=y(ball)"])
    let words = try message(other)
    for part in [
      "--vary walls.friction is new", "--vary world.gravity is gone", "--measure fall was",
      "--measure low is gone", "the scenario, or what is --set in it",
    ] {
      #expect(words.contains(part), "\(words)")
    }
    #expect(try folder.read("r") == before)
  }

  @Test("a file that is damaged or contains no results is rejected with its line")
  func damaged() throws {
    let plan = try plan("500:600:10")
    var text = String(decoding: try whole(plan), as: UTF8.self)
    text = text.replacing("\"run\":4", with: "\"run\":5")
    for (bytes, words) in [
      (text, ":6: the row of run 5 stands where that of run 4 should"),
      ("hello\n", ":1: this is no results file"), ("hello", ": this is no results file"),
      ("{\"my\": \"only copy\"}", ": this is no results file"),
      (
        "{\"kind\":\"sweep\",\"runs\":-1,\"vary\":{},\"measure\":{}}\n",
        ":1: this is no results file"
      ),
      (
        String(decoding: ResultsFormat.jsonl.head(PlanLine(plan)), as: UTF8.self) + "x\n",
        ":2: this is no row"
      ),
    ] {
      let path = try folder.write(Array(bytes.utf8), "r")
      let error = try #require(throws: SweepError.self) {
        try Resumption(path, PlanLine(plan), .jsonl) { _ in }
      }
      #expect(error.description.hasPrefix(path + words), "\(error)")
      #expect(try folder.read("r") == Array(bytes.utf8))
    }
  }
}
