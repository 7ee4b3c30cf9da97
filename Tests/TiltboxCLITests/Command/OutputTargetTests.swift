import Foundation
import TestSupport
import Testing

@Suite("Outputs from the command line")
struct OutputTargetTests {
  private let folder: Folder
  private let scenario: String
  private let tilt: String
  private let text = """
    tiltbox: 1
    bodies: [{id: a, circle: 3, mass: 1}]
    run: {duration: 1}
    expect: [{body: a, y: 0, at: 0, within: 1}]
    """

  init() throws {
    folder = try Folder()
    scenario = try folder.write(Array(text.utf8), "base.yaml")
    tilt = try folder.write(Array("t,x,y\n0,0,-1\n".utf8), "ph.csv")
  }

  private func run(_ words: [String]) throws -> Command.Result {
    let running = try Command.Running(words)
    running.closeInput()
    return running.finish()
  }

  @Test("a file that a command reads is not written over, under any of its names")
  func inputs() throws {
    let other = folder.path("other.csv")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: tilt)
    let tilted = "\(text)\ntilt: {file: ph.csv}\n"
    let file = try folder.write(Array(tilted.utf8), "tilted.yaml")
    for (words, message) in [
      (["run", scenario, "--fast", "-o", scenario], "this is the scenario that runs"),
      (["run", scenario, "--tilt", tilt, "--fast", "-o", other], "this is the tilt recording"),
      (["run", file, "--fast", "-o", tilt], "this is the tilt recording"),
      (["check", "--junit", scenario, scenario], "this is a scenario"),
    ] {
      let result = try run(words)
      #expect(result.status == 64)
      #expect(result.errors.contains("\(message); name another file"), "\(result.errors)")
    }
    #expect(try folder.read("base.yaml") == Array(text.utf8))
    #expect(String(decoding: try folder.read("ph.csv"), as: UTF8.self).hasPrefix("t,x,y"))
  }

  @Test(
    "an ending that is no format is a mistake, and that of scenarios always is",
    arguments: [
      (
        ["run", "--fast", "-o", "x.pdf"],
        "-o x.pdf: no format has this ending; use .jsonl, .csv, .mcap or .txt, or give --format"
      ),
      (
        ["run", "--fast", "--format", "csv", "-o", "x.yaml"],
        "-o x.yaml: scenarios have this ending; use .jsonl, .csv, .mcap or .txt"
      ),
      (
        ["sweep", "--vary", "world.gravity=1,2", "-o", "x.xlsx"],
        "-o x.xlsx: no format has this ending; use .jsonl, .csv, .svg or .png, or give --format"
      ),
      (["curve", "easeIn", "--format", "csv", "-o", "x.yml"], "-o x.yml: scenarios have this"),
      (
        ["verify", "--plot", "x.pdf"],
        "--plot x.pdf: no format has this ending; use .svg or .png"
      ),
      (
        ["check", "a.yaml", "--junit", "x.yaml"],
        "--junit x.yaml: scenarios have this ending; use .xml"
      ),
    ]
  )
  func endings(words: [String], message: String) throws {
    let result = try run(words)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: \(message)"), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("an option for the format makes every other ending do, as a missing ending does")
  func format() throws {
    for (name, flags) in [("a.log", ["--format", "csv"]), ("a", []), ("tmp.Xy12345678", [])] {
      let path = folder.path(name)
      #expect(try run(["run", scenario, "--fast", "-o", path] + flags).status == 0)
      #expect(try !folder.read(name).isEmpty)
    }
  }

  @Test("a folder that is missing is found before the work")
  func folders() throws {
    let missing = folder.path("none/x")
    for words in [
      ["verify", "--plot", "\(missing).svg"], ["check", scenario, "--junit", "\(missing).xml"],
      ["check", scenario, "--pictures", scenario],
    ] {
      let result = try run(words)
      #expect(result.status == 74 && result.output.isEmpty, "\(result.errors)")
    }
  }
}
