import Foundation
import TestSupport
import Testing

@Suite("tiltbox render")
struct RenderCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  @Test("a recording, a scenario and the built-in scene are drawn the same way")
  func sources() throws {
    let recording = path("run.jsonl")
    #expect(try Command.run("run", "--fast", "--duration", "2", "-o", recording).status == 0)
    let sources = [[recording], ["Examples/crates.yaml", "--to", "2"], ["--to", "2"]]
    let drawings = try sources.enumerated().map { index, source in
      let name = "\(index).svg"
      let running = try Command.Running(["render"] + source + ["-o", path(name), "--at", "1.25"])
      let result = running.finish()
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.isEmpty)
      return try text(name)
    }
    #expect(drawings[0].hasPrefix("<svg"))
    #expect(Set(drawings).count == 1)
  }

  @Test("fields of a recording cannot be set")
  func recorded() throws {
    for option in ["-o", "--journal"] {
      let file = path("run\(option)")
      let run = try Command.run("run", "--fast", "--duration", "0.1", option, file)
      #expect(run.status == 0)
      let set = ["--set", "world.gravity=1", "-o", path("b.svg")]
      let result = try Command.Running(["render", file] + set).finish()
      #expect(result.status == 64)
      #expect(
        result.errors
          == "--set world.gravity=1: what was recorded stays as it was; name a scenario, or drop it\n"
      )
    }
  }

  @Test("columns and a summary are recordings that cannot be drawn", arguments: ["csv", "txt"])
  func otherRecordings(ending: String) throws {
    let file = path("run.\(ending)")
    #expect(try Command.run("run", "--fast", "--duration", "0.1", "-o", file).status == 0)
    let result = try Command.run("render", file, "-o", path("a.svg"))
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("\(file):1:1: this is a run"), "\(result.errors)")
    #expect(result.errors.hasSuffix("for tiltbox, record it with -o run.jsonl or run.mcap\n"))
  }

  @Test("the options select a frame, a strip, an animation or a plot")
  func kinds() throws {
    let made = [
      (["--at", "0.5"], "crates at 0.5 s"), (["--at", "0,0.5"], "crates, 0 s, 0.5 s"),
      ([], "<animateTransform"), (["--plot", "crate-1.y"], "in units"),
      (["--set", #"bodies[0].id="a,b""#, "--plot", #""a,b".y,crate-2.y"#], "in units"),
    ]
    for (flags, content) in made {
      let arguments = ["render", "-o", path("a.svg"), "--to", "1"] + flags
      #expect(try Command.Running(arguments).finish().status == 0)
      #expect(try text("a.svg").contains(content))
    }
  }

  @Test("moments are drawn without the rest of the run, at any time in it")
  func moments() throws {
    let picture = path("a.svg")
    for moments in ["0", "0.49,0.1", "1"] {
      let run = ["render", "-o", picture, "--at", moments, "--set"]
      #expect(try Command.Running(run + ["run.duration=1"]).finish().status == 0)
      let whole = try text("a.svg")
      #expect(try Command.Running(run + ["run.duration=1e9"]).finish().status == 0)
      #expect(try text("a.svg") == whole)
    }
    let late = try Command.run("render", "-o", picture, "--from", "2", "--to", "3", "--at", "1")
    #expect(late.errors.contains("there is nothing at 1 s: the run goes from 2 to 3 s"))
  }

  @Test("pixels become a PNG; a format that needs another program names its package")
  func pixels() throws {
    let result = try Command.Running([
      "render", "-o", path("a.png"), "--at", "0.5", "--width", "64",
    ])
    .finish()
    #expect(result.status == 0, "\(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: path("a.png")))
    #expect(data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    let video = Process()
    video.executableURL = Command.executable
    video.arguments = ["render", "-o", path("a.mp4")]
    video.environment = ["PATH": "/nowhere"]
    let errors = Pipe()
    video.standardError = errors
    try video.run()
    let text = try String(
      decoding: errors.fileHandleForReading.readToEnd() ?? Data(),
      as: UTF8.self
    )
    video.waitUntilExit()
    #expect(video.terminationStatus == 69)
    #expect(text.contains("apt-get install ffmpeg"), "\(text)")
    #expect(!FileManager.default.fileExists(atPath: path("a.mp4")))
  }

  @Test("a GIF has no more frames than browsers play in their time")
  func gif() throws {
    let result = try Command.run("render", "-o", path("a.gif"), "--frames", "60")
    #expect(result.status == 64)
    #expect(result.errors.contains("--frames is 60 Hz; give a .gif at most 50"), "\(result.errors)")
  }

  @Test("a page plays the run from one file")
  func page() throws {
    #expect(try Command.run("render", "--to", "1", "-o", path("a.html")).status == 0)
    #expect(try text("a.html").hasPrefix("<!doctype html>"))
    let result = try Command.run("render", "-o", path("a.html"), "--at", "1")
    #expect(result.status == 64)
    #expect(result.errors.contains("a .html shows the whole run; drop --at and --plot"))
    for (option, value) in [("--width", "300"), ("--theme", "dark")] {
      let result = try Command.run("render", "-o", path("a.html"), option, value)
      #expect(result.status == 64)
      #expect(result.errors.contains("the colours of its reader; drop \(option)"))
    }
  }

  @Test(
    "mistakes have an exit status and a message with the remedy, and do not touch the file",
    arguments: [
      (["--at", "soon"], 64, "--at has \"soon\"; give 0 s or more, with commas between"),
      (["--at", "0 1 2"], 64, "--at has \"0 1 2\"; give 0 s or more, with commas between"),
      (["--at", "-1"], 64, "--at has \"-1\"; give 0 s or more"),
      (["--at", "1", "--plot", "a.y"], 64, "drop one"),
      (["--at", "99"], 65, "there is nothing at 99 s: the run goes from 0 to 10 s"),
      (["--plot", "ball.y"], 65, "no body is called \"ball\""),
      (["--plot", "crate1.y"], 65, "no body is called \"crate1\"; did you mean crate-1?"),
      (["--width", "1"], 64, "--width is 1 pixels"),
      (["--width", "16", "--plot", "crate-1.y"], 64, "give a finite number from 120"),
      (["no-such.jsonl", "--at", "1"], 66, "no-such.jsonl: No such file"),
      (["Package.swift", "--at", "1"], 65, "Package.swift:"),
      (["--set", "world.gravty=1"], 64, "did you mean gravity?"),
    ] as [([String], Int32, String)]
  )
  func mistakes(flags: [String], status: Int32, message: String) throws {
    try "before".write(toFile: path("b.svg"), atomically: true, encoding: .utf8)
    let result = try Command.Running(["render", "-o", path("b.svg")] + flags).finish()
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try text("b.svg") == "before")
  }
}
