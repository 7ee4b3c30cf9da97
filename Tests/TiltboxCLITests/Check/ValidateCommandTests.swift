import Foundation
import TestSupport
import Testing

@Suite("tiltbox validate")
struct ValidateCommandTests {
  @Test("prints nothing about valid files")
  func right() throws {
    let files = ["crates", "phone", "shapes", "sleeping"].map { "Examples/\($0).yaml" }
    let result = try Command.run("validate", files[0], files[1], files[2], files[3])
    #expect(result.status == 0)
    #expect(result.output == "" && result.errors == "")
  }

  @Test("prints all mistakes on standard error, and nothing on standard output")
  func wrong() throws {
    let text = "tiltbox: 1\nboks: 1\nworld: {gravity: heavy}\n"
    let result = try Command.run("validate", "Examples/crates.yaml", "-", input: text)
    #expect(result.status == 65)
    #expect(result.output == "")
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("standard input:2:1: boks: unknown; ") == true)
    let gravity = "standard input:3:18: world.gravity: expected a number, "
    #expect(lines.last?.hasPrefix(gravity) == true)
  }

  @Test(
    "warns about probable mistakes, like all commands that read a scenario, and changes nothing"
  )
  func warnings() throws {
    let start =
      "{tiltbox: 1, walls: {size: [300, 300]}, run: {duration: 0.1}, bodies: [{circle: 9, mass: 1, "
    let text = start + "at: [400, 20]}]}"
    let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg").path()
    defer { try? FileManager.default.removeItem(atPath: picture) }
    let line =
      "standard input:1:97: warning: bodies[0].at: \"ball-1\" starts outside the walls; move it"
    for (command, output) in [
      ("validate", ""), ("run", "none"), ("check", ""), ("render", picture),
    ] {
      func run(_ text: String) throws -> Command.Result {
        switch command {
        case "run": try Command.run("run", "-", "--fast", "--format", output, input: text)
        case "render": try Command.run("render", "-", "-o", output, input: text)
        default: try Command.run(command, "-", input: text)
        }
      }
      let result = try run(text)
      #expect(result.status == 0, "\(command)")
      #expect(result.errors.hasPrefix(line), "\(command): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      let meant = try run(start + "overlap: true, at: [400, 20]}]}")
      #expect(meant.status == 0 && meant.errors == "" && meant.output == result.output)
    }
  }

  @Test("exits with the status of the worst file")
  func missing() throws {
    let result = try Command.run("validate", "no/such.yaml", "-", "Examples/crates.yaml")
    #expect(result.status == 66)
    #expect(
      result.errors.hasPrefix(
        "no/such.yaml: No such file or directory; there is no folder no/\nstandard input:1:1: the file is empty"
      )
    )
    #expect(try Command.run("validate", "Examples").status == 74)
  }

  @Test("checks the tilt recording of a scenario")
  func tiltFile() throws {
    let text = "{tiltbox: 1, tilt: {file: Examples/none.csv}}"
    let result = try Command.run("validate", "-", input: text)
    #expect(result.status == 66)
    #expect(
      result.errors
        == "standard input:1:27: tilt.file: Examples/none.csv: No such file or directory; "
        + "a path starts at the scenario's folder\n"
    )
    #expect(
      try Command.run("validate", "-", "--set", "tilt.file=Examples/crates.yaml", input: text)
        .status == 65
    )
  }

  @Test("looks for no tilt recording if the scenario names none")
  func noTiltFile() throws {
    let result = try Command.run("validate", "-", input: "{tiltbox: 1, tilt: {}}")
    #expect(result.errors == "standard input:1:20: tilt: has none of constant, file; give one\n")
  }

  @Test("checks the recordings in a scenario's expectations")
  func expectedDigest() throws {
    let text = "{tiltbox: 1, run: {duration: 1}, expect: [{digest: Examples/none.jsonl}]}"
    let result = try Command.run("validate", "-", input: text)
    #expect(result.status == 66)
    #expect(
      result.errors
        == "standard input:1:52: expect[0].digest: Examples/none.jsonl is neither a digest of "
        + "16 hexadecimal digits nor a file\n"
    )
    let other = "{tiltbox: 1, run: {duration: 1}, expect: [{digest: Examples/crates.yaml}]}"
    #expect(try Command.run("validate", "-", input: other).status == 65)
  }

  @Test("reports the files that a scenario names together with everything else")
  func filesAndFields() throws {
    let text =
      "{tiltbox: 1, boks: 1, tilt: {file: Examples/none.csv}, expect: [{digest: Examples/crates.yaml}]}"
    for command in ["validate", "run", "check"] {
      let result = try Command.run(command, "-", input: text)
      #expect(result.status == 65, "\(result.errors)")
      for words in [
        "standard input:1:14: boks: unknown; ",
        "standard input:1:36: tilt.file: Examples/none.csv: No such file or directory; a path starts",
        "standard input:1:74: expect[0].digest: Examples/crates.yaml",
      ] {
        #expect(result.errors.contains(words), "\(command): \(result.errors)")
      }
    }
  }

  @Test("corrects a --set with a colon, and names no picture for a scenario")
  func advice() throws {
    let set = try Command.run("validate", "Examples/crates.yaml", "--set", "world.gravity: 500")
    #expect(set.status == 64)
    #expect(set.errors.contains("write --set world.gravity=500\n"), "\(set.errors)")
    let folder = try Folder()
    _ = try folder.write([], "seesaw.png")
    let missing = try Command.run("validate", folder.path("sesaw.yaml"))
    #expect(missing.status == 66 && !missing.errors.contains("did you mean"))
    _ = try folder.write([], "seesaw.yml")
    let near = try Command.run("validate", folder.path("sesaw.yaml"))
    #expect(near.errors.hasSuffix("did you mean \(folder.path("seesaw.yml"))?\n"))
  }

  @Test("treats an invalid --set as wrong usage, and accepts a valid one")
  func overrides() throws {
    let wrong = try Command.run("validate", "Examples/crates.yaml", "--set", "world.gravty=500")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors == "--set world.gravty=500: world.gravty: unknown; did you mean gravity?\n"
    )
    let right = try Command.run(
      "validate",
      "Examples/crates.yaml",
      "--set",
      "bodies.crate-1.mass=2",
      "--set",
      "world.gravity=500"
    )
    #expect(right.status == 0)
  }

  @Test("prints the reference of fields")
  func fields() throws {
    let result = try Command.run("validate", "--fields")
    #expect(result.status == 0)
    #expect(result.output.contains("| `friction` | a number |"))
  }

  @Test("expands a scenario into one with the same digest, with an element of a list on a line")
  func expand() throws {
    for file in ["chance", "rope", "wheels", "crates", "motion/planet"] {
      let expanded = try Command.run("validate", "--expand", "Examples/\(file).yaml")
      #expect(expanded.status == 0 && expanded.errors == "")
      let lines = expanded.output.split(separator: "\n")
      #expect(lines.first == "tiltbox: 1")
      #expect(lines.allSatisfy { !$0.contains("=") && !$0.contains("repeat: [") }, "\(file)")
      func digest(_ file: String, input: String = "") throws -> String? {
        let result = try Command.run("run", file, "--fast", "--duration", "1", input: input)
        return result.output.firstMatch(of: /"digest":"([0-9a-f]{16})"/).map { String($0.1) }
      }
      #expect(try digest("Examples/\(file).yaml") != nil)
      #expect(try digest("Examples/\(file).yaml") == digest("-", input: expanded.output), "\(file)")
      #expect(
        try Command.run("validate", "--expand", "-", input: expanded.output).output
          == expanded.output
      )
    }
    let text = "{tiltbox: 1, let: {r: 2}, bodies: [{id: a b, repeat: 2, circle: =r, mass: 1}]}"
    let lines = try Command.run("validate", "--expand", "-", input: text).output
    #expect(lines.contains("bodies:\n  - {id: \"a b-0\", mass: 1, circle: 2}\n  - {id: \"a b-1\""))
    let two = try Command.run("validate", "--expand", "a.yaml", "b.yaml")
    #expect(two.status == 64 && two.errors.contains("--expand prints one scenario; drop b.yaml"))
  }

  @Test("needs a file, or prints the schema")
  func schema() throws {
    for (arguments, words) in [
      (["--schema", "a.yaml"], "--schema prints alone; drop a.yaml"),
      (["--schema", "--fields"], "--schema prints alone; drop --fields"),
    ] {
      let result = try Command.Running(["validate"] + arguments).finish()
      #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(try Command.run("validate").status == 64)
    let result = try Command.run("validate", "--schema")
    #expect(result.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) is [String: Any])
  }

  @Test("--fix rewrites files of earlier versions, and says what it changed")
  func fix() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fix-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "old.yaml")
    let rest = "bodies: [{circle: 5, at: [10, 10], mass: -1}] # one\n"
    try Data("tiltbox: 1\nworld: {broadphase: grid, step: 0.01}\n\(rest)".utf8).write(to: file)
    let fixed = try Command.run("validate", "--fix", file.path)
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == "tiltbox: 1\nworld: {step: 0.01}\n\(rest)"
    )
    let lines = fixed.errors.split(separator: "\n")
    #expect(
      lines.first
        == "\(file.path):2:9: world.broadphase: dropped, since the engine decides on the broad phase"
    )
    // What remains is reported with its place in the new file.
    #expect(lines.count == 2 && lines[1].hasPrefix("\(file.path):3:"))
    #expect(fixed.status == 65)
    let input = try Command.run("validate", "--fix", "-", input: "tiltbox: 1\n")
    #expect(input.status == 64 && input.errors.contains("--fix rewrites files"))
    let option = try Command.run("verify", "--broadphase", "tree")
    #expect(option.status == 64 && option.errors.contains("write --engine"))
  }
}
