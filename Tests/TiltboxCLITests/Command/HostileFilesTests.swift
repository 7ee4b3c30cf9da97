import Foundation
import TestSupport
import Testing

/// Files that are not what they should be: too long, without an end, without a writer, full of control characters.
@Suite("Hostile files")
struct HostileFilesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "files that are too long, and endless devices, are rejected in little memory",
    .disabled(if: isSanitized),
    arguments: ["validate", "run --fast", "check", "render -o x.svg", "replay", "serve --port 0"]
  )
  func long(command: String) throws {
    // A sparse file of 200 MiB takes no space on the disk.
    let path = folder.path("long.yaml")
    let file = command == "validate" ? path : "/dev/zero"
    let result = try Command.shell(
      "truncate -s 200M '\(path)'; ulimit -v 4194304; exec \"$0\" \(command) \(file)"
    )
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.contains("\(file): File too large; give "), "\(result.errors)")
    #expect(result.errors.contains(" of at most "), "\(result.errors)")
    #expect(result.output.isEmpty || command == "check")
  }

  @Test("a long recording in place of a scenario is an error that says so")
  func longRecording() throws {
    let file = folder.path("long.jsonl")
    let record = "\"$0\" run --fast --duration 0 -o '\(file)'"
    let result = try Command.shell(
      "\(record) && truncate -s 17M '\(file)' && \"$0\" validate '\(file)'"
    )
    #expect(result.status == 74)
    let words = "\(file): File too large; this is a recording; tiltbox render draws it"
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("a list of too many values or bodies is rejected with its place")
  func lists() throws {
    let values = "tiltbox: 1\nbodies: [" + String(repeating: "1,", count: 2_100_000) + "]\n"
    let many = try folder.write(Array(values.utf8), "values.yaml")
    let result = try Command.run("validate", many)
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("\(many):1:1: the file has about 2100"), "\(result.errors)")
    let bodies = "{tiltbox: 1, bodies: [{repeat: [400, 251], circle: 1, mass: 1}]}"
    let crowd = try Command.run("validate", "-", input: bodies)
    #expect(crowd.status == 65)
    #expect(crowd.errors.hasPrefix("standard input:1:"), "\(crowd.errors)")
  }

  @Test(
    "skips a pipe in a folder of scenarios and serves the others"
  )
  func pipes() throws {
    let crates = try String(
      contentsOf: Command.root.appending(path: "Examples/crates.yaml"),
      encoding: .utf8
    )
    _ = try folder.write(Array(crates.utf8), "crates.yaml")
    let script =
      "mkfifo '\(folder.path("pipe.yaml"))'; exec \"$0\" serve --port 0 '\(folder.path("."))'"
    let shell = URL(fileURLWithPath: "/bin/sh")
    let running = try Command.Running(["-c", script, Command.executable.path], executable: shell)
    #expect(running.nextLine()?.hasPrefix("http:") == true)
    running.process.terminate()
    let result = running.finish()
    #expect(result.status == 0)
    #expect(result.errors.contains("pipe.yaml: is a pipe; scenarios of a folder are plain files"))
  }

  /// A name with control sequences for the terminal's title, colour and text direction, and an id with the last of them.
  private static let name = "x\\u001B]0;title\\u0007\\u009B31m\\u202Ey"
  private static let id = "x\\u202Ey"

  @Test(
    "control characters in names and ids reach the terminal as escapes",
    arguments: [
      ("run --fast --format text", 1), ("check", 1), ("validate", 0), ("diff %", 0),
      ("diff Examples/crates.yaml", 1),
      ("sweep --vary world.gravity=1 --measure z.x -o /dev/null", 64),
      ("sweep --vary world.gravity=1 --set bodies.0.mass=-1 -o /dev/null", 64),
      ("render --plot z.y -o z.svg", 65), ("run --fast --set bodies.0.mass=-1", 64),
      ("curve --within 1 --body z --value y --fit", 65),
      ("render -o \"$(printf '\\033.foo')\"", 64), ("run --orientation \"$(printf '\\033')\"", 64),
    ]
  )
  func controls(command: String, status: Int32) throws {
    let text = """
      {"tiltbox": 1, "name": "\(Self.name)", "walls": {"size": [300, 300]}, "run": {"duration": 1},
       "bodies": [{"id": "\(Self.id)", "circle": 10, "at": [50, 50], "mass": 1}],
       "expect": [{"body": "\(Self.id)", "y": 290, "within": 1, "at": "end"}]}
      """
    let file = try folder.write(Array(text.utf8), "names.yaml")
    let words = command.replacing("%", with: file)
    let result = try Command.shell("\"$0\" \(words) \(file)")
    #expect(result.status == status, "\(result.errors)")
    for text in [result.output, result.errors] {
      let controls = text.unicodeScalars.filter {
        $0.value < 32 && $0 != "\n" || 0x7F...0x9F ~= $0.value || $0.value == 0x202E
      }
      #expect(controls.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test(
    "a line end in the name of a file is an escape in messages",
    arguments: [
      ["validate"], ["check"], ["run", "--fast"], ["run", "--fast", "--tilt"], ["replay"],
      ["run", "--fast", "--resume"], ["render", "-o", "x.svg"], ["serve", "--port", "0"],
    ]
  )
  func lineEnds(command: [String]) throws {
    let files = [try folder.write(Array("{".utf8), "a\nb.csv"), folder.path("missing\nb.csv")]
    for (file, name) in zip(files, ["a", "missing"]) {
      let result = try Command.Running(command + [file]).finish()
      #expect(result.errors.contains("/\(name)\\u{a}b.csv"), "\(result.errors)")
      #expect(!result.errors.contains("\(name)\n"), "\(result.errors)")
    }
  }

  @Test(
    "a line end in an argument is an escape in usage errors",
    arguments: [
      ["render", "a", "-o", "a\nb.qqq"], ["render", "a", "--output=a\nb.qqq"],
      ["diff", "a", "b", "a\nb"],
      ["run", "a", "a\nb"], ["run", "--a\nb"], ["run", "--duration", "a\nb"], ["a\nb"],
    ]
  )
  func usage(arguments: [String]) throws {
    let result = try Command.Running(arguments).finish()
    #expect(result.status == 64)
    #expect(result.errors.contains("a\\u{a}b"), "\(result.errors)")
    #expect(!result.errors.contains("a\nb"), "\(result.errors)")
  }

  @Test(
    "a line end in the name of a recording, a tilt file or a sweep's results is an escape, too",
    arguments: [
      ("jsonl", ": > \"$f\"", "render -o x.svg", ": the recording is empty"),
      (
        "jsonl", "\"$0\" run --fast --duration 0 -o \"$f\"; echo { >> \"$f\"", "diff \"$f\"", ":4: "
      ),
      ("mcap", "printf '\\211MCAP0\\r\\n' > \"$f\"", "render -o x.svg", ": there is no recording"),
      ("csv", "echo 5,0,-1 > \"$f\"", "run --fast --tilt-rate 1 --tilt", ": lines without"),
      ("csv", "echo { > \"$f\"", "sweep --merge", ":1: this is no results file"),
      ("yaml", "echo { > \"$f\"", "sweep --plan", ":2:1: "),
    ]
  )
  func lineEndsOfData(ending: String, script: String, command: String, words: String) throws {
    let file = folder.path("a\nb.\(ending)")
    let result = try Command.shell("f='\(file)'; \(script); exec \"$0\" \(command) \"$f\"")
    #expect(result.errors.contains("/a\\u{a}b.\(ending)\(words)"), "\(result.errors)")
    #expect(!result.errors.contains("a\nb"), "\(result.errors)")
  }

  @Test("the contents of an invalid tilt file are not quoted, since they may be secret")
  func secrets() throws {
    let secret = try folder.write(Array("root:$6$salt$hash:19000:0:::::\n".utf8), "shadow")
    for (name, tilt) in [("a", "{file: \(secret)}"), ("b", "{file: \(secret), units: g}")] {
      let file = try folder.write(
        Array("{tiltbox: 1, run: {duration: 1}, tilt: \(tilt)}".utf8),
        "\(name).yaml"
      )
      for command in ["validate", "run --fast", "serve --port 0", "sweep --vary walls.radius=1"] {
        let result = try Command.shell("\"$0\" \(command) \(file)")
        #expect(result.status != 0)
        for part in ["root", "salt", "hash", "19000"] {
          #expect(!(result.output + result.errors).contains(part), "\(command): \(result.errors)")
        }
      }
    }
  }
}
