import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Missing runs of a sweep")
struct MissingRunsTests {
  private let folder: Folder
  private let plan: SweepPlan

  init() throws {
    folder = try Folder()
    plan = try TiltboxSweepTests.plan(
      ["world.gravity=500:1490:10"],
      ["y=y(ball)"],
      set: "run.duration=0.05",
      "expect=null"
    )
  }

  /// A part with some failed rows.
  private func part(
    _ number: Int,
    of count: Int,
    rows limit: Int = .max,
    failed: Set<Int> = [],
    torn: Bool = false
  ) throws -> String {
    let shard = Shard(number: number, count: count)
    let name = "part-\(number)-\(count)"
    return try write(PlanLine(plan, shard: shard), name, limit, failed: failed, torn: torn)
  }

  /// Returns the rows of a file with this first line.
  private func write(
    _ line: PlanLine,
    _ name: String,
    _ limit: Int = .max,
    failed: Set<Int> = [],
    torn: Bool = false
  ) throws -> String {
    var text = TextBuffer()
    let own = line.ownRuns
    for place in 0..<min(limit, own.count) {
      var row = try #require(rows(plan, own[place]..<own[place] + 1, workers: 1).rows.first)
      if failed.contains(row.run) { (row.error, row.digest, row.measures) = ("lost", nil, [.nan]) }
      ResultsFormat.jsonl.append(row, line, to: &text)
    }
    if torn { text.append("{\"run\":") }
    return try folder.write(ResultsFormat.jsonl.head(line) + text.bytes, name)
  }

  private func merged(_ paths: [String]) throws -> [UInt8] {
    let merger = try Merger(paths)
    let collector = RowCollector()
    try merger.run(sink: collector)
    return merger.format.head(merger.plan) + collector.text
  }

  private var whole: [UInt8] {
    get throws { ResultsFormat.jsonl.head(PlanLine(plan)) + (try rows(plan).text) }
  }

  @Test("are those that no file has, and those that failed once")
  func gaps() throws {
    let paths = [
      try part(1, of: 4, rows: 10, torn: true), try part(2, of: 4, failed: [30, 31, 40]),
      try part(4, of: 4, rows: 0), try folder.write([], "empty"), folder.path("nowhere"),
    ]
    let gaps = try MissingRuns(paths)
    #expect(gaps.missing.text == "10-24,50-99")
    #expect(gaps.failed.text == "30-31,40")
    #expect(gaps.both.text == "10-24,30-31,40,50-99")
    #expect(gaps.text.contains("missing: 65 of 100 runs: 10-24, 50-99\n"))
    #expect(gaps.text.contains("left out: \(folder.path("empty")): ends before its plan does"))
    #expect(gaps.text.contains("left out: \(folder.path("nowhere")): No such file"))
    let nothing = try MissingRuns((1...4).map { try part($0, of: 4) })
    #expect(nothing.both.count == 0 && nothing.text == "nothing is missing: 100 runs\n")
  }

  @Test("of a damaged file are all that it should have")
  func damage() throws {
    let path = try part(3, of: 4)
    var bytes = try folder.read("part-3-4")
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "7")))
    bytes[place] = UInt8(ascii: "8")
    _ = try folder.write(bytes, "part-3-4")
    let gaps = try MissingRuns([try part(1, of: 4), try part(2, of: 4), path, try part(4, of: 4)])
    #expect(gaps.missing.text == "50-74")
    #expect(gaps.unusable.count == 1)
  }

  @Test("come from any number of workers, with the bytes of one", arguments: [1, 3, 40])
  func fill(workers: Int) throws {
    let parts = [
      try part(1, of: 4, rows: 10, torn: true), try part(2, of: 4, failed: [30, 31, 40]),
      try part(4, of: 4, rows: 0),
    ]
    let gaps = try MissingRuns(parts)
    let fills = try (1...workers).map { number in
      let own = Shard(number: number, count: workers).runs(of: gaps.both.count)
      return try write(PlanLine(plan, only: gaps.both.part(own)), "fill-\(number)")
    }
    #expect(try MissingRuns(parts + fills).both.count == 0)
    // A part whose last line is truncated is as good as a complete one.
    #expect(try merged(fills + parts) == whole)
    // Without one of them, runs are still missing.
    let error = try #require(throws: SweepError.self) { try merged(parts + fills.dropLast()) }
    #expect(error.description.contains("--missing"), "\(error)")
    #expect(try MissingRuns(parts + fills.dropLast()).both.count > 0)
  }

  @Test("do not include a run that failed twice")
  func failedTwice() throws {
    let parts = try (1...4).map { try part($0, of: 4, failed: [5, 60]) }
    let fill = try write(PlanLine(plan, only: MissingRuns(parts).both), "fill", failed: [60])
    let gaps = try MissingRuns(parts + [fill])
    #expect(gaps.both.count == 0 && gaps.failedTwice.text == "60")
    #expect(gaps.text == "failed twice: 1 of 100 runs: 60\n")
    #expect(try merged(parts + [fill]) != whole)
  }

  @Test("are an error for files of several plans; two different results of a run are not merged")
  func mistakes() throws {
    let other = try TiltboxSweepTests.plan(["world.gravity=500:600:10"], ["y=y(ball)"])
    let stranger = try folder.write(ResultsFormat.jsonl.head(PlanLine(other)), "other")
    #expect(throws: SweepError.self) { try MissingRuns([try part(1, of: 4), stranger]) }
    #expect(throws: SweepError.self) { try MissingRuns([folder.path("nowhere")]) }
    let line = PlanLine(plan, only: RunList(7..<8))
    var row = try #require(rows(plan, 7..<8).rows.first)
    row.digest = "0123456789abcdef"
    var text = TextBuffer()
    ResultsFormat.jsonl.append(row, line, to: &text)
    let fill = try folder.write(ResultsFormat.jsonl.head(line) + text.bytes, "fill")
    let error = try #require(throws: SweepError.self) { try merged([try part(1, of: 1), fill]) }
    #expect(error.description.contains("different results of run 7"))
  }

  @Test("are a list of runs as text", arguments: ["", "0", "0-4", "3,5-6,99", "0-99"])
  func lists(text: String) throws {
    let list = try #require(RunList(text, of: 100))
    #expect(list.text == text)
    let runs = (0..<100).filter(list.contains)
    #expect((0..<list.count).map { list[$0] } == runs)
    #expect(
      (0..<5).flatMap { list.part(Shard(number: $0 + 1, count: 5).runs(of: list.count)).runs }
        == runs
    )
  }

  @Test(
    "reject a list of runs that is out of order, of other runs, or empty",
    arguments: ["5-4", "3,2", "3,4", "100", "0-100", "-1", "1-", ",", "1,,2", "a", "1-2-3", "٣"]
  )
  func noLists(text: String) { #expect(RunList(text, of: 100) == nil) }
}

extension RunList {
  fileprivate var runs: [Int] { (0..<count).map { self[$0] } }
}
