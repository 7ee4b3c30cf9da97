import Foundation
import Testing

@Suite("tiltbox check")
struct CheckCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Writes a scenario of a falling ball, with an expectation.
  private func file(_ name: String, _ expectation: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: name)
    let text = """
      tiltbox: 1
      walls: {size: [300, 300]}
      bodies: [{id: ball, circle: 10, at: [150, 211], mass: 1}]
      run: {duration: 1}
      expect:
        - \(expectation)
      """
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private let good = "{body: ball, firstContact: walls, at: sqrt(2*h/g)}"
  private let bad = "{body: ball, firstContact: walls, at: 0.5, within: 0.01}"

  @Test("prints a line for each file in order and a summary, with status 0 if all is met")
  func allMet() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try (0..<6).map { try file("\($0).yaml", good) }
    let running = try Command.Running(["check", "--jobs", "3"] + files)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines.dropLast() == files.map { "ok    \($0): 1 expectation" }[...])
    #expect(result.lines.last == "6 files, 6 expectations: 0 not met, 0 in error")
  }

  @Test("an unmet expectation is reported with the frames around it, and the status is 1")
  func notMet() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try file("a.yaml", good), try file("b.yaml", bad))
    let result = try Command.run("check", a, b)
    #expect(result.status == 1)
    #expect(result.lines[1] == "FAIL  \(b): 1 expectation, 1 not met")
    let words = "\(b): not met: ball first meets walls at 0.5 s, within 0.01 s; got 0.633333 s"
    #expect(result.errors.hasPrefix(words + "\n"))
    #expect(result.errors.contains("tick") && result.errors.contains("\n      76  0.633333  ball"))
  }

  @Test("a line end in the name of a file begins no line of the report")
  func lineEnd() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Command.run("check", file("a\nok.yaml", good))
    #expect(result.lines.count == 2 && result.lines[0].hasSuffix("/a ok.yaml: 1 expectation"))
  }

  @Test("invalid or missing files are errors; the others are run")
  func errors() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try file("a.yaml", good), try file("b.yaml", "{body: bal, asleepBy: 1}"))
    let result = try Command.run("check", b, a, "/nonexistent.yaml")
    #expect(result.status == 66)
    #expect(
      result.lines == [
        "error \(b)", "ok    \(a): 1 expectation", "error /nonexistent.yaml",
        "3 files, 1 expectation: 0 not met, 2 in error",
      ]
    )
    #expect(result.errors.contains("\(b):6:12: expect[0].body: nothing here is called \"bal\""))
    #expect(result.errors.contains("/nonexistent.yaml: No such file or directory"))
    #expect(try Command.run("check", b).status == 65)
  }

  @Test("says of a file without expectations that only its run was checked")
  func nothingToCheck() throws {
    let text = "{tiltbox: 1, bodies: [{circle: 1, mass: 1}], run: {duration: 0.1}}"
    let result = try Command.run("check", "-", input: text)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines[0] == "ok    standard input: 0 expectations; checked only that it runs")
  }

  @Test("fields can be set for all files")
  func overrides() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("a.yaml", bad)
    #expect(try Command.run("check", path, "--set", "world.gravity=1600").status == 0)
    #expect(try Command.run("check", path, "--set", "world.gravty=1").status == 64)
  }

  @Test("writes a report for continuous integration")
  func junit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      try file("a & b.yaml", good), try file("c.yaml", bad), try file("d.yaml", "{x: 1}"),
    ]
    let report = folder.appending(path: "report.xml")
    _ = try Command.run("check", files[0], files[1], files[2], "--junit", report.path)
    let xml = try String(contentsOf: report, encoding: .utf8)
    #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
    #expect(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(xml.contains("/a &amp; b.yaml\" tests=\"1\" failures=\"0\" errors=\"0\""))
    #expect(xml.contains("<failure message=\"got 0.633333 s\">not met: ball first meets"))
    #expect(xml.contains("<error message=\"not run to its end\">"))
    #expect(xml.components(separatedBy: "<testcase ").count == 4)
  }

  @Test("a report on standard output has it for itself")
  func reportAlone() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Command.run("check", try file("a.yaml", good), "--junit", "-")
    #expect(result.output.hasPrefix("<?xml") && result.output.hasSuffix("</testsuites>\n"))
    #expect(result.errors.hasSuffix("1 file, 1 expectation: 0 not met, 0 in error\n"))
  }

  @Test("draws unmet expectations into a folder, and reports where")
  func pictures() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try file("a.yaml", good), try file("b.yaml", bad))
    let (drawn, report) = (folder.appending(path: "drawn"), folder.appending(path: "report.xml"))
    let result = try Command.run(
      "check",
      a,
      b,
      "--pictures",
      drawn.path,
      "--junit",
      report.path
    )
    #expect(result.status == 1)
    let name = b.split(separator: "/").joined(separator: "-").dropLast(5) + "-1.svg"
    let path = drawn.appending(path: String(name)).path
    #expect(result.errors.hasSuffix("    drawn in \(path)\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: drawn.path) == [String(name)])
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<svg "))
    #expect(try String(contentsOf: report, encoding: .utf8).contains("[[ATTACHMENT|/"))
    #expect(try Command.run("check", b, "--pictures", "/nonexistent/drawn").status == 74)
  }

  @Test("draws each of several scenarios of one name into files of its own")
  func picturesOfOneName() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (yaml, json) = (try file("a.yaml", bad), try file("a.json", bad))
    let drawn = folder.appending(path: "drawn").path
    let result = try Command.run("check", yaml, json, yaml, "--pictures", drawn)
    #expect(result.status == 1)
    let name = yaml.split(separator: "/").joined(separator: "-").dropLast(5)
    let files = try FileManager.default.contentsOfDirectory(atPath: drawn).sorted()
    #expect(files == ["\(name)-1.svg", "\(name).2-1.svg", "\(name).3-1.svg"])
    #expect(files.allSatisfy { result.errors.contains("drawn in \(drawn)/\($0)\n") })
  }

  @Test("the examples meet their expectations")
  func examples() throws {
    let folder = Command.root.appending(path: "Examples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.map { folder.appending(path: $0).path }
    let running = try Command.Running(["check"] + files)
    running.closeInput()
    let result = running.finish()
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("needs a file, and valid numbers of jobs and of threads")
  func usage() throws {
    #expect(try Command.run("check").status == 64)
    #expect(try Command.run("check", "a.yaml", "--jobs", "0").status == 64)
    #expect(try Command.run("check", "a.yaml", "--threads", "65").status == 64)
  }
}
