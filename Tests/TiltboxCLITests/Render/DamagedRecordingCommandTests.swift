import Foundation
import TestSupport
import Testing

@Suite("Commands that read damaged recordings")
struct DamagedRecordingCommandTests {
  private let folder: Folder
  private let whole: [UInt8]

  init() throws {
    folder = try Folder()
    let run = try Command.run("run", "--fast", "--duration", "1")
    whole = Array(run.output.utf8)
  }

  /// The commands that read recordings.
  private func results(of recording: some Sequence<UInt8>) throws -> [(
    name: String, result: Command.Result
  )] {
    let file = try folder.write(Array(recording), "run.jsonl")
    let fit = ["--body", "crate-1", "--value", "y", "--within", "5"]
    let commands = [
      ["render", file, "-o", folder.path("run.svg")],
      ["render", file, "-o", folder.path("plot.svg"), "--plot", "crate-1.y"],
      ["diff", file], ["curve", "--fit", file] + fit,
    ]
    return try commands.map { ($0[0], try Command.Running($0).finish()) }
  }

  @Test("a torn last line is reported with status 65, and the rest is used")
  func torn() throws {
    for (name, result) in try results(of: whole.dropLast(3001)) {
      #expect(result.status == 65, "\(name): \(result.errors)")
      #expect(result.errors.contains(": the last line was torn"), "\(name): \(result.errors)")
      #expect(name == "render" || !result.output.isEmpty)
    }
    for name in ["run.svg", "plot.svg"] {
      #expect(String(decoding: try folder.read(name), as: UTF8.self).hasPrefix("<svg"))
    }
  }

  @Test("a torn recording differs from a whole one only before the damage")
  func compared() throws {
    let torn = try folder.write(whole.dropLast(3001), "torn.jsonl")
    let files = try [
      (folder.write(whole, "whole.jsonl"), 65), (folder.path("other.jsonl"), 1),
    ]
    _ = try Command.run(
      "run",
      "--fast",
      "--duration",
      "1",
      "--set",
      "world.gravity=500",
      "-o",
      folder.path("other.jsonl")
    )
    for (file, status) in files {
      #expect(try Command.run("diff", torn, file).status == status)
      #expect(try Command.run("diff", file, torn).status == status)
    }
  }

  @Test("an empty recording, or one that ends within its first line, is not taken for a scenario")
  func hardlyBegun() throws {
    for (name, result) in try results(of: []) {
      #expect(result.status == 65)
      let words = "run.jsonl: the recording is empty: its run has written nothing\n"
      #expect(result.errors.hasSuffix(words), "\(name): \(result.errors)")
    }
    for (name, result) in try results(of: whole.prefix(12)) {
      #expect(result.status == 65)
      #expect(result.errors.contains("ends within its first line"), "\(name): \(result.errors)")
    }
  }

  @Test("a recording without a summary is used with a warning, without an error")
  func unfinished() throws {
    let lines = whole.split(separator: 10).dropLast()
    for (name, result) in try results(of: Array(lines.joined(separator: [10])) + [10]) {
      #expect(result.status == 0, "\(name): \(result.errors)")
      #expect(result.errors.contains("ends without a summary"), "\(name): \(result.errors)")
    }
  }

  @Test("one that was cut in the middle is an error with its line and the remedy")
  func cut() throws {
    let cut = whole[..<(whole.count / 2)] + whole[(whole.count / 2 + 700)...]
    for (name, result) in try results(of: cut) {
      #expect(result.status == 65, "\(name)")
      let words = /run\.jsonl:\d+: .*; .*record the run again/
      #expect(result.errors.contains(words), "\(name): \(result.errors)")
      #expect(result.output.isEmpty)
    }
  }

  @Test("whole recordings are used without a message")
  func undamaged() throws {
    for (name, result) in try results(of: whole) {
      #expect(result.status == 0, "\(name): \(result.errors)")
      #expect(result.errors.isEmpty, "\(name): \(result.errors)")
    }
  }

  @Test(
    "an expected digest of a torn recording is an error with its line, wherever it is expected",
    arguments: [
      ("check", Int32(65)), ("validate", 65), ("run --fast", 65),
      // Each run of a sweep fails on its own.
      ("sweep --vary world.gravity=0,1 --measure expect", 1),
    ]
  )
  func digest(command: String, status: Int32) throws {
    func result(_ recording: [UInt8]) throws -> Command.Result {
      let file = try folder.write(recording, "run.jsonl")
      let scenario = try folder.write(
        Array("tiltbox: 1\nrun: {duration: 1}\nexpect: [{digest: \(file)}]\n".utf8),
        "digest.yaml"
      )
      return try Command.shell("\"$0\" \(command) \(scenario)")
    }
    let torn = try result(Array(whole.dropLast()))
    #expect(torn.status == status, "\(torn.errors)")
    #expect(torn.errors.contains(/run\.jsonl:\d+: the last line was torn/), "\(torn.errors)")
    let other = try result(whole)
    #expect(!other.errors.contains("torn"))
    #expect(other.status == (status == 1 || command == "validate" ? 0 : 1))
  }
}
