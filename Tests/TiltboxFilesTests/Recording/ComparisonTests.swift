import Chipmunk
import Foundation
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Comparing runs")
struct ComparisonTests {
  private let folder = FileManager.default.temporaryDirectory

  private func file(_ name: String) -> String {
    folder.appendingPathComponent("tiltbox-\(UUID())-\(name)").path
  }

  private func compare(
    _ a: Scenario,
    _ b: Scenario,
    tolerance: Double = 0
  ) throws -> Comparison {
    try Comparison(
      TrajectoryReaders.trajectory(of: a),
      TrajectoryReaders.trajectory(of: b),
      tolerance: tolerance
    )
  }

  @Test("a scenario run twice is the same to its last tick")
  func same() throws {
    let comparison = try compare(.classic, .classic)
    #expect(comparison.outcome == .same)
    #expect(comparison.tick == 1200 && comparison.sampleCount == 1201)
    #expect(comparison.largestTolerated == nil)
  }

  @Test("a scenario without a duration ends with its tilt")
  func endOfTilt() throws {
    let path = file("tilt.csv")
    try "t,x,y\n0,0,-1\n0.75,1,0\n".write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var scenario = Scenario.classic
    scenario.run.duration = nil
    scenario.tilt.source = .file(path: path, options: TiltOptions(), interpolation: .hold)
    let trajectory = try TrajectoryReaders.trajectory(of: scenario)
    var last = -1
    while let moment = try trajectory.next() { last = moment.frame.tick }
    #expect(last == 90)
  }

  @Test("reports the first tick, body and field, the difference, and the events before")
  func difference() throws {
    var other = Scenario.classic
    other.bodies[3].velocity = Vector(0, 1e-9)
    let comparison = try compare(.classic, other)
    guard case .number(let difference) = comparison.outcome else {
      Issue.record("\(comparison.outcome)")
      return
    }
    #expect(comparison.tick == 0)
    #expect(difference.body == "crate-4" && difference.field == "vy")
    #expect(difference.first == 0 && difference.second == 1e-9)
    #expect(comparison.differingBodies == 1)
    #expect(
      comparison.before.allSatisfy { $0.map(\.description) == [#"tick 0: {"tilt":[0,-1]}"#] }
    )
  }

  @Test("a difference equal to the tolerance is within it, but the next larger one is not")
  func boundary() throws {
    var one = Scenario(run: .init(duration: 0))
    one.bodies = [BodyDescription(id: "wall", type: .static, shapes: [.init(.circle(radius: 1))])]
    var other = one
    other.bodies[0].position.x = 0.25
    let within = try compare(one, other, tolerance: 0.25)
    #expect(within.outcome == .same && within.largestTolerated?.size == 0.25)
    let beyond = try compare(one, other, tolerance: (0.25).nextDown)
    #expect(beyond.outcome != .same && beyond.largest?.size == 0.25)
  }

  @Test("a tolerance accepts small differences, and reports the largest of them")
  func tolerance() throws {
    var one = Scenario.classic
    one.bodies.removeLast(4)
    var other = one
    other.bodies[0].position.x += 1e-9
    #expect(try compare(one, other).tick == 0)
    let lenient = try compare(one, other, tolerance: 1e-6)
    #expect(lenient.outcome == .same)
    #expect((lenient.largestTolerated?.size ?? 0) >= 0.9e-9)
    // Ten units lower, it lands earlier, and then its velocity differs greatly.
    other.bodies[0].position.y -= 10
    let whole = try compare(one, other, tolerance: 20)
    #expect((60...120).contains(whole.tick ?? 0))
    #expect(whole.before[1].contains { $0.words == "crate-1 meets walls.bottom" })
    #expect(whole.largest?.field == "vy")
  }

  @Test("a missing body and an early end are differences")
  func shape() throws {
    var fewer = Scenario.classic
    fewer.bodies.removeLast()
    #expect(try compare(.classic, fewer).outcome == .body("crate-5", inSecond: false))
    #expect(try compare(fewer, .classic).outcome == .body("crate-5", inSecond: true))
    var shorter = Scenario.classic
    shorter.run.duration = 1
    let comparison = try compare(shorter, .classic)
    #expect(comparison.outcome == .ended(secondGoesOn: true))
    #expect(comparison.tick == 120)
  }

  @Test("a recording, a journal and the scenario of one run agree")
  func kinds() throws {
    let (recording, journal, scenario) = (file("a.jsonl"), file("a.journal"), file("a.json"))
    defer {
      for path in [recording, journal, scenario] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    try Scenario.classic.json.write(toFile: scenario, atomically: true, encoding: .utf8)
    let kept = try Journal(creating: journal, of: .classic, sync: .never)
    var options = Run.Options(clock: nil)
    options.lastTick = 1200
    let run = try Run(.classic, options: options)
    run.add(observer: Recorder(.jsonl, to: try OutputFile(creating: recording)))
    run.add(observer: kept)
    _ = try run.run()
    for (a, b) in [(journal, scenario), (recording, recording)] {
      #expect(
        try Comparison(TrajectoryReaders.open(a), TrajectoryReaders.open(b)).outcome == .same,
        "\(a) \(b)"
      )
    }
    // The recording has every second tick.
    for other in [journal, scenario] {
      let comparison = try Comparison(
        TrajectoryReaders.open(recording),
        TrajectoryReaders.open(other),
        tolerance: 1e-300
      )
      #expect(comparison.outcome == .same)
      #expect(comparison.sampleCount == 601)
    }
  }

  /// Returns the recording of a run with frames and events at some ticks.
  private func recording(
    _ frames: some Sequence<Int>,
    events: Set<Int> = [],
    impulse: Double = 1,
    last: Int
  ) throws -> RecordingReader {
    var lines = [
      #"{"tiltbox":1,"kind":"header","step":0.5,"bodies":["a"],"shapes":[[{"circle":2}]]}"#
    ]
    let frames = Set(frames)
    for tick in 0...last {
      let moment = #""tick":\#(tick),"t":\#(Double(tick) * 0.5)"#
      if events.contains(tick) {
        lines.append(
          #"{"kind":"begin",\#(moment),"a":"a","b":"walls.left","at":[0,0],"impulse":\#(impulse)}"#
        )
      }
      if frames.contains(tick) {
        lines.append(
          #"{"kind":"frame",\#(moment),"gravity":[0,-1],"bodies":[[\#(tick),2,0,0,0,0]]}"#
        )
      }
    }
    lines.append(#"{"kind":"summary","ticks":\#(last),"digest":"00000000000000aa"}"#)
    let text = lines.map { $0 + "\n" }.joined()
    return try RecordingReader(FileLines(of: Array(text.utf8)), name: "run.jsonl")
  }

  @Test("events before the later start are not compared")
  func laterStart() throws {
    func outcome(_ events: Set<Int>) throws -> Comparison.Outcome {
      let whole = try recording(0...9, events: [2, 4, 7], last: 9)
      return try Comparison(whole, recording(4...9, events: events, last: 9)).outcome
    }
    #expect(try outcome([7]) == .same)
    #expect(try outcome([4, 7]) == .same)
    guard case .entry(let entry, inSecond: false) = try outcome([]) else {
      Issue.record("the event of tick 7 is in the first run only")
      return
    }
    #expect(entry.tick == 7)
  }

  @Test("names the run that has one event more", arguments: [false, true])
  func missingEvent(inSecond: Bool) throws {
    let more = try recording([0, 9], events: [2, 4, 7], last: 9)
    let fewer = try recording([0, 9], events: [4, 7], last: 9)
    let outcome = try (inSecond ? Comparison(fewer, more) : Comparison(more, fewer)).outcome
    guard case .entry(let entry, inSecond) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(entry.tick == 2)
  }

  @Test("names the event whose impulse alone differs")
  func impulse() throws {
    func runs(_ impulse: Double) throws -> (RecordingReader, RecordingReader) {
      (
        try recording(0...9, events: [2, 7], last: 9),
        try recording(0...9, events: [2, 7], impulse: impulse, last: 9)
      )
    }
    let (a, b) = try runs(1.25)
    let comparison = try Comparison(a, b)
    guard case .number(let difference) = comparison.outcome else {
      Issue.record("\(comparison.outcome)")
      return
    }
    #expect(comparison.tick == 2 && comparison.differingBodies == 0)
    #expect(difference.body == "a" && difference.field == "impulse")
    #expect(difference.first == 1 && difference.second == 1.25)
    let (same, again) = try runs(1)
    #expect(try Comparison(same, again).outcome == .same)
    let (c, d) = try runs(1.25)
    #expect(try Comparison(c, d, tolerance: 1e-9).outcome == .same)
  }

  @Test("a run ends at the tick of its summary, with or without a frame")
  func lastTick() throws {
    let even = stride(from: 0, through: 8, by: 2)
    for (a, b) in [
      (try recording(even, last: 9), try recording(0...9, last: 9)),
      (try recording(0...9, last: 9), try recording(even, last: 9)),
    ] {
      let comparison = try Comparison(a, b)
      #expect(comparison.outcome == .same)
      #expect(comparison.sampleCount == 5)
    }
    let shorter = try Comparison(recording(even, last: 8), recording(0...9, last: 9))
    #expect(shorter.outcome == .ended(secondGoesOn: true))
    let apart = try Comparison(recording([0, 2], last: 3), recording([1, 3], last: 3))
    #expect(apart.tick == nil && apart.outcome != .same)
  }

  @Test("reports a damaged recording with its line")
  func damaged() throws {
    let path = file("bad.jsonl")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let header = #"{"tiltbox":1,"kind":"header","bodies":["a"],"shapes":[[{"circle":1}]]}"#
    for (line, message) in [
      (#"{"kind":"frame","tick":0,"gravity":[0,-1],"bodies":[]}"#, ":2: the frame has 0 rows"),
      (#"{"kind":"frame","tick":0,"bodies":[[1,2]]}"#, ":2: a body's row has six numbers"),
      (#"{"kind":"frame""#, ":2: this is not JSON"),
    ] {
      try "\(header)\n\(line)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let trajectory = try TrajectoryReaders.open(path)
      #expect { try trajectory.next() } throws: { "\($0)".contains(message) }
    }
  }
}
