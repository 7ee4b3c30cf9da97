import Chipmunk
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Damaged recordings")
struct DamagedRecordingTests {
  private static let header =
    #"{"tiltbox":1,"kind":"header","step":0.5,"bodies":["a"],"shapes":[[{"circle":2}]]}"#

  private func frame(_ tick: Int, x: String = "1", space: String = "") -> String {
    #"{"kind":"frame","tick":\#(space)\#(tick),"t":\#(Double(tick) * 0.5),"gravity":[0,-1],"#
      + #""bodies":[[\#(x),2,0,0,0,0]]}"#
  }

  private func begin(_ tick: Int) -> String {
    #"{"kind":"begin","tick":\#(tick),"t":\#(Double(tick) * 0.5),"a":"a","b":"walls.left","at":[0,0],"impulse":1}"#
  }

  private func summary(frames: Int) -> String {
    #"{"kind":"summary","ticks":9,"t":4.5,"digest":"00000000000000aa","frames":\#(frames)}"#
  }

  private func read(_ text: String) throws -> (ticks: [Int], diagnostic: Diagnostic?) {
    let trajectory = try RecordingReader(FileLines(of: Array(text.utf8)), name: "run.jsonl")
    var ticks: [Int] = []
    while let moment = try trajectory.next() { ticks.append(moment.frame.tick) }
    return (ticks, trajectory.diagnostic)
  }

  private func expectError(
    _ lines: [String],
    _ message: String,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    let text = lines.map { $0 + "\n" }.joined()
    let error = #expect(throws: RecordingError.self, sourceLocation: location) {
      try read(text)
    }
    let found = error?.description ?? ""
    #expect(found.hasPrefix("run.jsonl:"), "\(found)", sourceLocation: location)
    #expect(found.contains(message), "\(found)", sourceLocation: location)
  }

  @Test("a whole recording has no diagnostic, with or without spaces")
  func whole() throws {
    let lines = [Self.header, frame(0), begin(1), frame(2, space: " "), summary(frames: 2)]
    let (ticks, diagnostic) = try read(lines.map { $0 + "\n" }.joined())
    #expect(ticks == [0, 2])
    #expect(diagnostic == nil)
  }

  @Test(
    "a torn last line is reported with its bytes",
    arguments: [("{", "only byte does"), ("{\"", "2 bytes do")]
  )
  func torn(rest: String, words: String) throws {
    let diagnostic = try read("\(Self.header)\n\(frame(0))\n\(rest)").diagnostic
    #expect(diagnostic?.message.contains(": its \(words) not count; ") == true)
  }

  @Test(
    "a number that JSON does not have is an error",
    arguments: ["0100", "-01", ".5", "5.", "+1", "1.e5", "01e2", "00.5"]
  )
  func numbers(text: String) {
    let lines = [Self.header, frame(0, x: text), summary(frames: 1)]
    expectError(lines, "expected a value, got \"\(text)\"")
  }

  @Test("a number has each form of JSON", arguments: ["-0.5", "0e5", "1E+2", "0.5e-07"])
  func forms(text: String) throws {
    let lines = [Self.header, frame(0, x: text), summary(frames: 1)].map { $0 + "\n" }
    let reader = try RecordingReader(FileLines(of: Array(lines.joined().utf8)), name: "run.jsonl")
    #expect(try reader.next()?.frame.states.first?.position.x == Double(text))
  }

  @Test("skips a torn last line and reports it with the last frame before it")
  func torn() throws {
    let whole = [Self.header, frame(0), frame(3)].map { $0 + "\n" }.joined()
    let (ticks, diagnostic) = try read(whole + frame(6).dropLast(9))
    #expect(ticks == [0, 3])
    #expect(diagnostic?.severity == .error)
    let words = try #require(diagnostic).description
    #expect(words.hasPrefix("run.jsonl:4: the last line was torn"), "\(words)")
    #expect(words.contains("tick 3;"), "\(words)")
  }

  @Test("reports a recording without a summary, but not as damage: its run may still be going")
  func unfinished() throws {
    let (ticks, diagnostic) = try read(
      [Self.header, frame(0), frame(3)].map { $0 + "\n" }.joined()
    )
    #expect(ticks == [0, 3])
    #expect(diagnostic?.severity == .warning)
    #expect(diagnostic?.description.hasPrefix("run.jsonl:3: ") == true)
  }

  @Test("the summary reveals frames that were lost in the middle")
  func lost() throws {
    let (_, diagnostic) = try read(
      [Self.header, frame(0), frame(9), summary(frames: 3)].map { $0 + "\n" }.joined()
    )
    #expect(diagnostic?.severity == .error)
    #expect(diagnostic?.description.hasPrefix("run.jsonl:4: the summary counts 3 frames") == true)
  }

  @Test("repeated or decreasing ticks are an error, in both notations")
  func ticks() {
    for space in ["", " "] {
      expectError([Self.header, frame(3), frame(3, space: space)], ":3: a frame of tick 3")
    }
    expectError([Self.header, frame(3), frame(2)], ":3: a frame of tick 2")
    expectError([Self.header, frame(3), frame(2, space: " ")], ":3: tick 2 comes after tick 3")
    expectError([Self.header, frame(3), begin(2)], ":3: tick 2 comes after tick 3")
    expectError([Self.header, frame(3), begin(5), frame(4)], "event of tick 5")
    expectError([Self.header, frame(-1)], "tick -1")
  }

  @Test("another version, a second header and a missing one are errors")
  func headers() {
    let other = Self.header.replacing("\"tiltbox\":1", with: "\"tiltbox\":2")
    expectError([other, frame(0)], ":1: the recording is of version \"2\"")
    expectError([frame(0), frame(1)], ":1: this is no header")
    expectError([Self.header, frame(0), Self.header], ":3: a second header")
    expectError([Self.header.replacing("0.5", with: "-1")], ":1: step is -1")
  }

  @Test("a line that was cut in the middle is reported with its place and the remedy")
  func cut() {
    let joined = frame(1).dropLast(12) + frame(2)
    expectError([Self.header, frame(0), String(joined)], ":3: this is not JSON")
    expectError([Self.header, frame(0), String(joined)], "record the run again")
    expectError([Self.header, #"{"tick":3}"#], ":2: the line has no kind")
    expectError([Self.header, #"{"kind":"frame","bodies":[[1,2,0,0,0,0]]}"#], "has a tick")
    expectError([Self.header, #"{"kind":"begin","tick":1,"a":"a"}"#], "has no \"b\"")
    expectError([Self.header, frame(0) + "}"], ":2: this is not JSON: expected nothing more")
    for number in ["0x32", "1.5.5", "NaN"] {
      expectError([Self.header, frame(0, x: number)], "expected a value, got \"\(number)\"")
    }
    for time in ["x0.5", "0x1"] {
      for line in [frame(1), begin(1)] {
        let damaged = line.replacing("\"t\":0.5", with: "\"t\":\(time)")
        expectError([Self.header, frame(0), damaged], ":3: this is not JSON: expected a value")
      }
    }
    for number in ["1e999", "null", "\"1\",7"] {
      expectError(
        [Self.header, frame(0, x: number)],
        ":2: a body's row has six numbers, all finite"
      )
    }
  }

  @Test(
    "numbers that do not fit the header are reported with their place",
    arguments: [
      (#""asleep":[999999999]"#, "asleep has 999999999, and there are 1 bodies"),
      (#""asleep":[-1]"#, "asleep has -1"), (#""asleep":[0,0]"#, "asleep has 0"),
      (#""asleep":["x"]"#, "asleep has -1"),
      (#""values":[[1]]"#, "the frame has 1 values, and the header names 0"),
    ]
  )
  func frames(members: String, message: String) {
    let line = frame(1).dropLast() + "," + members + "}"
    expectError([Self.header, frame(0), String(line)], ":3: " + message)
  }

  @Test("a value has as many numbers in each frame")
  func valueCounts() {
    let header = String(Self.header.dropLast()) + #","values":["sky"]}"#
    func frame(_ tick: Int, _ numbers: String) -> String {
      self.frame(tick).dropLast() + #","values":[[\#(numbers)]]}"#
    }
    let message = ":3: the values have other counts of numbers than in the frame before"
    expectError([header, frame(0, "1"), frame(1, "1,2")], message)
    expectError([header, frame(0, "1,2"), frame(1, "1")], message)
  }

  @Test("lines that do not fit the header or the lines before them are errors")
  func ranges() {
    func line(_ text: String, _ message: String) {
      expectError([Self.header, frame(0), text], ":3: " + message)
    }
    line(frame(1).replacing("[0,-1]", with: "[0,-1e300]"), "gravity is -1e+300")
    line(frame(1).replacing("[0,-1]", with: "[0]"), "gravity has two numbers")
    line(frame(1).replacing("\"t\":0.5", with: "\"t\":0.6"), "t is 0.6 s, and tick 1 is at 0.5 s")
    line(frame(1).replacing("\"t\":0.5", with: "\"t\":\"0.5\""), "t is a number")
    line(frame(1, x: "1e300"), "the numbers of a body are out of all bounds")
    line(frame(1, x: "1,2,0,0,0,0],[1"), "the frame has 2 rows, and there are 1 bodies")
    line(begin(1).replacing("\"a\":\"a\"", with: "\"a\":\"b\""), "no body is called \"b\"")
    line(begin(1).replacing("walls.left", with: "walls.lift"), "no body is called")
    line(begin(1).replacing("[0,0]", with: "[0,1e400]"), "at has two finite numbers")
    line(begin(1).replacing(",\"at\":[0,0]", with: ""), "at has two numbers")
    line(begin(1).replacing("\"impulse\":1", with: "\"impulse\":-1"), "impulse is -1")
    line(begin(2).replacing("\"t\":1.0", with: "\"t\":2.0"), "t is 2 s, and tick 2 is at 1 s")
    for count in ["-5", "1.5", "\"x\""] {
      line(#"{"kind":"gap","tick":1,"frames":\#(count),"events":0,"answers":0}"#, "frames of a gap")
    }
    line(#"{"kind":"gap","tick":1,"frames":1,"events":-1,"answers":0}"#, "events of a gap")
    line(#"{"kind":"pace","tick":1,"t":0.5,"step":-1,"frames":60}"#, "time step is -1")
    line(#"{"kind":"pace","tick":1,"t":0.7,"step":1,"frames":60}"#, "t is 0.7 s")
    line(summary(frames: 1).replacing("aa\"", with: "a\""), "a summary has ticks and a digest")
    line(summary(frames: 1).replacing("4.5", with: "4.6"), "t is 4.6 s")
    expectError([Self.header, frame(0), frame(10), summary(frames: 2)], ":4: the summary counts 9")
  }

  @Test("headers whose numbers are out of range or do not fit each other are errors")
  func headerRanges() {
    func header(_ part: String, _ other: String, _ message: String) {
      expectError([Self.header.replacing(part, with: other), frame(0)], message)
    }
    header(
      #""circle":2"#,
      #""circle":-2"#,
      ":1: what is recorded cannot be drawn: bodies[0].shapes[0]"
    )
    header(#"[[{"circle":2}]]"#, "[]", ":1: shapes has 0 elements, and there are 1 bodies")
    header(#","shapes":[[{"circle":2}]]"#, "", "not their shapes")
    header(#"["a"]"#, #"["a","a"]"#, ":1: bodies has the names of the bodies, each once")
    let joint =
      #"}]],"constraints":[{"id":"pin-1","pin":["a","ground"],"anchorA":[1e300,0],"distance":9}]"#
    header("}]]", joint, "constraints[0].anchorA")
  }

  @Test("the digest of the summary is compared if each tick has a frame")
  func digest() throws {
    var digest = Digest()
    for x in [1.0, 3] { digest.absorb([BodyState(position: Vector(x, 2))]) }
    func end(_ digest: String, frames: Int = 3) -> String {
      #"{"kind":"summary","ticks":2,"t":1,"digest":"\#(digest)","frames":\#(frames)}"#
    }
    let frames = [frame(0), frame(1), frame(2, x: "3")]
    func diagnostic(_ lines: [String]) throws -> Diagnostic? {
      try read(lines.map { $0 + "\n" }.joined()).diagnostic
    }
    #expect(try diagnostic([Self.header] + frames + [end("\(digest)")]) == nil)
    let other = end("00000000000000aa")
    let changed = try #require(try diagnostic([Self.header] + frames + [other]))
    #expect(changed.severity == .error)
    #expect(
      changed.description.hasPrefix(
        "run.jsonl:5: the summary states the digest 00000000000000aa, and the frames have \(digest)"
      )
    )
    // What cannot be compared: missing ticks, another list of bodies, another step, the leapfrog method.
    let two = end("00000000000000aa", frames: 2)
    let list = Self.header.replacing("\"kind\":\"header\"", with: "\"kind\":\"bodies\"")
    let pace = #"{"kind":"pace","tick":2,"t":1,"step":0.25,"frames":60}"#
    let leap = Self.header.replacing("\"step\"", with: "\"integrator\":\"half-kick\",\"step\"")
    for lines in [
      [Self.header, frame(0), frame(2), two], [Self.header, frame(0), frame(1), two],
      [Self.header, frame(1), frame(2), two], [Self.header, list] + frames + [other],
      [Self.header] + frames + [pace, other], [leap] + frames + [other],
    ] {
      #expect(try diagnostic(lines) == nil, "\(lines)")
    }
  }

  @Test("files with incomplete headers are still recordings, not scenarios")
  func kinds() {
    for text in [frame(0) + "\n" + frame(1) + "\n", String(Self.header.dropLast(20))] {
      let error = #expect(throws: RecordingError.self) {
        try TrajectoryReaders.open(Array(text.utf8), name: "run.jsonl")
      }
      #expect(error?.description.hasPrefix("run.jsonl:1: the recording") == true)
    }
  }
}
