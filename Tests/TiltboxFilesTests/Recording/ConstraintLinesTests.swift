import Foundation
import TestScenes
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Constraints and values in a recording")
struct ConstraintLinesTests {
  @Test("are in the header with the data for drawing, and values are in each frame")
  func header() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tiltbox-\(UUID()).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try Stage.simulation([.basic(.value("sky"), from: [1, 0, 0])])
    let recorder = Recorder(.jsonl, to: try OutputFile(creating: path))
    try recorder.begin(simulation)
    for _ in 0..<60 { try simulation.advance() }
    try recorder.recordFrame(of: simulation)
    try recorder.flush()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(
      lines[0].hasSuffix(
        #","constraints":[{"id":"drive","motor":["wheel","ground"],"rate":1},"#
          + #"{"id":"rope","slide":["crate","ground"],"anchorA":[0,0],"anchorB":[300,100],"min":10,"max":60}],"#
          + #""values":["sky"]}"#
      )
    )
    #expect(lines[1].hasSuffix(#"]],"values":[[0.5,0,0.5]]}"#))
  }

  @Test("are absent if there are none")
  func none() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tiltbox-\(UUID()).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try Simulation(.classicScene())
    let recorder = Recorder(.jsonl, to: try OutputFile(creating: path))
    try recorder.begin(simulation)
    try recorder.recordFrame(of: simulation)
    try recorder.flush()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("constraints") && !text.contains("values"))
  }
}
