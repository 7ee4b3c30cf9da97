import Chipmunk
import Foundation
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Journals")
struct JournalTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiltbox-\(UUID()).journal").path

  private var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: URL(filePath: path))) }
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// A run of two seconds with commands of every kind.
  @discardableResult
  private func run(ends: Bool = true) throws -> Simulation {
    try? FileManager.default.removeItem(atPath: path)
    let journal = try Journal(creating: path, of: .classic, sync: .never)
    let simulation = try Simulation(.classic, tilt: ConstantTilt(Tilt(x: 0.1, y: -1))) {
      try journal.append(.request($0), tick: $1)
    }
    let ball = BodyDescription(
      id: "ball",
      shapes: [ShapeDescription(.circle(radius: 8))],
      position: Vector(200, 100),
      mass: 5
    )
    for tick in 1...240 {
      try simulation.advance()
      if tick % 60 == 0 { try journal.append(.digest(simulation.digest), tick: tick) }
      switch tick {
      case 50: try simulation.apply(.add(ball))
      case 51:
        try simulation.apply(.impulse(id: "ball", by: Vector(900, 4000), at: Vector(150, 149)))
      case 90: try simulation.apply(.tilt(Tilt(x: -1.0 / 3, y: 0.7)))
      case 200: try simulation.apply(.remove(id: "crate-3"))
      default: break
      }
    }
    if ends { try journal.end(simulation) }
    return simulation
  }

  private func entries() throws -> (reader: JournalReader, entries: [JournalEntry]) {
    let reader = try JournalReader(path)
    var entries: [JournalEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return (reader, entries)
  }

  @Test("a replay has the run's digests, during the run and at its end")
  func replay() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try run()
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.simulation.tick == 240)
    #expect(replay.simulation.digest == run.digest)
    #expect(replay.simulation.states == run.states)
    #expect(replay.divergence == nil)
  }

  @Test("a replay that is advanced by hand applies the inputs of its first tick too")
  func advancing() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try run()
    let replay = try Replay(JournalReader(path))
    while replay.hasMore, replay.simulation.tick < 240 { try replay.advance() }
    #expect(!replay.hasMore && replay.divergence == nil)
    #expect(replay.simulation.digest == run.digest)
  }

  @Test("a run with a journal does not start again, and is repeated to its end")
  func reset() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = Tiltbox.Run.Options(clock: nil)
    options.lastTick = 3
    let run = try Tiltbox.Run(.classic, options: options)
    run.add(observer: try Journal(creating: path, of: .classic, sync: .never))
    run.mailbox.post(Mailbox.Message(.success(.reset)))
    let summary = try run.run()
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.simulation.tick == 3 && replay.simulation.digest == summary.digest)
  }

  @Test("a replay that deviates says where")
  func divergence() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    // A handwritten journal without checks, with a push that never happened.
    var lines = String(decoding: try bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.replacing(/,"check":"[0-9a-f]{16}"}/, with: "}")
    }
    lines.insert(#"{"tick":70,"impulse":{"body":"crate-1","by":[1,0]}}"#, at: 6)
    try write((lines.sorted { Self.tick($0) < Self.tick($1) }.joined(separator: "\n") + "\n").utf8)
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.divergence?.tick == 120)
  }

  private static func tick(_ line: some StringProtocol) -> Int {
    line.hasPrefix("{\"tick\":") ? Int(line.dropFirst(8).prefix { $0.isNumber }) ?? -1 : -1
  }

  @Test("the first line holds the whole scenario and the versions")
  func header() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    let reader = try JournalReader(path)
    #expect(reader.scenario == .classic)
    #expect(reader.tiltboxVersion == Version.tiltbox)
    #expect(reader.chipmunkVersion.hasPrefix("7."))
  }

  @Test("wherever the file is torn, the whole lines before the tear are the journal")
  func tornTail() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    let whole = try bytes
    let all = try entries().entries
    let header = (whole.firstIndex(of: 10) ?? 0) + 1
    for length in stride(from: header, through: whole.count, by: 7) {
      try write(whole[..<length])
      let (reader, found) = try entries()
      #expect(found == Array(all.prefix(found.count)))
      #expect(found.count == whole[header..<length].count { $0 == 10 })
      #expect(reader.offset + reader.tornBytes == length)
      #expect(reader.tornBytes == length - (whole[..<length].lastIndex(of: 10) ?? 0) - 1)
    }
  }

  @Test("zeros that a power cut left in place of a line are a torn tail")
  func zeros() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    let whole = try bytes
    try write(whole + [UInt8](repeating: 0, count: 4096))
    #expect(try entries().reader.tornBytes == 4096)
  }

  @Test(
    "names the kind of a file that is not a journal",
    arguments: [
      ("{\"tiltbox\":1,\"kind\":\"header\"}\n", "this is a recording; tiltbox render draws it"),
      ("t,x,y\n", "this is no journal; give a file that tiltbox run --journal has written"),
      ("# My box\n\ntiltbox: 1\n", "this is a scenario; tiltbox run --journal FILE runs it"),
      ("{\"tiltbox\":1,\"bodies\":[]}\n", "this is a scenario; tiltbox run --journal FILE runs it"),
      ("{\"tiltbox\":1,\"kind\":\"sweep\"}\n", "these are results of tiltbox sweep"),
    ]
  )
  func otherFile(text: String, words: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(text.utf8)
    let error = try #require(throws: JournalError.self) { try JournalReader(path) }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test("a journal with a torn first line is rejected")
  func tornHeader() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write("{\"tiltbox\":1,\"kind\":\"jour".utf8)
    #expect { try JournalReader(path) } throws: { "\($0)".contains("no whole first line") }
  }

  @Test("a first line whose scenario is wrong is rejected")
  func wrongHeader() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scenario = #"{"tiltbox":1,"bodies":[{"circle":-3,"mass":1}]}"#
    try write(
      #"{"tiltbox":1,"kind":"journal","version":"1","chipmunk":"7","scenario":\#(scenario)}"#.utf8
        + [10]
    )
    #expect { try JournalReader(path) } throws: { "\($0)".contains("bodies[0].circle") }
  }

  @Test("a changed byte in the middle is detected, and reported at least by its line")
  func damage() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    let whole = try bytes
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let place = Int.random(in: 0..<(whole.count - 1), using: &random)
      var changed = whole
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      try write(changed)
      let start = (whole[..<place].lastIndex(of: 10) ?? -1) + 1
      #expect { try entries() } throws: { error in
        guard let error = error as? JournalError else { return false }
        // A line that was joined with the next one or split in two still begins at the same place.
        let line = whole[..<start].count { $0 == 10 } + 1
        return error.offset >= start && error.offset <= (whole[place...].firstIndex(of: 10) ?? 0)
          && "\(error)".hasPrefix("\(path):\(line):\(error.offset - start + 1): ")
      }
    }
  }

  @Test("missing, duplicate or exchanged lines are detected")
  func order() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run()
    let lines = try bytes.split(separator: 10)
    var missing = lines
    missing.remove(at: 2)
    var exchanged = lines
    exchanged.swapAt(3, 4)
    for changed in [missing, exchanged, Array(lines[..<3] + lines[2...])] {
      try write(changed.flatMap { $0 + [10] })
      #expect(throws: JournalError.self) { try entries() }
    }
  }

  @Test(
    "lines written by hand need no check, but are in order, and a check is the last field",
    arguments: [
      (
        #"{"tick":4,"pause":true}"# + "\n" + #"{"tick":3,"pause":false}"#,
        ":3:1: tick 3 follows tick 4, and ticks never go back"
      ),
      (
        #"{"check":"0123456789abcdef","tick":4,"pause":true}"#,
        ":2:1: the check is not the last field"
      ),
      (#"{"tick":4,"digest":"0123"}"#, ":2:20: digest: is no fingerprint"),
    ]
  )
  func handwritten(lines: String, words: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try Journal(creating: path, of: .classic, sync: .never)
    let header = try bytes
    try write(header + Array(#"{"tick":4,"pause":true}"#.utf8) + [10])
    #expect(try entries().entries == [JournalEntry(tick: 4, .request(.pause(true)))])
    try write(header + Array(lines.utf8) + [10])
    let error = try #require(throws: JournalError.self) { try entries() }
    #expect(error.description.hasPrefix(path + words), "\(error)")
  }

  @Test(
    "a continued journal is complete again, without its torn tail, also after a byte-order mark",
    arguments: ["", "\u{FEFF}"]
  )
  func continuing(mark: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try run(ends: false)
    let whole = try bytes
    try write(mark.utf8 + whole + Array("{\"tick\":240,\"remo".utf8))
    let before = try entries().entries
    let replay = try Replay(JournalReader(path))
    try replay.run()
    let journal = try Journal(continuing: replay, sync: .always)
    try journal.append(.request(.pause(true)), tick: 240)
    try journal.append(.request(.remove(id: "ball")), tick: 241)
    let after = try entries()
    #expect(after.reader.tornBytes == 0)
    #expect(
      after.entries
        == before + [
          JournalEntry(tick: 240, .request(.pause(true))),
          JournalEntry(tick: 241, .request(.remove(id: "ball"))),
        ]
    )
  }

  @Test("does not overwrite a file, and two runs do not write to one journal")
  func exclusive() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try Journal(creating: path, of: .classic, sync: .second)
    #expect { try Journal(creating: path, of: .classic, sync: .never) } throws: {
      "\($0)".contains("another run")
    }
    let replay = try Replay(JournalReader(path))
    #expect { try Journal(continuing: replay, sync: .never) } throws: {
      "\($0)".contains("another run")
    }
    withExtendedLifetime(first) {}
  }

  @Test("a file that is not empty is rejected for a new journal")
  func existing() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write("precious\n".utf8)
    #expect { try Journal(creating: path, of: .classic, sync: .never) } throws: {
      "\($0)".contains("not empty")
    }
    #expect(try bytes == Array("precious\n".utf8))
  }
}
