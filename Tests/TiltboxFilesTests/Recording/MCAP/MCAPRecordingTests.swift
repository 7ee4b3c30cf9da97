import Chipmunk
import Foundation
import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Recordings as MCAP")
struct MCAPRecordingTests {
  @Test("have the frames, events and the digest of JSON lines, bit for bit")
  func same() throws {
    let (lines, mcap) = try (
      ReadRecording(recordCrates(.jsonl)), ReadRecording(recordCrates(.mcap))
    )
    #expect(mcap.samples.count == 151)
    #expect(mcap.samples.contains { !$0.events.isEmpty })
    #expect(mcap.diagnostic == nil)
    #expect(mcap == lines)
    let states = zip(mcap.samples, lines.samples).flatMap { zip($0.frame.states, $1.frame.states) }
    #expect(states.allSatisfy { $0.angle.bitPattern == $1.angle.bitPattern })
  }

  @Test("begin with the first frame")
  func unbegun() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try Simulation(Scenario.classic)
    let recorder = Recorder(.mcap, to: try OutputFile(creating: path))
    try recorder.recordFrame(of: simulation)
    try recorder.end(simulation, RunSummary(of: simulation, statistics: RunStatistics(step: 1)))
    let trajectory = try RecordingReader(path)
    #expect(try trajectory.next()?.frame.states == simulation.states)
  }

  @Test("have the same bytes when converted from JSON lines")
  func transcription() throws {
    let direct = try recordCrates(.mcap)
    let isSame = try [RecordingFormat.jsonl, .mcap].map {
      try transcribe(recordCrates($0)) == direct
    }
    #expect(isSame == [true, true])
  }

  @Test("have room for events of any names and numbers", arguments: [0, 1, 127, 128, 1000])
  func events(length: Int) throws {
    let (name, last) = (String(repeating: "ä", count: length), BodyState(angle: -0.0))
    var recording = MCAPRecording()
    recording.begin(Array(#"{"kind":"header"}"#.utf8), Scenario(), at: 0)
    for time in [0, 1e9, .greatestFiniteMagnitude] {
      for kind in [Event.Kind.begin, .separate] {
        let event = Event(
          kind: kind,
          tick: .max,
          a: name,
          b: name,
          point: Vector(-1e300, .leastNonzeroMagnitude),
          impulse: .greatestFiniteMagnitude
        )
        recording.event(event, at: time)
      }
      recording.event(Event(quarantineOf: name, tick: 1, state: last), at: time)
    }
    recording.writer.end()
    let messages = try MCAPMessages(Array(recording.writer.block))
    let words = try messages.all(on: "/log").map { try Fields($0).text(3) }
    #expect(words.count == 9)
    #expect(words[1] == name + " parts from " + name)
    #expect(words[8] == name + " diverges and is removed")
    let events = try messages.all(on: "/tiltbox/events").map { try RecordedPiece(eventIn: $0) }
    guard case .event(let event, _) = events[0] else { throw DamagedMessage() }
    #expect(event.tick == .max && event.a == name && event.b == name)
    #expect(event.point == Vector(-1e300, .leastNonzeroMagnitude))
    #expect(event.impulse == .greatestFiniteMagnitude)
  }

  private static let lively = """
    tiltbox: 1
    world: {sleepAfter: 0.2}
    walls: {size: [100, 100]}
    bodies:
      - {id: world, box: [10, 10], at: [20, 6], mass: 1}
      - {id: "snowman ☃", shapes: [{circle: 4}, {polygon: [[0, 0], [6, 0], [3, 5]], radius: 1}], at: [60, 50], mass: 2}
      - {id: rail, type: static, segment: [[-9, 0], [9, 0]], radius: 0, at: [50, 30], fill: [1, 0, 0.5, 0.25]}
    values: [{id: sky, numbers: [1, 2]}]
    animations: [{target: value.sky, to: [3, 4], duration: 1}]
    """

  /// A run with sleeping bodies, values, and bodies that are added and removed.
  private func recordLively(_ format: RecordingFormat) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let simulation = try Simulation(Scenario(yaml: Self.lively, file: "lively.yaml"))
    let recorder = Recorder(format, to: try OutputFile(creating: path))
    try recorder.begin(simulation)
    try recorder.recordFrame(of: simulation)
    for tick in 1...240 {
      try simulation.advance()
      try recorder.recordEvents(of: simulation)
      if tick == 60 {
        try simulation.apply(
          .add(
            BodyDescription(
              id: "late",
              shapes: [ShapeDescription(.circle(radius: 3))],
              position: Vector(30, 80),
              mass: 1
            )
          )
        )
      }
      if tick == 120 { try simulation.apply(.remove(id: "snowman ☃")) }
      if tick % 2 == 0 { try recorder.recordFrame(of: simulation) }
    }
    var statistics = RunStatistics(step: 1 / 120)
    statistics.frames = 121
    try recorder.end(simulation, RunSummary(of: simulation, statistics: statistics))
    return try readFile(path)
  }

  @Test("follow bodies that come, go, sleep and have odd names, and values that change")
  func lively() throws {
    let (lines, mcap) = try (recordLively(.jsonl), recordLively(.mcap))
    let read = try ReadRecording(mcap)
    #expect(try read == ReadRecording(lines))
    let isSame = try transcribe(lines) == mcap
    #expect(isSame)
    #expect(Set(read.samples.map(\.frame.bodies.count)) == [3, 4])
    #expect(read.samples.contains { !$0.frame.asleep.isEmpty })
    #expect(read.samples.contains { $0.frame.values == [[2, 3]] })
  }

  @Test(
    "have a scene and transforms whose frames fit together, with a world that is no body's name"
  )
  func scene() throws {
    let messages = try MCAPMessages(recordLively(.mcap))
    let scenes = try messages.all(on: "/scene").map { try Fields($0) }
    #expect(scenes.count == 3)
    // A body that leaves changes no other's colour.
    let late = try scenes.dropFirst().map { scene in
      try Fields(Fields(#require(scene.messages(2).last)).messages(10)[0]).messages(5)
    }
    #expect(late[0] == late[1])
    let entities = try scenes[0].messages(2).map { try Fields($0) }
    #expect(try entities.map { try $0.text(2) } == ["world_", "world", "snowman ☃", "rail"])
    #expect(try entities.map { try $0.text(3) } == ["walls", "world", "snowman ☃", "rail"])
    #expect(entities.allSatisfy { $0.numbers(5) == [1] })
    // Cubes, cylinders, lines and triangles.
    #expect(
      entities.map { [8, 10, 11, 12].map($0.count) } == [
        [0, 0, 0, 4], [1, 0, 0, 0], [0, 1, 1, 1], [0, 0, 1, 0],
      ]
    )
    let line = try Fields(try entities[3].messages(11)[0])
    #expect(try Fields(line.messages(6)[0]).doubles == [1, 0, 0.5, 0.25])
    let triangles = try Fields(try entities[2].messages(12)[0])
    let indices = try #require(triangles.messages(5).first)
    #expect(indices.count == 3 * 4 * (triangles.count(2) - 2))

    let transforms = try messages.all(on: "/tf").map { try Fields($0) }
    #expect(transforms.count == 121)
    let last = try transforms[120].messages(1).map { try Fields($0) }
    #expect(try last.map { try $0.text(2) } == ["world_", "world_", "world_"])
    #expect(try last.map { try $0.text(3) } == ["world", "rail", "late"])
    let state = try #require(ReadRecording(recordLively(.mcap)).samples.last?.frame["late"])
    #expect(try Fields(last[2].messages(4)[0]).doubles == [state.position.x, state.position.y])
    let turn = try Fields(last[2].messages(5)[0]).doubles
    #expect(abs(2 * atan2(turn[0], turn[1]) - state.angle.remainder(dividingBy: 4 * .pi)) < 1e-12)
    #expect(try Fields(last[2].messages(1)[0]).numbers(1) == [2])
    #expect(messages.all(on: "/log").count == messages.all(on: "/tiltbox/events").count)
  }

  @Test("have an index that leads to each message, and statistics that count them")
  func index() throws {
    let bytes = try recordCrates(.mcap)
    let records = try MCAPRecords(bytes)
    #expect(records.kinds.first == 1)
    #expect(records.kinds.last == 2)
    #expect(bytes.prefix(8) == bytes.suffix(8))
    var found = 0
    for record in records.all(of: 8) {
      var index = ByteReader(record)
      let times: [UInt64] = [try index.next(), try index.next()]
      let start = Int(try index.next(UInt64.self))
      #expect(bytes[start] == 6)
      _ = try index.next(UInt64.self)
      var offsets = ByteReader(index.bytes(countedBy: UInt32.self) ?? [])
      while !offsets.isEmpty {
        let channel: UInt16 = try offsets.next()
        let place = Int(try offsets.next(UInt64.self))
        #expect(bytes[place] == 7)
        var entries = ByteReader(bytes[(place + 9)...])
        let listed: UInt16 = try entries.next()
        #expect(listed == channel)
        var list = ByteReader(entries.bytes(countedBy: UInt32.self) ?? [])
        while !list.isEmpty {
          let time: UInt64 = try list.next()
          let offset = Int(try list.next(UInt64.self))
          let message = Array(bytes[(start + 49 + offset)...].prefix(31))
          #expect(message[0] == 5)
          var head = ByteReader(message[9...])
          let (own, number, logged): (UInt16, UInt32, UInt64) = try (
            head.next(), head.next(), head.next()
          )
          #expect(own == channel && logged == time && number < 1000)
          #expect(times[0]...times[1] ~= time)
          found += 1
        }
      }
    }
    let count = try MCAPMessages(bytes).count
    #expect(found == count)
    for record in records.all(of: 11) {
      var statistics = ByteReader(record)
      let counted: UInt64 = try statistics.next()
      #expect(counted == UInt64(count))
    }
    // The offsets of the summary's groups: schemas, channels, chunks, statistics.
    let offsets = records.all(of: 14)
    #expect(offsets.map(\.first) == [3, 4, 8, 11])
    for offset in offsets {
      var reader = ByteReader(offset)
      let kind: UInt8 = try reader.next()
      let start: UInt64 = try reader.next()
      #expect(bytes[Int(start)] == kind)
    }
  }
}
