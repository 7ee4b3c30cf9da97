import Chipmunk
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Constraints that break in a scenario")
struct BreakTests {
  private static let text = """
    bodies:
      - {id: weight, circle: 10, at: [0, -100], mass: 3}
    constraints:
      - {id: thread, pin: [ground, weight], breakForce: 5000}
      - {id: rope, slide: [ground, weight], max: 300}
    animations:
      - {target: body.weight.force, from: [0, 0], to: [0, -5000], duration: 2}
    run: {duration: 2}

    """

  private func results(_ expectations: String) throws -> [ExpectationResult] {
    let simulation = try Simulation(scenario(Self.text + "expect: [\(expectations)]"))
    let monitor = try ExpectationMonitor(simulation)
    while simulation.tick < 240 {
      try simulation.advance()
      monitor.observe(simulation)
    }
    return monitor.finish(simulation)
  }

  @Test("one event has the time, the force and the place")
  func event() throws {
    let simulation = try Simulation(scenario(Self.text))
    var events: [Event] = []
    for _ in 0..<240 {
      try simulation.advance()
      events += simulation.events
    }
    #expect(events.count == 1)
    let event = try #require(events.first)
    // The pull of 3000 grows by 2500 a second.
    #expect(
      event.kind == .break && event.a == "thread" && abs(Double(event.tick) / 120 - 0.8) < 0.02
    )
    #expect(event.force >= 5000 && event.force < 5060)
    #expect(abs(event.impulse * 120 - event.force) < 1e-6)
    #expect((event.point - Vector(0, -50)).length < 0.1)
    #expect(simulation.brokenConstraints == ["thread"])
  }

  @Test("expectations of a break and of none are met or not, with what happened")
  func expectations() throws {
    let results = try results(
      "{breaks: thread}, {breaks: thread, at: 0.8, within: 0.02}, {breaks: thread, at: 1.5}, {holds: thread}"
    )
    #expect(results.map(\.isMet) == [true, true, false, false])
    #expect(results.allSatisfy { $0.got.hasPrefix("broken at 0.808333 s by 5010") })
  }

  @Test("recordings in both formats contain it, and pictures leave it out after it broke")
  func recordings() throws {
    let folder = try Folder()
    for format in [RecordingFormat.jsonl, .mcap] {
      let path = folder.path("a.\(format)")
      let simulation = try Simulation(scenario(Self.text))
      let recorder = try Recorder(format, to: path)
      try recorder.begin(simulation)
      var events: [Event] = []
      for _ in 0..<240 {
        try simulation.advance()
        events += simulation.events
        try recorder.recordEvents(of: simulation)
        try recorder.recordFrame(of: simulation)
      }
      try recorder.flush()
      let reader = try RecordingReader(path)
      var (found, counts) = ([Event](), Set<Int>())
      while let sample = try reader.next() {
        found += sample.events
        counts.insert(try reader.scenario().constraints.count)
      }
      #expect(found == events && counts == [1, 2])
    }
  }

  @Test(
    "a rope with a break force lets go of a load that is too heavy",
    arguments: [(2500.0, true), (7000, false)]
  )
  func rope(force: Double, breaks: Bool) throws {
    let simulation = try Simulation(
      scenario(
        """
        bodies:
          - {id: weight, circle: 10, at: [0, -110], mass: 3}
          - id: line
            rope: {from: [0, 0], to: [weight, [0, 10]], links: 10, breakForce: \(force)}
            mass: 0.1
        """
      )
    )
    #expect(simulation.scenario.constraints.allSatisfy { $0.breakForce == force })
    for _ in 0..<240 { try simulation.advance() }
    #expect(simulation.brokenConstraints.isEmpty != breaks)
    #expect((simulation.states[0].position.y < -200) == breaks)
  }

  @Test("a journal replays it")
  func journal() throws {
    let folder = try Folder()
    let path = folder.path("a.journal")
    let scenario = try scenario(Self.text)
    let journal = try Journal(creating: path, of: scenario, sync: .never)
    let simulation = try Simulation(scenario) {
      try journal.append(.request($0), tick: $1)
    }
    for _ in 0..<240 { try simulation.advance() }
    try journal.end(simulation)
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.divergence == nil && replay.simulation.digest == simulation.digest)
    #expect(replay.simulation.brokenConstraints == ["thread"])
  }

  @Test("a checkpoint of before and one of after the break continue alike", arguments: [60, 150])
  func checkpoint(tick: Int) throws {
    let scenario = try scenario(Self.text)
    let simulation = try Simulation(scenario)
    for _ in 0..<tick { try simulation.advance() }
    let twin = try Simulation(scenario, restoring: simulation.checkpoint())
    for _ in tick..<240 {
      try simulation.advance()
      try twin.advance()
    }
    #expect(twin.digest == simulation.digest)
    #expect(twin.brokenConstraints == simulation.brokenConstraints)
  }

  @Test(
    "expectations of other constraints are mistakes",
    arguments: [
      (
        "{breaks: rope}",
        "expect[0].breaks: \"rope\" cannot break; give constraints[1] a breakForce"
      ),
      ("{holds: rope}", "expect[0].holds: \"rope\" cannot break; give constraints[1] a breakForce"),
      (
        "{breaks: tread}",
        "expect[0].breaks: no constraint is called \"tread\"; did you mean thread?"
      ),
      (
        "{holds: thread, body: weight}",
        "expect[0].holds: a constraint is meant, and no body; drop body"
      ),
    ]
  )
  func mistakes(expectation: String, words: String) {
    let text = "tiltbox: 1\n" + Self.text + "expect: [\(expectation)]"
    let found = TiltboxFilesTests.mistakes(in: text)
    #expect(found.count == 1 && found.first?.hasSuffix(words) == true)
  }

  @Test("of a rope or a blob that cannot be read are no second mistake")
  func unreadable() {
    func found(_ rope: String, _ breaks: String) -> [String] {
      let bodies = "bodies: [{id: bob, circle: 1, mass: 1}, {id: line, \(rope), mass: 1}]"
      let text = "tiltbox: 1\n\(bodies)\nexpect: [{breaks: \(breaks)}]"
      return TiltboxFilesTests.mistakes(in: text)
    }
    for (rope, words) in [
      ("rope: {from: [0, 0], to: [9, 9], link: 5}", "link: unknown; did you mean links?"),
      ("rope: {from: [0, 0], to: bb, links: 5}", "to: no body"),
      ("blob: {radius: 9, points: 1, stiffness: 9}", "points"),
    ] {
      let found = found(rope, "line-joint-1")
      #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }
    let found = found("rope: {from: [0, 0], to: [9, 9]}", "lin-joint-1")
    #expect(found.count == 1 && found[0].contains("no constraint is called"), "\(found)")
  }
}
