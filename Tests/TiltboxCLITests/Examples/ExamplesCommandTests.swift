import Foundation
import Testing

@Suite("tiltbox examples")
struct ExamplesCommandTests {
  @Test("lists the scenarios and the plans of sweeps, each with its first sentence")
  func list() throws {
    let result = try Command.run("examples")
    #expect(result.status == 0 && result.errors == "")
    func about(_ name: String) -> String? {
      let line = result.lines.first { $0.split(separator: " ").first == name[...] }
      return line?.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    }
    #expect(about("crates.yaml") == "Five crates in a box: the classic scene")
    #expect(about("sweeps/corner.yaml")?.hasPrefix("Root finding: which tilt") == true)
    #expect(result.lines.allSatisfy { $0.split(separator: " ").count > 1 })
    #expect(about("cluster/kubernetes.yaml") == nil)
    #expect(result.lines == result.lines.sorted())
  }

  @Test("copies all files, which then run, and leaves those that exist")
  func copies() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let own = folder.appending(path: "crates.yaml")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: own)
    let result = try Command.run("examples", "--copy", folder.path)
    #expect(result.status == 0 && result.output == "")
    #expect(result.errors.hasPrefix("copied "))
    #expect(result.errors.hasSuffix(" files to \(folder.path); 1 were there and stay\n"))
    #expect(try String(contentsOf: own, encoding: .utf8) == "mine")
    for name in ["phone.yaml", "terrain.yaml", "motion/rocket.yaml"] {
      let result = try Command.run("validate", folder.appending(path: name).path)
      #expect(result.status == 0, "\(result.errors)")
    }
    let script = folder.appending(path: "cluster/submit").path
    #expect(FileManager.default.isExecutableFile(atPath: script))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Embedding").path))
    let again = try Command.run("examples", "--copy", folder.path)
    #expect(again.errors.hasPrefix("copied 0 files"))
  }

  @Test("names what it cannot write, and what it lacks")
  func failures() throws {
    let file = try Command.run("examples", "--copy", "Package.swift")
    #expect(file.status == 74)
    #expect(file.errors == "tiltbox: Package.swift: Not a directory\n")
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lone = folder.appending(path: "tiltbox")
    try FileManager.default.copyItem(at: Command.executable, to: lone)
    let result = try Command.Running(["examples"], executable: lone).finish()
    #expect(result.status == 66)
    #expect(result.errors.contains("../share/doc/tiltbox/examples"))
  }
}
