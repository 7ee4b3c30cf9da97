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
    #"{"kind":"begin","tick":\#(tick),"t":0,"a":"a","b":"walls.left","at":[0,0],"impulse":1}"#
  }

  private func summary(frames: Int) -> String {
    #"{"kind":"summary","ticks":9,"t":4.5,"digest":"00000000000000aa","frames":\#(frames)}"#
  }

  private func read(_ text: String) throws -> (ticks: [Int], flaw: RecordingFlaw?) {
    let trajectory = try RecordingReader(FileLines(of: Array(text.utf8)), name: "run.jsonl")
    var ticks: [Int] = []
    while let moment = try trajectory.next() { ticks.append(moment.frame.tick) }
    return (ticks, trajectory.flaw)
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

  @Test("a whole recording has no flaw, with or without spaces")
  func whole() throws {
    let lines = [Self.header, frame(0), begin(1), frame(2, space: " "), summary(frames: 2)]
    let (ticks, flaw) = try read(lines.map { $0 + "\n" }.joined())
    #expect(ticks == [0, 2])
    #expect(flaw == nil)
  }

  @Test("skips a torn last line and reports it with the last frame before it")
  func torn() throws {
    let whole = [Self.header, frame(0), frame(3)].map { $0 + "\n" }.joined()
    let (ticks, flaw) = try read(whole + frame(6).dropLast(9))
    #expect(ticks == [0, 3])
    #expect(flaw?.isDamage == true)
    let words = try #require(flaw).description
    #expect(words.hasPrefix("run.jsonl:4: the last line was torn"), "\(words)")
    #expect(words.contains("tick 3;"), "\(words)")
  }

  @Test("reports a recording without a summary, but not as damage: its run may still be going")
  func unfinished() throws {
    let (ticks, flaw) = try read([Self.header, frame(0), frame(3)].map { $0 + "\n" }.joined())
    #expect(ticks == [0, 3])
    #expect(flaw?.isDamage == false)
    #expect(flaw?.description.hasPrefix("run.jsonl:3: ") == true)
  }

  @Test("the summary reveals frames that were lost in the middle")
  func lost() throws {
    let (_, flaw) = try read(
      [Self.header, frame(0), frame(9), summary(frames: 3)].map { $0 + "\n" }.joined()
    )
    #expect(flaw?.isDamage == true)
    #expect(flaw?.description.hasPrefix("run.jsonl:4: the summary counts 3 frames") == true)
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
    for number in ["1e999", "null", "\"1\",7"] {
      expectError(
        [Self.header, frame(0, x: number)],
        ":2: a body's row has six numbers, all finite"
      )
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
