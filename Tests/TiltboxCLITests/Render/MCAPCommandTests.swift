import Foundation
import TestSupport
import Testing

@Suite("Commands that write and read MCAP")
struct MCAPCommandTests {
  private let folder: Folder
  private let mcap: String
  private let jsonl: String

  init() throws {
    folder = try Folder()
    (mcap, jsonl) = (folder.path("run.mcap"), folder.path("run.jsonl"))
    for arguments in [["-o", mcap], ["-o", jsonl]] {
      let run = try Command.Running(["run", "--fast", "--duration", "1"] + arguments).finish()
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("run writes it to a file with that extension, to others by option, and to a pipe")
  func run() throws {
    let bytes = try folder.read("run.mcap")
    #expect(Array(bytes.prefix(5)) == [0x89] + Array("MCAP".utf8))
    let shell = try Command.shell(
      """
      "$0" run --fast --duration 1 --format mcap -o '\(folder.path("other"))' 2>/dev/null
      "$0" run --fast --duration 1 --format mcap 2>/dev/null | cmp - '\(mcap)' && cmp '\(folder.path("other"))' '\(mcap)'
      """
    )
    #expect(shell.status == 0, "\(shell.output)\(shell.errors)")
  }

  @Test("render writes it from a recording and from a scenario, with the same bytes")
  func render() throws {
    for (source, flags) in [
      (jsonl, []), (mcap, []), ("Examples/crates.yaml", ["--set", "run.duration=1"]),
    ] {
      let again = folder.path("again.mcap")
      let result = try Command.Running(["render", source, "-o", again] + flags).finish()
      #expect(result.status == 0, "\(result.errors)")
      let difference = try Command.run("diff", again, jsonl)
      #expect(
        difference.status == 0 && difference.output.contains("no difference through tick 120")
      )
      if source != "Examples/crates.yaml" {
        #expect(try folder.read("again.mcap") == folder.read("run.mcap"))
      }
    }
    let result = try Command.run("render", jsonl, "-o", folder.path("x.mcap"), "--frames", "30")
    #expect(result.status == 64)
    #expect(result.errors.contains("a .mcap is the whole recording and no picture; drop --frames"))
  }

  @Test("render names the file that it cannot write, not the temporary one")
  func fullDisk() throws {
    let file = folder.path("small.mcap")
    // Limit files to 20 blocks of 512 bytes, as if the disk were full.
    let result = try Command.shell("ulimit -f 20; exec \"$0\" render \(jsonl) -o \(file)")
    #expect(result.status == 74)
    #expect(result.errors == "tiltbox: \(file): File too large\n")
  }

  @Test("render, diff and check read it as they read JSON lines, from a pipe too")
  func reading() throws {
    for (name, file) in [("a.svg", mcap), ("b.svg", jsonl)] {
      let result = try Command.run("render", file, "-o", folder.path(name), "--at", "0.9")
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try folder.read("a.svg") == folder.read("b.svg"))
    let piped = try Command.shell("cat '\(mcap)' | \"$0\" diff - '\(jsonl)'")
    #expect(piped.status == 0, "\(piped.errors)")
    let scenario = try folder.write(
      Array("tiltbox: 1\nwalls: {size: [300, 300]}\nexpect: [{digest: run.mcap}]\n".utf8),
      "empty.yaml"
    )
    #expect(try Command.run("check", scenario, "--set", "run.duration=1").status == 1)
    let classic = try String(
      contentsOf: Command.root.appending(path: "Examples/crates.yaml"),
      encoding: .utf8
    )
    let good = try folder.write(
      Array(
        (classic.components(separatedBy: "\nexpect:")[0] + "\nexpect: [{digest: run.mcap}]\n").utf8
      ),
      "good.yaml"
    )
    let check = try Command.run("check", good, "--set", "run.duration=1")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  @Test(
    "a torn one is used with a warning and status 65; one with a wrong checksum is an error"
  )
  func damaged() throws {
    let whole = Array(try folder.read("run.mcap"))
    let torn = try folder.write(Array(whole.dropLast(4000)), "torn.mcap")
    let drawn = try Command.run("render", torn, "-o", folder.path("torn.svg"), "--at", "0.5")
    #expect(drawn.status == 65)
    #expect(drawn.errors.contains(": the last record was torn, as by a crash: "))
    #expect(String(decoding: try folder.read("torn.svg"), as: UTF8.self).hasPrefix("<svg"))
    let again = try Command.run("render", torn, "-o", folder.path("less.mcap"))
    #expect(again.status == 65)
    #expect(
      try Command.run("diff", folder.path("less.mcap"), torn).output.contains("no difference")
    )

    var bytes = whole
    bytes[whole.count / 2] ^= 1
    let wrong = try folder.write(bytes, "wrong.mcap")
    let failed = try Command.run("render", wrong, "-o", folder.path("wrong.svg"), "--at", "0.5")
    #expect(failed.status == 65)
    #expect(failed.errors.contains(/wrong.mcap: byte \d+: the checksum of the chunk is/))
    #expect(!FileManager.default.fileExists(atPath: folder.path("wrong.svg")))
  }

  @Test("is recognized where a scenario is expected")
  func scenario() throws {
    let result = try Command.run("run", mcap)
    #expect(result.status == 65)
    #expect(result.errors.contains(":1:1: this is a recording; tiltbox render draws it"))
  }
}
