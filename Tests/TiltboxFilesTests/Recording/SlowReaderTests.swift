import Chipmunk
import Foundation
import TestScenes
import Testing

@testable import Tiltbox
@testable import TiltboxFiles

@Suite("A recorder with a slow reader")
struct SlowReaderTests {
  /// A pipe that only the test reads.
  private final class Reader {
    let recorder: Recorder
    private let readEnd: Int32

    init(_ format: RecordingFormat) {
      var ends: [Int32] = [0, 0]
      let result = unsafe pipe(&ends)
      precondition(result == 0)
      readEnd = ends[0]
      _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
      let output = OutputFile(name: "pipe", descriptor: ends[1], closesDescriptor: true)
      recorder = Recorder(format, to: output, waitsForReader: false)
    }

    deinit { close(readEnd) }

    /// Reads all available bytes.
    func read() -> String {
      var data = Data()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = unsafe Foundation.read(readEnd, &buffer, buffer.count), count > 0 {
        data += buffer[..<count]
      }
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test("that waits gives a reader up that reads nothing, once the process should end")
  func stopped() throws {
    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    let output = OutputFile(name: "pipe", descriptor: number, closesDescriptor: false)
    output.shouldGiveUp = { true }
    #expect(throws: OutputError.closedPipe) {
      try output.write([UInt8](repeating: 10, count: 300_000)[...])
    }
    #expect(throws: OutputError.closedPipe) {
      try output.write { $0.append(repeatElement(10, count: 300_000)) }
    }
    #expect(output.backlog == 0)
  }

  @Test("chunks of MCAP wait in four mebibytes, while bodies come and go")
  func chunks() throws {
    let reader = Reader(.mcap)
    let simulation = try Simulation(.classicScene())
    try reader.recorder.begin(simulation)
    for index in 0..<7 {
      let shape = ShapeDescription(.circle(radius: 2))
      let place = Vector(20 + 30 * Double(index), 280)
      try simulation.apply(
        .add(BodyDescription(id: "late-\(index)", shapes: [shape], position: place, mass: 1))
      )
      try run(simulation, reader.recorder, ticks: 800)
    }
    #expect(reader.recorder.unreadBytes > 4 << 20)
    #expect(reader.recorder.unreadBytes < 6 << 20)
    while reader.recorder.unreadBytes > 0 {
      _ = reader.read()
      try reader.recorder.flush()
    }
    try run(simulation, reader.recorder, ticks: 1)
    #expect(reader.recorder.losses.frames > 0)
  }

  private func run(_ simulation: Simulation, _ recorder: Recorder, ticks: Int) throws {
    for _ in 0..<ticks {
      try simulation.advance()
      try recorder.recordEvents(of: simulation)
      try recorder.recordFrame(of: simulation)
    }
  }

  @Test("gets no event of a body before the list that names it")
  func lateList() throws {
    let reader = Reader(.jsonl)
    let (recorder, simulation) = (reader.recorder, try Simulation(.classicScene()))
    try recorder.begin(simulation)
    try recorder.recordFrame(of: simulation)
    var text = reader.read()
    try recorder.record(Answer(tick: 0, ack: "\"\(String(repeating: "a", count: 2 << 20))\""))
    let shape = ShapeDescription(.circle(radius: 5))
    let ball = BodyDescription(id: "ball", shapes: [shape], position: Vector(250, 5.9), mass: 1)
    try simulation.apply(.add(ball))
    try recorder.recordBodyList(of: simulation)
    while recorder.unreadBytes > 0 {
      text += reader.read()
      try recorder.flush()
    }
    try run(simulation, recorder, ticks: 1)
    #expect(simulation.events.contains { $0.a == "ball" })
    text += reader.read()
    let recording = try RecordingReader(FileLines(of: Array(text.utf8)), name: "pipe")
    _ = try recording.next()
    let sample = try #require(try recording.next())
    #expect(sample.events.count == simulation.events.count)
  }

  @Test("skips and counts frames, in constant memory, and never waits for a slow reader")
  func stalled() throws {
    let reader = Reader(.jsonl)
    let simulation = try Simulation(.classicScene())
    try reader.recorder.begin(simulation)
    try run(simulation, reader.recorder, ticks: 3000)
    #expect(simulation.tick == 3000)
    #expect(reader.recorder.unreadBytes < 100_000)

    // The reader resumes and gets everything buffered, the number of missing frames, and the newest frame.
    var text = reader.read()
    try run(simulation, reader.recorder, ticks: 1)
    text += reader.read()
    try run(simulation, reader.recorder, ticks: 1)
    text += reader.read()
    #expect(text.hasSuffix("\n"))
    let lines = try text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    let frames = lines.filter { $0["kind"] as? String == "frame" }.compactMap { $0["tick"] as? Int }
    let gap = try #require(lines.first { $0["kind"] as? String == "gap" })
    #expect(frames.contains(3002))
    #expect(gap["frames"] as? Int == 3002 - frames.count)
    #expect(gap["events"] as? Int == 0)
    #expect(reader.recorder.losses.frames == 3002 - frames.count)
    // Nothing else is missing: the events match those of a run with a reader that keeps up.
    let other = try Simulation(.classicScene())
    var events = 0
    for _ in 0..<3002 {
      try other.advance()
      events += other.events.count
    }
    #expect(
      lines.count { ["begin", "separate"].contains($0["kind"] as? String) } == events
    )
  }

  @Test("a run that ends while its reader stalls states the missing last frames")
  func stalledEnd() throws {
    let reader = Reader(.jsonl)
    let simulation = try Simulation(.classicScene())
    try reader.recorder.begin(simulation)
    try run(simulation, reader.recorder, ticks: 3000)
    var text = reader.read()
    let statistics = RunStatistics(step: 1 / 120)
    let summary = RunSummary(of: simulation, statistics: statistics)
    try reader.recorder.end(simulation, summary, patience: .zero)
    text += reader.read()
    let frames = text.split(separator: "\n").count { $0.hasPrefix(#"{"kind":"frame""#) }
    let gap = #"{"kind":"gap","tick":3000,"frames":\#(3000 - frames),"events":0,"answers":0}"#
    #expect(text.split(separator: "\n").dropLast().last ?? "" == gap)
  }

  @Test("the first frame follows a header of any length")
  func firstFrame() throws {
    var scenario = Scenario(name: "crowd")
    scenario.bodies = (0..<2000).map { index in
      BodyDescription(
        id: "crate-\(index)",
        shapes: [ShapeDescription(.box(width: 10, height: 10))],
        position: Vector(Double(index) * 20, 0),
        mass: 1
      )
    }
    let reader = Reader(.jsonl)
    let simulation = try Simulation(scenario, tilt: ConstantTilt(.upright))
    try reader.recorder.begin(simulation)
    try reader.recorder.recordFrame(of: simulation)
    try run(simulation, reader.recorder, ticks: 1)
    var text = reader.read()
    while reader.recorder.unreadBytes > 0 {
      try reader.recorder.flush()
      text += reader.read()
    }
    let kinds = text.split(separator: "\n").map { $0.prefix(40) }
    #expect(kinds.count == 2)
    #expect(kinds.last?.contains("\"frame\",\"tick\":0,") == true)
    #expect(reader.recorder.losses.frames == 0)
  }

  @Test(
    "status lines are written between many unread events"
  )
  func status() throws {
    let reader = Reader(.jsonl)
    let simulation = try Simulation(.classicScene())
    try reader.recorder.begin(simulation)
    while simulation.events.isEmpty { try simulation.advance() }
    var text = ""
    for tick in 1...3 {
      // More than the pipe holds.
      for _ in 1...200 { try reader.recorder.recordEvents(of: simulation) }
      let second = SecondStatistics(
        tick: tick,
        elapsed: .seconds(tick),
        realTimeFactor: 1,
        load: 0.1,
        lateness: LatenessHistogram(),
        droppedTicks: 0,
        skippedFrames: 0
      )
      try reader.recorder.record(second, of: simulation)
      text += reader.read()
    }
    while reader.recorder.unreadBytes > 0 {
      try reader.recorder.flush()
      text += reader.read()
    }
    #expect(text.split(separator: "\n").count { $0.contains("\"kind\":\"status\"") } == 3)
  }

  @Test("answers outlast a stall too, and beyond two mebibytes they are counted")
  func answers() throws {
    let reader = Reader(.none)
    let simulation = try Simulation(.classicScene())
    let answer = Answer(tick: 5, ack: "\"\(String(repeating: "x", count: 998))\"")
    for _ in 0..<5000 { try reader.recorder.record(answer) }
    #expect((2 << 20..<3 << 20).contains(reader.recorder.unreadBytes))
    var text = reader.read()
    while reader.recorder.unreadBytes > 0 {
      try reader.recorder.flush()
      text += reader.read()
    }
    let statistics = RunStatistics(step: 1 / 120.0)
    try reader.recorder.end(simulation, RunSummary(of: simulation, statistics: statistics))
    let lines = (text + reader.read()).split(separator: "\n")
    let lost = 5000 - (lines.count - 1)
    #expect(lost > 0)
    #expect(lines.last?.contains("\"lost\":{\"events\":0,\"answers\":\(lost)}") == true)
    #expect(reader.recorder.losses.answers == lost)
  }

  @Test("rows of a table are complete, and skipped frames have none")
  func table() throws {
    let reader = Reader(.csv)
    let simulation = try Simulation(.classicScene())
    try reader.recorder.begin(simulation)
    var text = ""
    for round in 0..<2000 {
      try run(simulation, reader.recorder, ticks: 1)
      if round.isMultiple(of: 700) { text += reader.read() }
    }
    try reader.recorder.flush()
    text += reader.read()
    try reader.recorder.flush()
    text += reader.read()
    let rows = text.split(separator: "\n").dropFirst()
    #expect(rows.allSatisfy { $0.split(separator: ",").count == 9 })
    let perTick = Dictionary(grouping: rows) { $0.prefix { $0 != "," } }
    #expect(perTick.values.allSatisfy { $0.count == 5 })
    #expect(perTick.count < 2000)
  }
}
