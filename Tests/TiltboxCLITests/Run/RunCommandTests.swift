import Foundation
import TestSupport
import Testing

@Suite("tiltbox run")
struct RunCommandTests {
  @Test("standard output contains only JSON lines, without the library's banner")
  func outputIsData() throws {
    let result = try Command.run("run", "--fast", "--duration", "1")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let objects = try result.objects()
    #expect(objects.first?["kind"] as? String == "header")
    #expect(objects.last?["kind"] as? String == "summary")
    #expect(objects.count { $0["kind"] as? String == "frame" } == 61)
    let ticks = objects.compactMap { $0["tick"] as? Int }
    #expect(ticks == ticks.sorted())
  }

  @Test(
    "two runs in two processes write the same bytes",
    arguments: ["jsonl", "csv", "none", "text"]
  )
  func sameBytes(format: String) throws {
    let first = try Command.run("run", "Examples/phone.yaml", "--fast", "--format", format)
    let second = try Command.run("run", "Examples/phone.yaml", "--fast", "--format", format)
    #expect(first.status == 0)
    #expect(first.output == second.output)
    #expect(first.output.contains("Initializing") == false)
  }

  @Test("the extension of the output file selects its format; a picture's is a usage error")
  func ending() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (ending, start) in [("csv", "tick,"), ("jsonl", "{"), ("txt", "crates: ")] {
      let file = folder.appendingPathComponent("a.\(ending)")
      let result = try Command.run("run", "--fast", "--duration", "0.1", "-o", file.path)
      #expect(result.status == 0)
      #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(start), "\(ending)")
    }
    let picture = folder.appendingPathComponent("a.svg").path
    let result = try Command.run("run", "--fast", "--duration", "0.1", "-o", picture)
    #expect(result.status == 64 && result.errors.contains("draw it with tiltbox render"))
    #expect(!FileManager.default.fileExists(atPath: picture))
  }

  @Test("a time is late if it is not before the end of the command's own run")
  func late() throws {
    let folder = try Folder()
    let text = """
      tiltbox: 1
      touches: [{at: 2, point: [1, 2]}]
      layers: [{id: pin, circle: 5, follows: {duration: 1}}]

      """
    let endless = try folder.write(Array(text.utf8), "endless.yaml")
    let short = try folder.write(Array("\(text)run: {duration: 1}".utf8), "short.yaml")
    func run(_ file: String, _ options: String...) throws -> String {
      try Command.Running(["run", file, "--fast", "--format", "none"] + options).finish().errors
    }
    let words =
      "touches[0].at: 2 s is not before the end of the run at 1 s; give an earlier time, or a longer duration"
    #expect(try run(short) == "\(short):2:16: warning: \(words)\n")
    #expect(try run(endless, "--duration", "1") == "\(endless):2:16: warning: \(words)\n")
    #expect(try run(short, "--duration", "3").isEmpty)
    #expect(try run(endless).isEmpty)
    #expect(try run(endless, "--set", "touches[0].at=10").contains("the end of the run at 10 s;"))
    let tilt = try folder.write(Array("t,x,y,z\n0,0,-1,0\n20,0,-1,0\n".utf8), "tilt.csv")
    #expect(try !run(endless, "--set", "touches[0].at=10", "--tilt", tilt).contains("warning"))
    let check = try Command.run("check", endless, "--set", "touches[0].at=10")
    #expect(check.errors.contains("the end of the run at 10 s;"))
    #expect(try Command.run("check", short).errors.contains(words))
    #expect(try Command.run("env", "1", short).errors.isEmpty)
    let service = try Command.Running(["serve", short, "--port", "0"])
    _ = service.nextLine()
    service.process.terminate()
    #expect(service.finish().errors.isEmpty)
  }

  @Test("numbers in place of a tilt's file are a usage error that shows how to set a constant")
  func numericTilt() throws {
    for tilt in ["5", "1,0"] {
      let result = try Command.run("run", "--fast", "--tilt", tilt)
      #expect(result.status == 64 && result.errors.contains("--set 'tilt=[0.5, -0.8]'"))
    }
  }

  @Test(
    "a common mistake in the arguments is answered with the right form",
    arguments: [
      (
        ["--duration", "2,5"],
        "The value '2,5' is invalid for '--duration <S>'; write 2.5, with a point"
      ),
      (
        ["--tilt-rate=2,5"],
        "The value '2,5' is invalid for '--tilt-rate <HZ>'; write 2.5, with a point"
      ),
      (
        ["--frames", "30Hz"],
        "The value '30Hz' is invalid for '--frames <HZ>'; write 30, without a unit"
      ),
      (
        ["--duration", "500ms"],
        "The value '500ms' is invalid for '--duration <S>'; write 0.5, without a unit"
      ),
      (
        ["Examples/crates.yaml", "phone.csv"],
        "Unexpected argument 'phone.csv'; write --tilt phone.csv"
      ),
      (
        ["Examples/crates.yaml", "--set", "world.gravity", "500"],
        "--set world.gravity: expected path=value; write --set world.gravity=500"
      ),
      (
        ["--set", "world.gravity", "5", "base.yaml"],
        "--set world.gravity: expected path=value; write --set world.gravity=5"
      ),
      (
        ["--set", "world.gravity 5"],
        "--set world.gravity 5: expected path=value; write --set world.gravity=5"
      ),
      (
        ["a.yaml", "b.yaml"],
        "Unexpected argument 'b.yaml'; tiltbox run takes one scenario, and tiltbox check several"
      ),
      (
        ["--duration", "ten"],
        "The value 'ten' is invalid for '--duration <S>'; write seconds, as in 5"
      ),
      (["--time", "5"], "Unknown option '--time'; write --duration"),
      (["--sync", "always"], "--sync needs --journal or --resume"),
      (["--view"], "--view applies to a run in real time, and --fast has none; drop one"),
      (["--status"], "--status applies to a run in real time, and --fast has none; drop one"),
      (["--realtime"], "--realtime applies to a run in real time, and --fast has none; drop one"),
      (
        ["--on-overload", "fail"],
        "--on-overload applies to a run in real time, and --fast has none; drop one"
      ),
      (
        ["--gravity", "500"],
        "Unknown option '--gravity'; write --set world.gravity=…"
      ),
    ]
  )
  func slips(words: [String], answer: String) throws {
    let running = try Command.Running(["run", "--fast"] + words)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").first == "Error: \(answer)")
    #expect(result.errors.contains("Usage: tiltbox run"))
  }

  @Test("CSV is a table with a row for each body and frame")
  func csv() throws {
    let result = try Command.run(
      "run",
      "--fast",
      "--duration",
      "1",
      "--format",
      "csv",
      "--frames",
      "30"
    )
    #expect(result.lines.count == 1 + 31 * 5)
    #expect(result.lines.allSatisfy { $0.split(separator: ",").count == 9 })
  }

  @Test("a run of a second in real time takes a second, and says so")
  func realTime() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try Command.run("run", "--duration", "1", "--format", "none")
    let elapsed = clock.now - start
    #expect(elapsed >= .seconds(1))
    let summary = try #require(result.objects().last)
    #expect(summary["ticks"] as? Int == 120)
    let factor = try #require(summary["realTimeFactor"] as? Double)
    // If the machine stalls, the run drops ticks; the remaining ones take place in real time.
    let dropped = try #require(summary["dropped"] as? Int)
    #expect(factor > 0.9 || dropped > 0)
    #expect(factor < 1.01)
  }

  @Test("a recording goes to a file with -o, and standard output stays empty")
  func outputFile() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try Command.run("run", "--fast", "--duration", "1", "-o", path)
    #expect(result.output.isEmpty)
    let direct = try Command.run("run", "--fast", "--duration", "1")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == direct.output)
  }

  @Test("a reader that has seen enough ends the run quietly")
  func closedPipe() throws {
    let running = try Command.Running(["run", "--duration", "60"])
    #expect(running.nextLine() != nil)
    running.closeOutput()
    let result = running.finish()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(
    "a signal ends the run properly: summary written, 128 + its number",
    arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")]
  )
  func signals(number: Int32, name: String) throws {
    // Under nohup, the command would inherit an ignored SIGHUP.
    let running = try Command.Running(
      ["--default-signal=HUP", Command.executable.path, "run", "--duration", "60"],
      executable: URL(fileURLWithPath: "/usr/bin/env")
    )
    _ = try running.nextFrame()
    kill(running.process.processIdentifier, number)
    let result = running.finish()
    #expect(result.status == 128 + number)
    let summary = try #require(result.objects().last)
    #expect(summary["kind"] as? String == "summary")
    #expect(summary["stoppedBy"] as? String == name)
  }

  @Test(
    "mistakes have an exit status and a message with the remedy",
    arguments: [
      (["rnu"], 64, "no command is called \"rnu\"; did you mean run?"),
      (
        ["crates.yaml", "--fast"], 64,
        "no command is called \"crates.yaml\"; tiltbox run crates.yaml"
      ),
      (["version"], 64, "write tiltbox --version"),
      (["env", "Examples/crates.yaml"], 64, "as in tiltbox env 4 Examples/crates.yaml"),
      (["verify", "free-fall"], 64, "; write --case free-fall"),
      (["--fsat"], 64, "Unknown option '--fsat'"),
      (["--verison"], 64, "Unknown option '--verison'; did you mean --version?"),
      (["env", "2", "--set", "world.engine=chipmunk"], 64, "--set world.engine: is chipmunk"),
      (["env", "2", "--body", "crate-1", "--body", "crate-1"], 64, "crate-1 is given twice"),
      (
        ["run", "--fast", "--tilt-units", "g"], 64,
        "--tilt-units applies to a tilt recording"
      ),
      (["run", "--fast", "--tilt-units", "g"], 64, "\nUsage: tiltbox run [<options>]"),
      (["run", "--fast", "--tilt-units", "g"], 64, "\n  See 'tiltbox run --help' for more"),
      (["sweep", "--vary", "world.gravity=1,2", "--shard-index", "3"], 64, "Usage: tiltbox sweep"),
      (
        ["render", "-o", "a.svg", "--fast"], 64,
        "'--fast'; it is an option of tiltbox run and not of render; drop it"
      ),
      (["render", "-o", "a.svg", "--duration", "3"], 64, "'--duration'; write --to"),
      (
        ["check", "a.yaml", "--duration", "3"], 64, "'--duration'; write --set run.duration=…"
      ),
      (["check", "a.yaml", "--jobs", "1.5"], 64, "; give a whole number"),
      (["render", "-o", "a.svg", "--width", "10cm"], 64, "; write pixels, as in 480"),
      (
        ["sweep", "--vary", "world.gravity=1,2", "--seed", "-1"], 64,
        "; give a whole number from 0 to 18446744073709551615"
      ),
      (
        ["run", "--fast", "-o", "a.csv", "-o", "b.csv"], 64,
        "-o: a run writes one recording; drop b.csv"
      ),
      (
        ["render", "-o", "a.svg", "--at", "1", "--output=b.svg"], 64,
        "Error: --output is given more than once; keep one"
      ),
      (
        ["check", "Examples/crates.yaml", "--junit", "a.xml", "--junit", "b.xml"], 64,
        "Error: --junit is given more than once; keep one"
      ),
      (["diff", "a", "--tolerance", "1%"], 64, "; write a number, as in 0.5"),
      (["env", "2.5"], 64, "; give a whole number"),
      (
        ["render", "-o", "y.csv"], 64,
        "use .html, .svg, .png, .mp4, .gif, .mcap; tiltbox run -o y.csv writes recordings"
      ),
      (
        ["render", "-o", "-"], 64,
        "-o - has no extension to name the format; give a file, as in run.svg"
      ),
      (["run", "--fsat"], 64, "Unknown option '--fsat'"),
      (
        [
          "sweep", "Examples/crates.yaml", "--vary", "world.gravity=1,2", "--maximise",
          "y(crate-1)",
        ],
        64, "Error: Unknown option '--maximise'; did you mean --maximize?"
      ),
      (
        ["sweep", "Examples/crates.yaml", "--vary", "world.gravity=1,2", "-n", "3"], 64,
        "Error: Unknown option '-n'; drop it\n"
      ),
      (
        ["sweep", "--vary", "world.gravity=1-10"], 64,
        "1-10 is no number; a range is first:last:step"
      ),
      (["render", "Examples/crates.yaml", "--out", "x.svg"], 64, "'--out'; write --output"),
      (["curve", "--lst"], 64, "Unknown option '--lst'; did you mean --list?"),
      (["run", "--duration", "soon"], 64, "--duration"),
      (["run", "--speed", "0.5"], 64, "'--speed'; with --tilt -, the line {\"speed\":0.25}"),
      (["run", "--journal", "-"], 64, "--journal takes a file"),
      (["run", "--resume", "-"], 64, "--resume takes a file"),
      (["replay", "-"], 64, "tiltbox replay takes a file"),
      (["run", "--view", "--duration", "1"], 64, "--view shows a run on a terminal"),
      (["run", "--frames", "0"], 64, "--frames is 0 Hz; give a finite number"),
      (["run", "--set", "world.gravty=1"], 64, "did you mean gravity?"),
      (["run", "Examples/crate.yaml"], 66, "; did you mean Examples/crates.yaml?"),
      (["run", "Examples/crates"], 66, "; did you mean Examples/crates.yaml?"),
      (["run", "no-such-file.yaml"], 66, "no-such-file.yaml: No such file"),
      (["run", "--tilt", "no-such.csv", "--fast"], 66, "--tilt: no-such.csv: No such file"),
      (["run", "Package.swift"], 65, "Package.swift:"),
      (["run", "--tilt", "Package.swift", "--fast"], 65, "Package.swift:1:"),
      (
        ["run", "--fast", "-o", "/no/such/folder/x"], 74,
        "/no/such/folder/x: No such file or directory; there is no folder /no/such/folder/"
      ),
      (
        ["run", "--set", "bodies.crate-1.mass=1e-90", "--tilt", "/dev/null", "--fast"], 65,
        "/dev/null"
      ),
    ] as [([String], Int32, String)]
  )
  func mistakes(arguments: [String], status: Int32, message: String) throws {
    let running = try Command.Running(arguments)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("a missing file is likened to files whose names differ in one letter of three at most")
  func likeness() throws {
    let folder = try Folder()
    for name in ["bom.yaml", "p.yaml", "fall.png", "fall.yaml"] { _ = try folder.write([], name) }
    for name in ["nope.yaml", "q.yaml", "ball2.yaml"] {
      let errors = try Command.run("run", folder.path(name)).errors
      #expect(errors.hasSuffix("\(name): No such file or directory\n"), "\(errors)")
    }
    let near = try Command.run("run", folder.path("fal.yml")).errors
    #expect(near.hasSuffix("; did you mean \(folder.path("fall.yaml"))?\n"), "\(near)")
  }

  @Test("a missing file that a scenario names is reported at its field")
  func namedFiles() throws {
    let tilt = "{tiltbox: 1, tilt: {file: no.csv}}"
    let words =
      "tilt.file: no.csv: No such file or directory; a path starts at the scenario's folder\n"
    let digest = "{tiltbox: 1, run: {duration: 1}, expect: [{digest: no.jsonl}]}"
    let remedy =
      "expect[0].digest: no.jsonl is neither a digest of 16 hexadecimal digits nor a file\n"
    for command in ["run", "check", "validate"] {
      let result = try Command.run(command, "-", input: tilt)
      #expect(result.status == 66 && result.errors == "standard input:1:27: " + words)
      let other = try Command.run(command, "-", input: digest)
      #expect(other.status == 66 && other.errors == "standard input:1:52: " + remedy)
    }
    let set = try Command.run("run", "--set", "tilt={file: no.csv}")
    #expect(set.errors == "--set tilt={file: no.csv}: " + words)
    let given = try Command.run("run", "--tilt", "no.csv")
    #expect(given.errors == "tiltbox: --tilt: no.csv: No such file or directory\n")
  }

  @Test("one body is not bodies")
  func oneBody() throws {
    let text = "{tiltbox: 1, name: a, bodies: [{circle: 3, mass: 1}], run: {duration: 0.1}}"
    let result = try Command.run("run", "-", "--fast", "--format", "text", input: text)
    #expect(result.output.hasPrefix("a: 1 body, a step of"), "\(result.output)")
  }

  #if os(Linux)
  @Test("a file whose name is not UTF-8 is missing, with the reason")
  func nameOfOtherBytes() throws {
    let folder = try Folder()
    let name = Array(folder.path("a").utf8CString.dropLast()) + [-1, 0]
    _ = unsafe close(creat(name, 0o600))
    let errors = try Command.run("run", folder.path("a\u{FFFD}")).errors
    #expect(errors.hasSuffix("No such file or directory; its name is not UTF-8: rename it\n"))
  }

  @Test("the stack grows with the scenario: many shapes need more than the default")
  func stack() throws {
    let bodies = (0..<4000).map { "{id: b\($0), circle: 1, at: [\($0), 0], mass: 1}" }
    let scenario = "tiltbox: 1\nbodies: [\(bodies.joined(separator: ", "))]\n"
    let run = "\"$0\" run - --fast --duration 0.02 --format none"
    let small = try Command.shell("ulimit -S -s 512; \(run)", input: scenario)
    #expect(small.status == 0 && small.output.contains("\"ticks\":3,"), "\(small.errors)")
  }
  #endif

  @Test(
    "a full disk ends the recording but not the run, whose journal is complete",
    arguments: ["--fast", "--on-overload drop"]
  )
  func fullDisk(pace: String) throws {
    let folder = try Folder()
    let (recording, journal) = (folder.path("run.jsonl"), folder.path("run.journal"))
    // Limit files to 20 blocks of 512 bytes, as if the disk were full.
    let result = try Command.shell(
      "ulimit -f 20; exec \"$0\" run --duration 1 \(pace) -o \(recording) --journal \(journal)"
    )
    #expect(result.status == 74)
    let words = /at \S+ s the recording failed, and the run continues without it: .*jsonl: File/
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    let replay = try Command.run("replay", journal, "--format", "none")
    #expect(replay.output.contains("\"ticks\":120,"))
    let drawn = try Command.run("render", recording, "-o", folder.path("run.svg"))
    #expect(drawn.status == 65 && drawn.errors.contains("the last line was torn"))
  }
}
