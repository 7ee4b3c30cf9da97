import Foundation
import Testing

@Suite("Standard input and output")
struct StandardStreamsTests {
  private static let scenario = """
    tiltbox: 1
    name: pipe
    bodies: [{id: ball, circle: 10, at: [0, 0], mass: 1}]
    run: {duration: 0.1}
    expect: [{body: ball, x: 0, within: 1, at: end}]

    """

  @Test(
    "a scenario can come from standard input, as -",
    arguments: [
      (["run", "-", "--fast", "--format", "none"], "\"ticks\":12,"),
      (["check", "-"], "ok    standard input: 1 expectation\n"),
      (["sweep", "-", "--vary", "world.gravity=1,2"], "\"run\":1,"),
      (["diff", "-", "Examples/crates.yaml"], "ball"),
    ]
  )
  func scenario(arguments: [String], words: String) throws {
    let running = try Command.Running(arguments)
    running.write(Self.scenario)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == (arguments[0] == "diff" ? 1 : 0), "\(result.errors)")
    #expect(result.output.contains(words), "\(result.output)")
  }

  @Test("mistakes in a scenario from standard input have their place")
  func wrong() throws {
    let result = try Command.run("run", "-", "--fast", input: "tiltbox: 1\nboks: 1\n")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("standard input:2:1: boks: unknown; "))
  }

  @Test("standard input is not used for two things at once")
  func twice() throws {
    let tilted = try Command.run("run", "-", "--tilt", "-")
    #expect(tilted.status == 64 && tilted.errors.contains("both the scenario and the tilt"))
    for words in [["diff", "-"], ["validate", "-", "a.yaml", "-"], ["check", "-", "-"]] {
      let result = try Command.Running(words).finish()
      #expect(result.status == 64 && result.errors.contains("can be read but once"), "\(words)")
    }
  }

  @Test("a recording can come through a named or an unnamed pipe")
  func recording() throws {
    let run = "\"$0\" run --fast --duration 0.5"
    let drawn = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
    defer { try? FileManager.default.removeItem(at: drawn) }
    let render = try Command.shell("\(run) | \"$0\" render - -o '\(drawn.path)'")
    #expect(render.status == 0, "\(render.errors)")
    #expect(try String(contentsOf: drawn, encoding: .utf8).hasPrefix("<svg"))
    let diff = try Command.shell(
      "\(run) | \"$0\" diff /dev/stdin Examples/crates.yaml --tolerance 1"
    )
    #expect(diff.output.contains("tick 60 (0.5 s), where A ends; B continues"), "\(diff.errors)")
  }

  @Test("-o - is standard output")
  func output() throws {
    let result = try Command.run("run", "--fast", "--duration", "0.1", "-o", "-")
    #expect(result.lines.last?.hasPrefix("{\"kind\":\"summary\"") == true)
    #expect(!FileManager.default.fileExists(atPath: Command.root.appending(path: "-").path))
  }

  @Test(
    "failed output is reported, with status 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "run --fast", "check Examples/known-fall.yaml", "diff Examples/one-crate.yaml",
      "diff Examples/one-crate.yaml Examples/crates.yaml", "validate --schema", "verify --list",
      "curve --list", "sweep --vary world.gravity=1,2",
      "sweep --vary world.gravity=1,2 -o /dev/null", "--help", "help run", "--version", "",
      "--generate-completion-script bash",
    ]
  )
  func full(command: String) throws {
    let result = try Command.shell("\"$0\" \(command) > /dev/full")
    #expect(result.status == 74)
    #expect(result.errors.contains("tiltbox: standard output: No space left on device\n"))
  }
}
