import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxSweep

@Suite("Files that a plan refers to")
struct FileFingerprintsTests {
  private let folder: Folder
  private let a = Array("t,x,y\n0,0,-1\n0.5,1,0\n".utf8)
  private let b = Array("t,x,y\n0,0,-1\n0.5,0,1\n".utf8)

  init() throws { folder = try Folder() }

  private func line() throws -> PlanLine {
    let files = "[\(folder.path("a.csv")), \(folder.path("b.csv"))]".dropFirst().dropLast()
    return PlanLine(
      try plan(["tilt.file=\(files)"], ["y=y(ball)"], set: "tilt=null", "run.duration=null")
    )
  }

  @Test("make a different plan if their contents change, and the error names the file")
  func changed() throws {
    let path = try folder.write(a, "a.csv")
    _ = try folder.write(b, "b.csv")
    let before = try line()
    #expect(try line().changes(since: before) == [])
    _ = try folder.write(b, "a.csv")
    #expect(try line().changes(since: before) == ["\(path) held something else"])
    try FileManager.default.removeItem(atPath: path)
    let missing = try line()
    #expect(missing.changes(since: before) == ["\(path) cannot be read any more"])
    #expect(before.changes(since: missing) == ["\(path) was missing, and is there"])
  }

  @Test("include those of the scenario, wherever it was named from")
  func ofScenario() throws {
    _ = try folder.write(a, "a.csv")
    func line(_ file: String) throws -> PlanLine {
      let text = fallText.replacing("run:", with: "tilt: {file: a.csv}\nrun:")
      let source = try ScenarioTemplate(utf8: Array(text.utf8), file: file)
      let measure = try Measure("y=y(ball)", of: source, origin: "")
      return PlanLine(
        try SweepPlan(source, axes: [axis("world.gravity=1,2")], measures: [measure])
      )
    }
    let before = try line(folder.path("fall.yaml"))
    let detour = folder.path("") + "/./fall.yaml"
    #expect(try line(detour).changes(since: before) == [])
    _ = try folder.write(b, "a.csv")
    #expect(try line(detour).changes(since: before) == ["a.csv held something else"])
    // A sweep over recordings lists only the recordings, not the scenario's own files.
    #expect(before.text.contains("\"files\":{\"a.csv\":"))
  }

  @Test("include those of chains")
  func ofChains() throws {
    func line() throws -> PlanLine {
      let text = """
        tiltbox: 1
        bodies: [{id: ball, circle: 1, mass: 1}, {type: static, chain: {file: floor.csv}}]
        run: {duration: 1}
        """
      let source = try ScenarioTemplate(utf8: Array(text.utf8), file: folder.path("hills.yaml"))
      let measure = try Measure("y=y(ball)", of: source, origin: "")
      return PlanLine(
        try SweepPlan(source, axes: [axis("world.gravity=1,2")], measures: [measure])
      )
    }
    _ = try folder.write(Array("0 0\n10 0\n".utf8), "floor.csv")
    let before = try line()
    _ = try folder.write(Array("0 0\n10 5\n".utf8), "floor.csv")
    #expect(try line().changes(since: before) == ["floor.csv held something else"])
  }

  @Test("are none if no recording tilts the box")
  func none() throws {
    #expect(try plan(["world.gravity=1,2"]).files.isEmpty)
    #expect(!PlanLine(try plan(["world.gravity=1,2"])).text.contains("files"))
  }
}
