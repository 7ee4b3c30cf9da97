import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Parts of a sweep")
struct MergerTests {
  private let folder: Folder
  private let plan: SweepPlan

  init() throws {
    folder = try Folder()
    plan = try TiltboxSweepTests.plan(
      ["world.gravity=500:1500:10"],
      ["y=y(ball)"],
      set: "run.duration=0.1",
      "expect=null"
    )
  }

  private func part(
    _ number: Int,
    of count: Int,
    _ plan: SweepPlan? = nil,
    format: ResultsFormat = .jsonl,
    cut: Int = 0
  ) throws -> String {
    let plan = plan ?? self.plan
    let shard = try Shard("\(number)/\(count)")
    let head = format.head(PlanLine(plan, shard: shard))
    let bytes = head + (try rows(plan, shard.runs(of: plan.runs), format: format).text)
    return try folder.write(Array(bytes.dropLast(cut)), "part-\(number)-\(count)-\(cut)")
  }

  private func merged(_ paths: [String]) throws -> [UInt8] {
    let merger = try Merger(paths)
    let collector = RowCollector()
    try merger.run(sink: collector)
    return merger.format.head(merger.plan) + collector.text
  }

  @Test("each have a share of the runs, together all", arguments: [1, 3, 7, 16, 101, 250])
  func shares(_ count: Int) throws {
    let parts = try (1...count).map { try Shard("\($0)/\(count)").runs(of: 101) }
    #expect(parts.flatMap(Array.init) == Array(0..<101))
    let sizes = parts.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    #expect(try Shard("1000000/1000000").runs(of: 1_000_000_000_000).count == 1_000_000)
  }

  @Test(
    "merge to the bytes of the whole, in any order",
    arguments: ResultsFormat.allCases
  )
  func merge(_ format: ResultsFormat) throws {
    let whole = format.head(PlanLine(plan)) + (try rows(plan, format: format).text)
    let parts = try (1...7).map { try part($0, of: 7, format: format) }
    #expect(try merged(parts.reversed()) == whole)
    #expect(try merged([try part(1, of: 1, format: format)]) == whole)
  }

  @Test("that are missing, duplicate, of another plan or of another division are reported")
  func mistakes() throws {
    func message(_ paths: [String]) throws -> String {
      try #require(throws: SweepError.self) { try merged(paths) }.description
    }
    let parts = try (1...4).map { try part($0, of: 4) }
    #expect(try message([parts[0], parts[2]]).contains("missing: part 2/4, 4/4"))
    #expect(try message(parts + [parts[1]]).contains("are both part 2/4"))
    #expect(try message([parts[0], try part(2, of: 3)]).contains("is part 2/3, and"))
    let other = try TiltboxSweepTests.plan(
      ["world.gravity=500:1500:20"],
      ["y=y(ball)"],
      set: "run.duration=0.1",
      "expect=null"
    )
    let words = try message([parts[0], try part(2, of: 4, other)])
    #expect(words.contains("is of another plan"))
    #expect(words.contains("--vary world.gravity was \"500:1500:10\", and is \"500:1500:20\""))
    #expect(throws: FileError.self) { try merged([parts[0], "/nonexistent"]) }
  }

  @Test("that are incomplete are reported, with their number of runs")
  func incomplete() throws {
    let torn = try part(2, of: 4, cut: 20)
    let paths = [try part(1, of: 4), torn, try part(3, of: 4), try part(4, of: 4)]
    let error = try #require(throws: SweepError.self) { try merged(paths) }
    #expect(
      error.description.contains("\(torn): holds 24 of 25 runs; continue it with --resume"),
      "\(error)"
    )
  }

  @Test("need an index and a count", arguments: ["0/4", "5/4", "1", "a/b", "1/0", "1/2/3", "-1/4"])
  func shardTexts(_ text: String) {
    #expect(throws: SweepError.self) { try Shard(text) }
  }
}
