import Chipmunk
import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Recordings of each tick")
struct RecordingCheckTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiltbox-\(UUID()).recording").path

  /// Records each tick of an example.
  private func record(_ file: String, _ format: RecordingFormat, ticks: Int) throws -> [UInt8] {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var scenario = try Scenario(contentsOf: examples.appending(path: file).path()).loadingTilt()
    scenario.expectations = []
    var options = Tiltbox.Run.Options(clock: nil)
    options.lastTick = ticks
    options.showsEveryTick = true
    let run = try Tiltbox.Run(scenario, options: options)
    run.add(observer: try Recorder(format, to: path))
    _ = try run.run()
    return try readFile(path)
  }

  private func samples(_ bytes: [UInt8]) throws -> (all: [TrajectorySample], Diagnostic?) {
    let trajectory = try RecordingReader(FileLines(of: bytes), name: "run")
    var samples: [TrajectorySample] = []
    while let sample = try trajectory.next() { samples.append(sample) }
    return (samples, trajectory.diagnostic)
  }

  @Test("have no diagnostic, for any example", arguments: JournalCutTests.scenarios)
  func whole(file: String) throws {
    for format in [RecordingFormat.jsonl, .mcap] {
      #expect(try samples(record(file, format, ticks: 90)).1 == nil)
    }
  }

  @Test("reveal each changed digit of a body's numbers")
  func digits() throws {
    let whole = try record("one-crate.yaml", .jsonl, ticks: 60)
    let right = try samples(whole).all
    let text = String(decoding: whole, as: UTF8.self)
    var places: [Int] = []
    for row in text.ranges(of: /\[\[[^\]]*\]\]/).dropFirst() {
      let start = text.utf8.distance(from: text.startIndex, to: row.lowerBound)
      let end = text.utf8.distance(from: text.startIndex, to: row.upperBound)
      places += (start..<end).filter { 0x30...0x39 ~= whole[$0] }
    }
    #expect(places.count > 500)
    var random = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let place = places[Int.random(in: places.indices, using: &random)]
      var changed = whole
      changed[place] = 0x30 + (changed[place] - 0x30 + .random(in: 1...9, using: &random)) % 10
      do {
        let (samples, diagnostic) = try samples(changed)
        #expect(samples == right || diagnostic?.severity == .error, "byte \(place)")
      } catch is RecordingError {}
    }
  }

  @Test("may have contacts far away, of bodies that diverge")
  func distant() throws {
    let lines = String(decoding: try record("crates.yaml", .jsonl, ticks: 120), as: UTF8.self)
    let point = try #require(lines.firstMatch(of: /"at":\[[^,]*,[^\]]*\]/)).output
    let distant = lines.replacing(point, with: #""at":[-1.3e16,2e300]"#)
    let (samples, diagnostic) = try samples(Array(distant.utf8))
    #expect(diagnostic == nil)
    #expect(samples.flatMap(\.events).contains { $0.point == Vector(-1.3e16, 2e300) })
  }

  @Test("have no point for the end of a contact with a sensor")
  func sensor() throws {
    let lines = try record("filters.yaml", .jsonl, ticks: 400)
    let events = try samples(lines).all.flatMap(\.events)
    let endings = events.filter { $0.kind == .separate && [$0.a, $0.b].contains("gate") }
    #expect(!endings.isEmpty && endings.allSatisfy { !$0.hasPoint })
    #expect(events.allSatisfy { $0.hasPoint || $0.kind == .separate })
    #expect(!String(decoding: lines, as: UTF8.self).contains("\"at\":[0,0]"))
    let mcap = try samples(record("filters.yaml", .mcap, ticks: 400)).all
    #expect(mcap.flatMap(\.events) == events)
  }
}
