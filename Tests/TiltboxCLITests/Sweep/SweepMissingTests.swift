import TestSupport
import Testing

@Suite("tiltbox sweep --missing", .serialized)
struct SweepMissingTests {
  private let folder: Folder
  private let plan: String

  init() throws {
    folder = try Folder()
    let fall = """
      tiltbox: 1
      walls: {size: [300, 300]}
      bodies: [{id: ball, circle: 10, at: [150, 211], mass: 1}]

      """
    let scenario = try folder.write(Array(fall.utf8), "fall.yaml")
    let text = """
      sweep: 1
      scenario: \(scenario)
      set: {run.duration: 0.05}
      vary: {world.gravity: "500:1490:10"}
      measure: {y: y(ball)}

      """
    plan = try folder.write(Array(text.utf8), "plan.yaml")
  }

  private func sweep(_ arguments: String...) throws -> Command.Result {
    let running = try Command.Running(["sweep"] + arguments)
    running.closeInput()
    return running.finish()
  }

  @Test("makes the runs that parts lack, and the whole has the bytes of one sweep")
  func fill() throws {
    func path(_ name: String) -> String { folder.path(name) }
    #expect(try sweep("--plan", plan, "-o", path("whole.jsonl")).status == 0)
    for index in ["0", "2"] {
      let part = try sweep(
        "--plan",
        plan,
        "--shard-index",
        index,
        "--shard-count",
        "4",
        "-o",
        path("part-\(index).jsonl")
      )
      #expect(part.status == 0, "\(part.errors)")
    }
    let parts = [path("part-0.jsonl"), path("part-2.jsonl")]
    let report = try sweep("--missing", parts[0], parts[1])
    #expect(report.status == 1)
    #expect(report.output == "missing: 50 of 100 runs: 25-49, 75-99\n")

    for index in ["0", "1", "2"] {
      let more = try sweep(
        "--plan",
        plan,
        "--missing",
        parts[0],
        parts[1],
        "--shard-index",
        index,
        "--shard-count",
        "3",
        "-o",
        path("more-\(index).jsonl")
      )
      #expect(more.status == 0, "\(more.errors)")
      #expect(more.errors.contains("missing: 50 of 100 runs"))
    }
    // One of the workers is killed while it writes a row; its successor doesn't depend on the other workers' files.
    let whole = try folder.read("more-1.jsonl")
    _ = try folder.write(Array(whole.prefix(whole.count / 2)), "more-1.jsonl")
    let mores = (0...2).map { path("more-\($0).jsonl") }
    let resumed = try sweep(
      "--plan",
      plan,
      "--missing",
      parts[0],
      parts[1],
      mores[0],
      "--shard-index",
      "1",
      "--shard-count",
      "3",
      "-o",
      mores[1],
      "--resume"
    )
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try folder.read("more-1.jsonl") == whole)

    let all = parts + mores
    #expect(try sweep("--missing", all[0], all[1], all[2], all[3], all[4]).status == 0)
    let merged = try sweep(
      "--merge",
      all[0],
      all[1],
      all[2],
      all[3],
      all[4],
      "-o",
      path("merged.jsonl")
    )
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(try folder.read("merged.jsonl") == folder.read("whole.jsonl"))
  }

  @Test("of another plan is an error, and so are part numbers that do not fit")
  func mistakes() throws {
    let part = folder.path("part.jsonl")
    let shard = try sweep("--plan", plan, "--shard-index", "0", "--shard-count", "50", "-o", part)
    #expect(shard.status == 0)
    let text = String(decoding: try folder.read("plan.yaml"), as: UTF8.self)
    let other = try folder.write(Array(text.replacing("500:", with: "510:").utf8), "other.yaml")
    for (arguments, status, words) in [
      (["--plan", other, "--missing", part], 64, "of another plan"),
      (["--missing", part, "-o", "x.jsonl"], 64, "give the --plan"),
      (["--missing", plan], 65, "no file has the first line of a sweep"),
      (["--missing", plan, "missing.jsonl"], 66, "no file has the first line of a sweep"),
      (["--missing"], 64, "name the parts"),
      (["--plan", plan, "--shard-index", "4", "--shard-count", "4"], 64, "give 0 to 3"),
      (["--plan", plan, "--shard-index", "-1", "--shard-count", "4"], 64, ""),
      (["--plan", plan, "--shard-index", "1"], 64, "go together"),
      (
        ["--plan", plan, "--shard", "1/4", "--shard-index", "1", "--shard-count", "4"], 64,
        "drop one"
      ),
      (["--plan", plan, "--shard-index", "0", "--shard-count", "0"], 64, "--shard-count is 0"),
    ] as [([String], Int32, String)] {
      let running = try Command.Running(["sweep"] + arguments)
      running.closeInput()
      let result = running.finish()
      #expect(result.status == status, "\(arguments): \(result.errors)")
      #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
    }
  }
}
