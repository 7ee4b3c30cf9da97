import Foundation
import Testing

@Suite("tiltbox curve")
struct CurveCommandTests {
  @Test("prints the values at the given times, a column for each curve")
  func csv() throws {
    let result = try Command.run("curve", "linear", "0.42,0,1,1", "--at", "-1,.25,.5, 1")
    #expect(result.status == 0)
    #expect(result.lines[0] == "t,linear,\"0.42,0,1,1\"")
    #expect(result.lines[1].hasPrefix("-1,-1,"))
    #expect(result.lines[2].hasPrefix("0.25,0.25,0.093464650718"))
    #expect(result.lines[4] == "1,1,1")
    #expect(result.lines.count == 5)
    #expect(result.errors.isEmpty)
  }

  @Test("divides the time into sixty parts, as its help says, or into a given number")
  func samples() throws {
    #expect(try Command.run("curve", "easeOutBounce").lines.count == 62)
    let words = try Command.run("curve", "--help").output.split { $0.isWhitespace }
    #expect(words.joined(separator: " ").contains("if --at is absent. (default: 60)"))
    #expect(try Command.run("curve", "easeIn", "--at", "-1").output == "t,easeIn\n-1,0\n")
    let result = try Command.run("curve", "easeInQuad", "--samples", "2")
    #expect(result.output == "t,easeInQuad\n0,0\n0.5,0.25\n1,1\n")
  }

  @Test("writes JSON with the control points")
  func json() throws {
    let result = try Command.run("curve", "default", "steps(2)", "--format", "json", "--at", "0,.5")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    )
    let curves = try #require(object["curves"] as? [[String: Any]])
    #expect(object["t"] as? [Double] == [0, 0.5])
    #expect(
      curves[0]["controlPoints"] as? [[Double]] == [[0, 0], [0.25, 0.1], [0.25, 1], [1, 1]]
    )
    #expect(curves[1]["name"] as? String == "steps(2)")
    #expect(curves[1]["values"] as? [Double] == [0, 0.5])
    #expect(curves[1]["controlPoints"] == nil)
  }

  @Test("draws a panel for each curve, with exact Béziers and their control points")
  func svg() throws {
    let result = try Command.run(
      "curve",
      "easeIn",
      "steps(3)",
      "easeOutBounce",
      "linear(0, 2 <50%, 1)",
      "--format",
      "svg"
    )
    #expect(result.status == 64)
    let drawing = try Command.run("curve", "easeIn", "steps(3)", "easeOutBounce", "--format", "svg")
    let document = try Markup.elements(of: drawing.output)
    // One that contains all of them.
    #expect(document["g"] == 1 + 3)
    #expect(drawing.output.contains("M0 220C92.4 220 220 0 220 0"))
    #expect(drawing.output.contains("cubic-bezier(0.42, 0, 1, 1)"))
    #expect(document["circle"] == 2 + 3 * 13)
  }

  @Test("lists every name, and draws each")
  func list() throws {
    let names = try Command.run("curve", "--list").lines.compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names.count == 40)
    let all = try Command.Running(["curve"] + names + ["--samples", "1"]).finish()
    #expect(all.lines[0] == "t," + names.joined(separator: ","))
    let written = try Command.run("curve", "--list", "--format", "csv", "--samples", "1")
    #expect(written.output == all.output)
  }

  @Test(
    "reports what it does not understand, and what to write",
    arguments: [
      (["curve"], "--list"), (["curve", "esaeIn"], "\"esaeIn\"; did you mean easeIn?"),
      (["curve", "2,0,1,1"], "x1 is 2; give a number from 0 to 1\n"),
      (["curve", "linear", "--at", "a"], "--at has \"a\""),
      (["curve", "linear", "--samples", "0"], "--samples is 0"),
      (["curve", "linear", "--format", "png"], "-o curve.png"),
      (["curve", "linear", "--at", "1", "-o", "a.svg"], "--at chooses the times of a table"),
      (["curve", "linear", "--at", "1", "--samples", "9"], "no effect beside --at; drop it"),
      (["curve", "--list", "--samples", "9"], "--samples has no effect beside --list"),
      (["curve", "linear", "--samples", "9", "-o", "a.svg"], "no effect beside a drawing"),
      (["curve", "--fit", "a.csv", "--within", "1", "--samples", "9"], "no effect beside --fit"),
      (
        ["curve", "linear", "-o", "a.gif"],
        "-o a.gif: no format has this ending; use .csv, .json, .svg, .png or .txt, or give"
      ),
    ]
  )
  func usage(arguments: [String], hint: String) throws {
    let result = try Command.Running(arguments).finish()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(hint), "\(result.errors)")
  }

  @Test("writes a whole file, in the format of its name, or keeps the old one")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("curve-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.svg")
    try Data("old".utf8).write(to: file)
    #expect(try Command.run("curve", "wobble", "-o", file.path).status == 64)
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    let result = try Command.run("curve", "linear", "-o", file.path)
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<svg"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.svg"])
    let missing = folder.appendingPathComponent("none/a.csv").path
    #expect(try Command.run("curve", "linear", "-o", missing).status == 74)
  }

  @Test(
    "says that the disk is full",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
  )
  func full() throws {
    let result = try Command.run("curve", "linear", "-o", "/dev/full")
    #expect(result.status == 74)
    #expect(result.errors.contains("/dev/full"))
  }
}

/// Counts the elements of an XML document by name; the document must be well-formed.
private enum Markup {
  static func elements(of document: String) throws -> [String: Int] {
    let names = document.split(separator: "<").compactMap { part -> String? in
      let name = part.prefix { $0.isLetter }
      return name.isEmpty ? nil : String(name)
    }
    let closings = document.split(separator: "</").count - 1
    let selfClosing = document.components(separatedBy: "/>").count - 1
    try #require(names.count == closings + selfClosing, "not well formed")
    return names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
