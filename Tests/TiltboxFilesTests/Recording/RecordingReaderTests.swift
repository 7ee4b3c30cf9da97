import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Reading recordings")
struct RecordingReaderTests {
  private func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("tiltbox-\(UUID()).jsonl").path
  }

  /// Runs a scenario tick by tick; returns the recorder's output and its input.
  private func record(_ scenario: Scenario, ticks: Int) throws -> (text: String, frames: [Frame]) {
    let path = path()
    let output = try OutputFile(creating: path)
    let recorder = Recorder(.jsonl, to: output)
    let simulation = try Simulation(scenario.loadingFiles())
    try recorder.begin(simulation)
    var frames: [Frame] = []
    for tick in 0...ticks {
      if tick > 0 { try simulation.advance() }
      try recorder.recordEvents(of: simulation)
      try recorder.recordFrame(of: simulation)
      frames.append(Frame(of: simulation))
    }
    try recorder.flush()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try String(contentsOfFile: path, encoding: .utf8), frames)
  }

  private func samples(_ text: String) throws -> [TrajectorySample] {
    let path = path()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let trajectory = try RecordingReader(path)
    var samples: [TrajectorySample] = []
    while let sample = try trajectory.next() { samples.append(sample) }
    return samples
  }

  private func scenario(_ text: String, after frames: Int) throws -> Scenario {
    let path = path()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let trajectory = try RecordingReader(path)
    for _ in 0..<frames { _ = try trajectory.next() }
    return try trajectory.scenario()
  }

  private var sleepy: Scenario {
    var scenario = Scenario.classic
    scenario.world.sleepAfter = 0.3
    scenario.tilt.source = .constant(Tilt(x: 0.1, y: -1))
    return scenario
  }

  @Test("frames are read back bit for bit, with gravity and sleeping bodies")
  func frames() throws {
    let (text, frames) = try record(sleepy, ticks: 600)
    #expect(try samples(text).map(\.frame) == frames)
    #expect(frames.last?.asleep == [0, 1, 2, 3, 4])
    #expect(frames.first?.asleep == [])
  }

  @Test("a line in another notation is the same frame")
  func spaced() throws {
    let (text, frames) = try record(sleepy, ticks: 300)
    let spaced = text.replacingOccurrences(of: ",", with: ", ")
    #expect(try samples(spaced).map(\.frame) == frames)
    #expect(try samples(spaced).flatMap(\.events) == samples(text).flatMap(\.events))
  }

  @Test("a byte-order mark before the header changes nothing")
  func byteOrderMark() throws {
    let (text, frames) = try record(sleepy, ticks: 2)
    let trajectory = try TrajectoryReaders.open(Array("\u{FEFF}\(text)".utf8), name: "run.jsonl")
    for frame in frames { #expect(try trajectory.next()?.frame == frame) }
  }

  @Test("events are complete: kind, bodies, point, impulse")
  func events() throws {
    let (text, _) = try record(.classic, ticks: 100)
    let events = try samples(text).flatMap(\.events)
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright))
    var expected: [Event] = []
    for _ in 0..<100 {
      try simulation.advance()
      expected += simulation.events
    }
    #expect(!expected.isEmpty)
    #expect(events == expected)
  }

  @Test("the header has all to draw: walls, shapes, masses, constraints, and bodies where they are")
  func scenario() throws {
    let joints = try String(contentsOf: Command.root("Examples/joints.yaml"), encoding: .utf8)
    let original = try Scenario(yaml: joints, file: "joints.yaml")
    let (text, frames) = try record(original, ticks: 20)
    let read = try scenario(text, after: 21)
    #expect(read.name == original.name)
    #expect(read.walls?.width == original.walls?.width)
    #expect(read.world.step == original.world.step)
    #expect(read.bodies.map(\.id) == original.bodies.map(\.id))
    #expect(read.bodies.map(\.type) == original.bodies.map(\.type))
    #expect(
      read.bodies.map { $0.shapes.map(\.geometry) }
        == original.bodies.map { $0.shapes.map(\.geometry) }
    )
    #expect(read.bodies.map(\.mass) == original.bodies.map(\.mass))
    #expect(read.bodies.map(\.position) == frames[20].states.map(\.position))
    #expect(read.constraints.map(\.id) == original.constraints.map(\.id))
    #expect(read.diagnostics().isEmpty)
  }

  @Test("recordings without masses can be drawn; those without shapes report why not")
  func olderRecordings() throws {
    let frame = #"{"kind":"frame","tick":0,"t":0,"gravity":[0,-1],"bodies":[[1,2,3,4,5,6]]}"#
    let header = #"{"tiltbox":1,"kind":"header","step":0.01,"bodies":["a"],"types":["dynamic"]"#
    let drawn = try scenario(header + #","shapes":[[{"circle":2}]]}"# + "\n\(frame)\n", after: 1)
    #expect(drawn.bodies[0].mass == 1)
    #expect(drawn.bodies[0].position == Vector(1, 2))
    let error = #expect(throws: RecordingError.self) {
      try scenario(header + "}\n\(frame)\n", after: 1)
    }
    #expect(error?.description.contains("shapes") == true, "\(String(describing: error))")
  }

  private enum Command {
    static func root(_ path: String) -> URL {
      var root = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { root.deleteLastPathComponent() }
      return root.appendingPathComponent(path)
    }
  }
}
