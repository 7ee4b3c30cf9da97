import Foundation
import Testing

@Suite("tiltbox sweep")
struct SweepCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private let text = """
    tiltbox: 1
    name: fall
    walls: {size: [300, 300]}
    bodies: [{id: ball, circle: 10, at: [150, 211], mass: 1}]
    run: {duration: 1}
    """

  /// Writes a file, and returns its path.
  private func file(_ name: String, _ text: String? = nil) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: name)
    if let text { try Data(text.utf8).write(to: url) }
    return url.path
  }

  private func run(_ arguments: [String]) throws -> Command.Result {
    let running = try Command.Running(["sweep"] + arguments)
    running.closeInput()
    return running.finish()
  }

  private var common: [String] {
    get throws {
      [
        try file("fall.yaml", text), "--vary", "world.gravity=500:1500:20",
        "--measure", "fall=firstContact(ball, walls)", "--measure",
        "fast=firstContact(ball, walls) < 0.7",
      ]
    }
  }

  @Test("rows go to standard output, the summary to standard error")
  func rows() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(common)
    #expect(result.status == 0)
    let objects = try result.objects()
    #expect(objects.count == 52)
    #expect(objects[0]["kind"] as? String == "sweep" && objects[0]["runs"] as? Int == 51)
    #expect(objects.dropFirst().map { $0["run"] as? Int } == Array(0..<51))
    let times = objects.dropFirst().compactMap { $0["fall"] as? Double }
    #expect(times.count == 51 && times == times.sorted(by: >))
    #expect(result.errors.contains("fall is least in run "))
    #expect(result.errors.contains(" and greatest in run 0 (world.gravity=500)\n"))
    #expect(result.errors.contains("51 runs, 0 failed") && result.errors.contains("fast: yes in "))
  }

  @Test("merged parts have the bytes of the whole, and so has the summary")
  func shards() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try run(common + ["-o", file("whole.csv")])
    let parts = try (1...3).map { try file("part-\($0).csv") }
    for (index, part) in parts.enumerated() {
      #expect(try run(common + ["--shard", "\(index + 1)/3", "-o", part]).status == 0)
    }
    let merged = try run(["--merge"] + parts + ["-o", file("merged.csv")])
    #expect(merged.status == 0 && merged.output == whole.output)
    let paths = try (file("merged.csv"), file("whole.csv"))
    #expect(FileManager.default.contentsEqual(atPath: paths.0, andPath: paths.1))
    let missing = try run(["--merge", parts[0], parts[2], "-o", file("bad.csv")])
    #expect(missing.status == 65 && missing.errors.contains("missing: part 2/3"))
    #expect(try !FileManager.default.fileExists(atPath: file("bad.csv")))
    #expect(try run(["--merge", parts[0], "/nonexistent.csv"]).status == 66)
  }

  @Test("a stopped sweep keeps its results, and continues where it was")
  func resume() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = try common + ["--set", "run.duration=20", "--vary", "walls.friction=0:1:0.02"]
    let path = try file("results.jsonl")
    let running = try Command.Running(["sweep"] + arguments + ["-o", path])
    running.closeInput()
    while ((try? Data(contentsOf: URL(filePath: path)))?.count ?? 0) < 2000,
      running.process.isRunning
    {
      sched_yield()
    }
    running.process.interrupt()
    let stopped = running.finish()
    #expect(stopped.status == 130)
    #expect(stopped.errors.contains(" of 2601 runs; continue with --resume"), "\(stopped.errors)")
    let kept = try Data(contentsOf: URL(filePath: path))
    #expect(kept.last == 10)

    // A different plan can't resume the file.
    let changed = try run(common + ["-o", path, "--resume"])
    #expect(changed.status == 64 && changed.errors.contains("--vary walls.friction is gone"))
    #expect(try Data(contentsOf: URL(filePath: path)) == kept)
  }

  @Test("a sweep that stops before it has anything to plot has the status of its signal")
  func stoppedBeforePlot() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, plot) = try (file("results.jsonl"), file("plot.svg"))
    let running = try Command.Running(
      ["sweep"] + common + ["--set", "run.duration=1e6", "-o", path, "-o", plot]
    )
    running.closeInput()
    while !FileManager.default.fileExists(atPath: path), running.process.isRunning { sched_yield() }
    running.process.interrupt()
    let stopped = running.finish()
    #expect(stopped.status == 130)
    #expect(stopped.errors.contains("plot.svg: nothing to draw"), "\(stopped.errors)")
    #expect(stopped.errors.contains("stopped after 0 of 51 runs; continue with --resume"))
  }

  @Test("a torn last line is dropped, and its run repeated")
  func torn() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("results.jsonl")
    #expect(try run(common + ["-o", path]).status == 0)
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.dropLast(300).write(to: URL(filePath: path))
    let result = try run(common + ["-o", path, "--resume"])
    #expect(result.status == 0 && result.errors.contains("a torn last line was dropped"))
    #expect(try Data(contentsOf: URL(filePath: path)) == whole)
    let refused = try run(common + ["-o", path])
    #expect(refused.status == 64 && refused.errors.contains("not empty"))
  }

  @Test(
    "a full disk is reported, and what fits is kept",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
  )
  func fullDisk() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(common + ["-o", "/dev/full"])
    #expect(result.status == 74 && result.errors.contains("No space left on device"))
  }

  @Test("draws a plot")
  func plot() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("plot.svg")
    #expect(try run(common + ["-o", path, "--format", "csv"]).status == 0)
    let svg = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.contains("polyline") && svg.contains("world.gravity"))
  }

  @Test("a plot that cannot be written is an error before the first run")
  func unwritablePlot() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try run(common + ["-o", "/nonexistent/plot.svg"])
    #expect(result.status == 74 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("tiltbox: /nonexistent/plot.svg: No such file or directory"))
  }

  @Test("a plot without a measure is an error before the first run")
  func plotOfNothing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("plot.svg")
    let one = try [file("fall.yaml", text), "--vary", "world.gravity=1,2", "-o", path]
    let nothing = try run(one)
    #expect(nothing.status == 64 && nothing.output.isEmpty)
    #expect(
      nothing.errors
        == "\(path): nothing to draw: the sweep has no measure; give --measure\n"
    )
    let never = try run(
      one + ["--measure", "a=firstContact(ball, walls)", "--set", "run.duration=0.1"]
    )
    #expect(never.status == 64)
    #expect(never.errors.contains("nothing to draw: no run has a value up to 1e300\n"))
  }

  @Test("a plan file means the same as the options")
  func planFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = try run(common)
    let plan = """
      sweep: 1
      scenario: fall.yaml
      vary: {world.gravity: "500:1500:20"}
      measure: {fall: "firstContact(ball, walls)", fast: "firstContact(ball, walls) < 0.7"}
      """
    let result = try run(["--plan", file("plan.yaml", plan)])
    #expect(result.status == 0 && result.output == options.output)
    let bad = try run([
      "--plan", file("bad.yaml", "sweep: 1\nvary: {world.gravity: 1:0:1}\nmeasure: {}"),
    ])
    #expect(
      bad.status == 65
        && bad.errors.contains("bad.yaml:2:23: vary.world.gravity: the range is empty")
    )
  }

  @Test("a field that is set and varied is a mistake, of the options and of a plan")
  func setAndVaried() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = try file("fall.yaml", text)
    let options = try run([
      scenario, "--set", "world.gravity=700", "--vary", "world.gravity=1,2", "--measure", "y(ball)",
    ])
    let words = "gives the field a value too; drop one of them\n"
    #expect(options.status == 64)
    #expect(options.errors.contains("--vary world.gravity=1,2: --set \(words)"))
    let fields = "set: {world.gravity: 7}\nvary: {world.gravity: [1, 2]}\n"
    let plan = "sweep: 1\nscenario: fall.yaml\n\(fields)"
    let planned = try run(["--plan", file("plan.yaml", plan)])
    #expect(planned.status == 65)
    #expect(planned.errors.contains("plan.yaml:4:23: vary.world.gravity: set \(words)"))
    for (set, vary) in [("[0]", ".ball"), (".ball", "[0]"), ("[0]", "[0]")] {
      let vary = "bodies\(vary).mass=1,2"
      let result = try run([
        scenario, "--set", "bodies\(set).mass=7", "--vary", vary, "--measure", "y(ball)",
      ])
      #expect(result.status == 64 && result.errors.contains("--vary \(vary): --set \(words)"))
    }
    let others = try run([
      scenario, "--set", "bodies[0].friction=1", "--vary", "bodies.ball.mass=1,2", "--measure",
      "y(ball)",
    ])
    #expect(others.status == 0)
  }

  @Test("a mistake in a plan's set has its line and column in the plan")
  func wrongSet() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try file("fall.yaml", text)
    let fields = "set: {run.duration: 1, world.gravty: 1}\nvary: {world.gravity: [1, 2]}\n"
    let plan = try file("plan.yaml", "sweep: 1\nscenario: fall.yaml\n\(fields)")
    let result = try run(["--plan", plan])
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("\(plan):3:24: world.gravty: unknown; did you mean gravity?"))
  }

  @Test("finds the values at which two formulas are equal, and reports if there are none")
  func search() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = try file("fall.yaml", text)
    let trace = try file("trace.csv")
    let found = try run([
      scenario, "--vary", "world.gravity=100:2000", "--find", "y(ball, 0.5) = 100", "--within",
      "0.01",
      "-o", trace,
    ])
    #expect(found.status == 0, "\(found.errors)")
    // y = 211 - g·t²/2 at 0.5 s.
    let gravity = try #require(Double(found.lines[0].dropFirst("world.gravity=".count)))
    #expect(abs(gravity - 111 * 8) < 0.1)
    let rows = try String(contentsOf: URL(filePath: trace), encoding: .utf8).split(separator: "\n")
    #expect(rows.count > 5 && rows[1] == "run,world.gravity,off,digest,error,check")
    let none = try run([
      scenario, "--vary", "world.gravity=100:200", "--find", "y(ball, 0.5) = 100", "--starts", "2",
    ])
    #expect(none.status == 1 && none.errors.contains("not found within 1e-6: off by "))
  }

  @Test("a search continues where its trace ends, draws nothing, and has no parts")
  func searchResumed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let search = [
      try file("fall.yaml", text), "--vary", "world.gravity=100:2000", "--maximize",
      "-abs(y(ball, 0.5) - 100)", "--starts", "3", "--evaluations", "20",
    ]
    let trace = try file("trace.jsonl")
    let drawn = try run(search + ["-o", "way.svg"])
    #expect(drawn.status == 64 && drawn.errors.contains("way.svg: a search draws nothing"))
    let whole = try run(search + ["-o", trace])
    #expect(whole.status == 0, "\(whole.errors)")
    let bytes = try Data(contentsOf: URL(filePath: trace))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: trace))
    let rest = try run(search + ["-o", trace, "--resume"])
    #expect(rest.status == 0 && rest.output == whole.output, "\(rest.errors)")
    #expect(try Data(contentsOf: URL(filePath: trace)) == bytes)
    let other = try run(search.dropLast() + ["30", "-o", trace, "--resume"])
    #expect(other.status == 64 && other.errors.contains("evaluations was 20, and is 30"))
    let part = try run(search + ["--shard", "1/2"])
    #expect(part.status == 64 && part.errors.contains("--shard: a search has no parts"))
    for use in ["--merge", "--missing"] {
      let parts = try run([use, trace])
      #expect(parts.status == 64 && parts.errors.contains("is the trace of a search"))
    }
  }

  @Test(
    "a search of a plan takes its limits from the command line; a sweep has no such limits"
  )
  func searchLimits() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = try file("fall.yaml", text)
    let plan = try file(
      "plan.yaml",
      "sweep: 1\nscenario: \(scenario)\nvary: {world.gravity: '100:2000'}\n"
        + "minimize: abs(y(ball, 0.5) - 100)\nstarts: 3\n"
    )
    let trace = try file("trace.jsonl")
    let found = try run(["--plan", plan, "--starts", "1", "--evaluations", "9", "-o", trace])
    #expect(found.status == 0, "\(found.errors)")
    let rows = try String(contentsOf: URL(filePath: trace), encoding: .utf8).split(separator: "\n")
    #expect((2...10).contains(rows.count))
    for options in [["--shard", "1/2"], [trace, "--missing"]] {
      let part = try run(["--plan", plan] + options)
      #expect(part.status == 64 && part.errors.contains(": a search has no parts"))
    }
    let sweep = try run([scenario, "--vary", "world.gravity=1,2", "--starts", "2"])
    #expect(
      sweep.status == 64 && sweep.errors.contains("--starts and --evaluations go with a search")
    )
  }

  @Test(
    "a plan with a line that its search or sweep would ignore is a mistake",
    arguments: [
      ("'1:2'", "minimize: g\nsamples: 4", "drop samples and combine"),
      ("'1:2'", "minimize: g\ncombine: zip", "drop samples and combine"),
      ("'1:2'", "minimize: g\nwithin: 1", "--within is the tolerance of --find"),
      ("'1:2:1'", "evaluations: 3", "--evaluations go with a search"),
    ]
  )
  func ignoredLines(values: String, lines: String, message: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try file("plan.yaml", "sweep: 1\nvary: {world.gravity: \(values)}\n\(lines)\n")
    let result = try run(["--plan", plan])
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  @Test("a search whose runs all fail shows the first error")
  func failedSearch() throws {
    let result = try run(["--vary", "walls.elasticity=-1:-0.5", "--minimize", "g"])
    #expect(result.status == 1)
    #expect(result.errors.contains("run 0 failed: walls.elasticity: elasticity is -"))
  }

  @Test("the status is 1 if all runs fail, whose rows are kept, and 0 if only some fail")
  func allFailed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let scenario = try file("fall.yaml", text)
    let (all, some) = try (file("all.jsonl"), file("some.jsonl"))
    let failed = try run([scenario, "--vary", "bodies.ball.mass=-1,-2", "-o", all])
    #expect(failed.status == 1 && failed.errors.contains("every run has failed"))
    #expect(failed.output.contains("2 runs, 2 failed"))
    #expect(
      try String(contentsOf: URL(filePath: all), encoding: .utf8).split(separator: "\n").count == 3
    )
    let mixed = try run([scenario, "--vary", "bodies.ball.mass=-1,2", "-o", some])
    #expect(mixed.status == 0 && mixed.output.contains("2 runs, 1 failed"))
    let search = try run([
      scenario, "--vary", "bodies.ball.mass=-1:1", "--maximize", "y(ball)", "--starts", "2",
      "--evaluations", "9",
    ])
    #expect(search.status == 0 && search.errors.contains("run 0 failed: "), "\(search.errors)")
    let part = try run([scenario, "--vary", "bodies.ball.mass=-1,2", "--shard", "1/2"])
    #expect(part.status == 0)
  }

  @Test("a recording with different contents is another plan, and is named")
  func changedRecording() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = try (file("a.csv", "t,x,y\n0,0,-1\n"), file("b.csv", "t,x,y\n0,0,-1\n"))
    let results = try file("results.jsonl")
    let arguments = [
      try file("fall.yaml", text), "--vary", "tilt.file=\(a),\(b)", "--measure", "y(ball)",
      "-o", results,
    ]
    #expect(try run(arguments).status == 0)
    _ = try file("b.csv", "t,x,y\n0,1,0\n")
    let refused = try run(arguments + ["--resume"])
    #expect(refused.status == 64 && refused.errors.contains("b.csv held something else"))
  }

  @Test(
    "meaningless options are usage errors",
    arguments: [
      [], ["--vary", "world.gravity=1:2:1", "--samples", "0"],
      ["a.yaml", "b.yaml", "--vary", "a=1"],
      ["--vary", "world.gravity=1,2", "--shard", "3/2"],
      ["--vary", "world.gravity=1,2", "--resume"],
      ["--merge"], ["--merge", "a", "--vary", "b=1"], ["--merge", "a", "--set", "b=1"],
      ["--merge", "a", "--zip"], ["--merge", "a", "--minimize", "g"], ["--missing", "a", "--zip"],
      ["--vary", "world.gravity=1,2", "--jobs", "0"],
      ["--vary", "world.gravity=1,2", "--minimize", "g"],
      ["--vary", "tilt[0]=0:1", "--within", "2"],
      ["--vary", "tilt[0]=0:1", "--minimize", "g", "--find", "g=1"],
      ["--vary", "world.gravity=1,2", "-o", "a.csv", "-o", "b.csv"],
    ]
  )
  func usage(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 64 && !result.errors.isEmpty && result.output.isEmpty)
  }
}
