import Chipmunk
import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Checkpoints in journals")
struct JournalCheckpointTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiltbox-\(UUID()).journal").path

  private var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: path))) }
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// A run of 400 ticks with a checkpoint every 90, which pauses and then continues at twice the speed.
  private func run() throws -> Simulation {
    let journal = try Journal(creating: path, of: .classic, sync: .never)
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright)) {
      try journal.append(.request($0), tick: $1)
    }
    for tick in 1...400 {
      try simulation.advance()
      if tick == 90 {
        try simulation.apply(.remove(id: "crate-5"))
        try journal.append(.request(.pause(true)), tick: tick)
        try journal.append(.request(.speed(2)), tick: tick)
      }
      if tick.isMultiple(of: 90) { try journal.appendCheckpoint(of: simulation) }
      if tick == 380 { try simulation.apply(.tilt(Tilt(x: 1, y: 0))) }
    }
    try journal.append(.digest(simulation.digest), tick: 400)
    return simulation
  }

  private func replay(from time: Double) throws -> Replay {
    let replay = try Replay(JournalReader(path), from: time)
    try replay.run()
    return replay
  }

  @Test("a run continues from its newest checkpoint before a time as if it had never stopped")
  func resumption() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try run()
    for (time, start) in [(0, 0), (0.74, 0), (0.75, 90), (2.99, 270), (3, 360), (1e9, 360)] {
      let replay = try Replay(JournalReader(path), from: time)
      #expect(replay.simulation.tick == start)
      try replay.run()
      #expect(replay.divergence == nil && replay.unusableCheckpoints.isEmpty)
      #expect(replay.simulation.digest == simulation.digest)
      #expect(replay.simulation.states == simulation.states)
      #expect(replay.isPaused && replay.speed == 2)
      #expect(replay.reader.offset == (try bytes).count)
    }
  }

  @Test("a journal that was resumed from a checkpoint is complete, and so are those after it")
  func continuing() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try run()
    let resumed = try replay(from: .infinity)
    let journal = try Journal(continuing: resumed, sync: .never)
    resumed.simulation.willApply = { try journal.append(.request($0), tick: $1) }
    try resumed.simulation.apply(.tilt(Tilt(x: -1, y: 0)))
    for _ in 0..<100 { try resumed.simulation.advance() }
    try journal.appendCheckpoint(of: resumed.simulation)
    try journal.end(resumed.simulation)
    #expect(try Replay(JournalReader(path), from: .infinity).simulation.tick == 500)
    for time in [0, .infinity] {
      let again = try replay(from: time)
      #expect(again.divergence == nil)
      #expect(again.simulation.digest == resumed.simulation.digest)
      #expect(again.isPaused && again.speed == 2)
    }
  }

  @Test("a damaged checkpoint is skipped for an earlier one, or for the beginning")
  func fallback() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try run()
    var damaged = try bytes
    for (count, start) in [270, 180, 90, 0].enumerated() {
      let text = String(decoding: damaged, as: UTF8.self)
      let states = text.ranges(of: "{\"state\":\"{").map {
        text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
      }
      damaged[states[3 - count] + 400] ^= 1
      try write(damaged)
      let replay = try Replay(JournalReader(path), from: .infinity)
      #expect(replay.simulation.tick == start)
      #expect(replay.unusableCheckpoints.count == count + 1)
      let error = try #require(replay.unusableCheckpoints.last)
      #expect(error.offset == states[3 - count])
      #expect(text.utf8.prefix(error.offset).count { $0 == 10 } == error.line - 1)
      try replay.run()
      #expect(replay.divergence == nil)
      #expect(replay.simulation.digest == simulation.digest)
    }
  }

  @Test("a changed byte is detected, or changes nothing")
  func damage() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try run()
    let whole = try bytes
    var random = SplitMix64(seed: 7)
    var passedOver = 0
    for round in 0..<200 {
      let place = Int.random(in: 0..<(whole.count - 1), using: &random)
      var changed = whole
      changed[place] = round.isMultiple(of: 4) ? 10 : changed[place] ^ 1
      try write(changed)
      do {
        let replay = try replay(from: .infinity)
        #expect(replay.simulation.tick == 400 && replay.divergence == nil, "byte \(place)")
        #expect(replay.simulation.digest == simulation.digest)
        passedOver += replay.unusableCheckpoints.count
      } catch is JournalError {
      }
    }
    #expect(passedOver > 20)
  }

  @Test("a run that begins paused, or at another speed, is resumed like that")
  func beginning() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = Tiltbox.Run.Options(clock: nil)
    (options.isPaused, options.speed, options.shouldStop) = (true, 0.5, { true })
    let run = try Tiltbox.Run(.classic, options: options)
    run.add(observer: try Journal(creating: path, of: .classic, sync: .never))
    _ = try run.run()
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.isPaused && replay.speed == 0.5)
  }

  @Test(
    "a paused run writes two checkpoints for thousands of requests, at the first and at its end"
  )
  func repeated() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let journal = try Journal(creating: path, of: .classic, sync: .never)
    let run = try Tiltbox.Run(.classic, options: Tiltbox.Run.Options(clock: nil))
    run.add(observer: journal)
    var requests = Array(repeating: Request.checkpoint, count: 1000)
    for number in 1...1000 {
      requests += [.tilt(Tilt(x: Double(number) / 1000, y: 0)), .checkpoint]
    }
    requests += [.speed(2), .checkpoint, .quit]
    let source = Waiting([.pause(true)] + requests)
    run.add(source: source)
    _ = try run.run()
    #expect(source.requests.isEmpty)
    let lines = String(decoding: try bytes, as: UTF8.self).split(separator: "\n")
    let checkpoints = lines.indices.filter { lines[$0].contains("\"checkpoint\":true") }
    #expect(checkpoints == [4, lines.count - 2])
    let resumed = try replay(from: .infinity)
    #expect(resumed.simulation.digest == run.simulation.digest)
    #expect(resumed.simulation.tilt == Tilt(x: 1, y: 0) && resumed.isPaused && resumed.speed == 2)
  }

  @Test("a checkpoint that was torn off was never taken")
  func torn() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try run()
    let whole = try bytes
    let text = String(decoding: whole, as: UTF8.self)
    let last = try #require(text.ranges(of: "{\"state\":").last)
    let start = text.utf8.distance(from: text.startIndex, to: last.lowerBound)
    let end = whole[start...].firstIndex(of: 10) ?? 0
    for length in [start, start + 1, start + 300, end, end + 1, end + 20] {
      try write(whole[..<length])
      let replay = try Replay(JournalReader(path), from: .infinity)
      #expect(replay.simulation.tick == 270 && replay.unusableCheckpoints.isEmpty)
      try replay.run()
      let journal = try Journal(continuing: replay, sync: .never)
      try journal.appendCheckpoint(of: replay.simulation)
      try journal.end(replay.simulation)
      let again = try self.replay(from: 0)
      #expect(again.simulation.digest == replay.simulation.digest)
      #expect(again.reader.tornBytes == 0 && again.divergence == nil)
    }
  }

  @Test("a change of the step is in the journal, and every replay repeats it")
  func changedStep() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let journal = try Journal(creating: path, of: .classic, sync: .never)
    let simulation = try Simulation(.classic, tilt: ConstantTilt(.upright)) {
      try journal.append(.request($0), tick: $1)
    }
    for tick in 1...400 {
      try simulation.advance()
      if tick == 150 { try simulation.apply(.timeStep(1.0 / 60)) }
      if tick.isMultiple(of: 90) { try journal.appendCheckpoint(of: simulation) }
    }
    try journal.end(simulation)
    // Tick 180 is at 1.25 s + 30/60 s, and tick 270 at 3.25 s.
    for (time, start) in [(0, 0), (1, 90), (1.74, 90), (1.75, 180), (3.24, 180), (3.25, 270)] {
      let replay = try Replay(JournalReader(path), from: time)
      #expect(replay.simulation.tick == start)
      try replay.run(through: 3.5)
      #expect(abs(replay.simulation.time - 3.5) < 1e-9)
      try replay.run()
      #expect(replay.divergence == nil)
      #expect(replay.simulation.digest == simulation.digest)
      #expect(replay.simulation.timeline == simulation.timeline)
      #expect(replay.simulation.time == simulation.time)
    }
  }

  @Test("a step out of range that was written by hand is an error, also before a checkpoint")
  func impossibleStep() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try Journal(creating: path, of: .classic, sync: .never)
    let line = #"{"tick":4,"timeStep":0}"# + "\n"
    try (Data(contentsOf: URL(filePath: path)) + line.utf8).write(to: URL(filePath: path))
    let replay = try Replay(JournalReader(path), from: 1)
    #expect(throws: JournalError.self) { try replay.run() }
  }
}

/// Requests that wait for the run.
private final class Waiting: RequestSource {
  private(set) var requests: [Request]

  init(_ requests: [Request]) { self.requests = requests.reversed() }

  func read(in run: Tiltbox.Run) {}

  func nextMessage() -> Mailbox.Message? {
    requests.popLast().map { Mailbox.Message(.success($0)) }
  }
}
