import Chipmunk
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Chains in a scenario file")
struct ChainReadingTests {
  private func geometry(_ folder: Folder, _ fields: String) throws -> Geometry? {
    let text = "tiltbox: 1\nbodies: [{id: a, type: static, \(fields)}]\n"
    let scenario = try Scenario(yaml: text, file: folder.path("a.yaml"))
    return scenario.bodies[0].shapes.first?.geometry
  }

  private let points = [Vector(0, 5), Vector(10, 2.5), Vector(30, 8)]

  @Test("are points, open or closed")
  func inline() throws {
    let folder = try Folder()
    #expect(try geometry(folder, "chain: [[0, 5], [10, 2.5], [30, 8]]") == .chain(points))
    #expect(
      try geometry(folder, "chain: [[0, 5], [10, 2.5], [30, 8]], closed: true, radius: 2")
        == .chain(points, isClosed: true, radius: 2)
    )
  }

  @Test(
    "are read from rows of a file beside the scenario, with or without a header",
    arguments: [
      "x,y\n0,5\n10,2.5\n30,8\n", "0 5\n\n# a comment\n10 2.5\n30 8",
      "x;y\r\n0;5\r\n10;2.5\r\n30;8", "\u{FEFF}0,5\n10,2.5\n30,8\n",
      "\u{FEFF}# hills\n\n\"x\",-y\n0,5\n10,2.5\n30,8\n",
    ]
  )
  func rows(text: String) throws {
    let folder = try Folder()
    _ = try folder.write(Array(text.utf8), "hills.csv")
    #expect(try geometry(folder, "chain: {file: hills.csv}") == .chain(points))
    #expect(
      try geometry(folder, "shapes: [{chain: {file: \(folder.path("hills.csv"))}, radius: 1}]")
        == .chain(points, radius: 1)
    )
  }

  @Test("are read from the path of an SVG document, whose y points down, or from path data")
  func svg() throws {
    let folder = try Folder()
    let path = #"<path id="hills" fill="none" d="M 0 95 L 10 97.5 L 30 92"/>"#
    let document =
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">"#
      + #"<!-- <path d="M 1 1 L 2 2"/> <defs> --><defs/>"#
      + "<defs id='a'>\n<path d='M 3 3 L 4 4'/></defs>"
      + path + "</svg>"
    _ = try folder.write(Array(document.utf8), "hills.svg")
    #expect(try geometry(folder, "chain: {file: hills.svg}") == .chain(points))
    _ = try folder.write(Array("\u{FEFF}\(document)".utf8), "marked.svg")
    #expect(try geometry(folder, "chain: {file: marked.svg}") == .chain(points))
    _ = try folder.write(Array("M 0 5 L 10 2.5 L 30 8 Z".utf8), "ring.svg")
    #expect(try geometry(folder, "chain: {file: ring.svg}") == .chain(points, isClosed: true))
  }

  @Test(
    "have a least and a greatest number of points, which the message about another file states",
    arguments: [
      (1, "expected a list of at least 2 points [x, y], got a list of 1"),
      (10_001, "got a list of 10001; give at most 10000"),
    ]
  )
  func number(count: Int, words: String) throws {
    let folder = try Folder()
    let rows = (0..<count).map { "\($0) 0" }.joined(separator: "\n")
    _ = try folder.write(Array(rows.utf8), "rows.csv")
    let error = #expect(throws: ScenarioFileError.self) {
      try geometry(folder, "chain: {file: rows.csv}")
    }
    let message = error?.diagnostics.first?.message ?? ""
    #expect(error?.diagnostics.count == 1 && message.contains(words), "\(message)")
  }

  private static let oneDrawing =
    "draw the terrain as one path without a transform, in an svg with a viewBox"

  @Test(
    "say what is wrong with their file",
    arguments: [
      ("none.csv", "none.csv: No such file or directory"),
      ("text.csv", "text.csv:3: expected two numbers x and y, in units; got hello"),
      ("twice.csv", "twice.csv:4: the point repeats the one before it; drop one"),
      ("three.csv", "three.csv:1: expected two numbers x and y, in units; got 100 20 7"),
      ("quoted.csv", #"quoted.csv:1: expected two numbers x and y, in units; got "0","0""#),
      ("units.csv", "units.csv:2: expected two numbers x and y, in units; got 5u,-.3u"),
      ("none.svg", "none.svg: \(oneDrawing)"), ("box.svg", "box.svg: \(oneDrawing)"),
      ("paths.svg", "paths.svg: \(oneDrawing)"), ("moved.svg", "moved.svg: \(oneDrawing)"),
      (
        "two.svg",
        "two.svg: the path has 2 lines; a chain is one, so draw it without a gap"
      ),
    ]
  )
  func mistakes(file: String, words: String) throws {
    let folder = try Folder()
    let texts = [
      "text.csv": "x y\n1 2\nhello\n", "none.svg": "<svg></svg>",
      "three.csv": "100 20 7\n1 2\n", "twice.csv": "0 0\n1 2\n\n1 2\n3 4\n",
      "quoted.csv": "\"0\",\"0\"\n1,2\n3,4\n", "units.csv": "# hills\n5u,-.3u\n1,2\n3,4\n",
      "box.svg": #"<svg><path d="M 0 0 L 1 1"/></svg>"#,
      "paths.svg": #"<svg><path d="M 0 0 L 1 1"/><path d="M 1 1 L 2 0"/></svg>"#,
      "moved.svg":
        #"<svg viewBox="0 0 9 9"><g transform="scale(2)"><path d="M 0 0 L 1 1"/></g></svg>"#,
      "two.svg": "M 0 0 L 1 1 M 2 2 L 3 3",
    ]
    for (name, text) in texts { _ = try folder.write(Array(text.utf8), name) }
    let error = #expect(throws: ScenarioFileError.self) {
      try geometry(folder, "chain: {file: \(file)}")
    }
    #expect(error?.diagnostics.count == 1)
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.replacing(folder.path("") + "/", with: "") == words)
    #expect(error?.diagnostics.first?.path == "bodies[0].chain.file")
  }
}
