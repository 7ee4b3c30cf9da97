import Chipmunk
import Foundation
import Synchronization
import Testing
import Tiltbox
import TiltboxFiles

@testable import TiltboxServer

@Suite("The recording of a live run")
struct SessionRecordingTests {
  /// The classic scene in motion, recorded into a buffer of a given size.
  private final class Run {
    let simulation: Simulation
    let recording: SessionRecording
    let warnings = Warnings()
    private(set) var frames = 0
    private(set) var events = 0

    init(limit: Int) throws {
      simulation = try Simulation(.classic, tilt: NoTilt())
      recording = try SessionRecording(simulation, limit: limit) { [warnings] in warnings.add($0) }
      try record(isFrame: true)
    }

    func record(isFrame: Bool) throws {
      try recording.recordEvents(of: simulation)
      try recording.recordState(of: simulation, isFrame: isFrame)
      events += simulation.events.count
      if isFrame { frames += 1 }
    }

    func advance(ticks: Int) throws {
      for _ in 0..<ticks {
        if simulation.tick.isMultiple(of: 120) {
          let angle = Double(simulation.tick / 120)
          try simulation.apply(.tilt(Tilt(x: sin(angle), y: -cos(angle))))
        }
        try simulation.advance()
        try record(isFrame: simulation.tick.isMultiple(of: 2))
      }
    }

    var soFar: PartialRecording {
      var statistics = RunStatistics(step: simulation.timeline.step)
      // The recording contains the frames that viewers missed.
      statistics.skippedFrames = 7
      return recording.soFar(simulation, statistics)
    }
  }

  private final class Warnings: Sendable {
    private let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock(\.self) }
  }

  private func bytes(_ recording: PartialRecording) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = recording.read(from: bytes.count, atMost: 1000)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  private func objects(_ bytes: [UInt8]) throws -> [[String: Any]] {
    #expect(bytes.last == UInt8(ascii: "\n"))
    return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  /// Returns the ticks that a reader of recordings finds in it.
  private func ticks(_ bytes: [UInt8]) throws -> [Int] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let trajectory = try RecordingReader(file.path)
    var ticks: [Int] = []
    while let moment = try trajectory.next() { ticks.append(moment.frame.tick) }
    return ticks
  }

  @Test("is complete at every moment: a header, frames, a summary")
  func whole() throws {
    let run = try Run(limit: 256 << 20)
    for ticks in [0, 2, 500] {
      try run.advance(ticks: ticks)
      let soFar = run.soFar
      let bytes = bytes(soFar)
      #expect(bytes.count == soFar.size)
      let lines = try objects(bytes)
      #expect(lines.first?["kind"] as? String == "header")
      let summary = try #require(lines.last)
      #expect(summary["kind"] as? String == "summary")
      #expect(summary["frames"] as? Int == run.frames && summary["skipped"] as? Int == 0)
      #expect(summary["digest"] as? String == run.simulation.digest.description)
      #expect(try self.ticks(bytes) == Array(stride(from: 0, through: run.simulation.tick, by: 2)))
    }
    #expect(run.warnings.all.isEmpty)
  }

  @Test("keeps at least the newest half when its space is full, and reports what is missing")
  func bounded() throws {
    let limit = 100_000
    let run = try Run(limit: limit)
    for _ in 0..<12 {
      try run.advance(ticks: 150)
      let bytes = bytes(run.soFar)
      #expect(bytes.count < limit)
      let lines = try objects(bytes)
      let summary = try #require(lines.last)
      let frames = lines.filter { $0["kind"] as? String == "frame" }
      let events = lines.filter { ["begin", "separate"].contains($0["kind"] as? String) }
      #expect(lines.count { $0["kind"] as? String == "header" } == 1)
      #expect(summary["frames"] as? Int == frames.count)
      #expect(summary["skipped"] as? Int == run.frames - frames.count)
      let gaps = lines.filter { $0["kind"] as? String == "gap" }
      let ticks = try ticks(bytes)
      if frames.count == run.frames {
        #expect(gaps.isEmpty)
      } else {
        #expect(bytes.count > limit / 2)
        #expect(lines[1]["kind"] as? String == "gap" && gaps.count == 1)
        #expect(gaps[0]["frames"] as? Int == run.frames - frames.count)
        #expect(gaps[0]["events"] as? Int == run.events - events.count)
        let lost = summary["lost"] as? [String: Int]
        #expect(lost?["events"] == run.events - events.count)
      }
      // Nothing is missing between the first and the last.
      #expect(ticks.last == run.simulation.tick)
      #expect(ticks == Array(stride(from: ticks[0], through: run.simulation.tick, by: 2)))
    }
    #expect(run.warnings.all.count == 1)
  }

  private func mcap(_ recording: PartialRecording, before: () throws -> Void = {}) throws
    -> [UInt8]?
  {
    let download = try MCAPDownload(recording, part: 1000)
    try before()
    var file: [UInt8] = []
    while true {
      switch download.next(atMost: 5000) {
      case .bytes(let bytes):
        #expect(bytes.count <= 5000)
        file += bytes
      case .end: return file
      case .lost: return nil
      }
    }
  }

  @Test("is the same as MCAP, with its ticks and gaps, and reports a part that was discarded")
  func mcap() throws {
    let run = try Run(limit: 100_000)
    for _ in 0..<6 {
      try run.advance(ticks: 150)
      let file = try #require(try mcap(run.soFar))
      #expect(try ticks(file) == ticks(bytes(run.soFar)))
      #expect(Array(file.suffix(8)) == Array(file.prefix(8)))
    }
    let slow = run.soFar
    #expect(try mcap(slow) { try run.advance(ticks: 2000) } == nil)
  }

  @Test("a discarded part can still be read to its end for a while, and then frees its space")
  func slowReader() throws {
    let run = try Run(limit: 100_000)
    try run.advance(ticks: 300)
    let soFar = run.soFar
    let whole = bytes(soFar)
    var last = soFar
    while last.pieces[0].part === soFar.pieces[0].part {
      try run.advance(ticks: 2)
      last = run.soFar
    }
    #expect(bytes(soFar) == whole)
    let next = last.pieces[0].part
    while last.pieces[0].part === next {
      try run.advance(ticks: 2)
      last = run.soFar
    }
    #expect(bytes(soFar).isEmpty)
  }

  @Test("the remaining part has the bodies that were added and removed")
  func bodies() throws {
    let run = try Run(limit: 100_000)
    try run.advance(ticks: 10)
    try run.simulation.apply(.remove(id: "crate-3"))
    try run.advance(ticks: 1000)
    let lines = try objects(bytes(run.soFar))
    #expect(lines[0]["bodies"] as? [String] == ["crate-1", "crate-2", "crate-4", "crate-5"])
    #expect(lines[1]["kind"] as? String == "gap")
  }

  @Test("has each list of bodies, even if it changes where a part begins")
  func lists() throws {
    let run = try Run(limit: 100_000)
    let shape = ShapeDescription(.circle(radius: 5))
    let ball = BodyDescription(id: "ball", shapes: [shape], position: Vector(20, 280), mass: 1)
    for tick in 1...200 {
      try run.simulation.advance()
      try run.simulation.apply(tick.isMultiple(of: 2) ? .remove(id: "ball") : .add(ball))
      try run.record(isFrame: true)
      #expect(try ticks(bytes(run.soFar)).last == tick)
    }
  }
}
