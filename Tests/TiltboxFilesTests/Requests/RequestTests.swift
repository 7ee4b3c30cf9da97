import Chipmunk
import TestSupport
import Testing
import Tiltbox
import TiltboxFiles

@Suite("Lines of commands")
struct RequestTests {
  private func reason(_ text: String) -> String {
    switch RequestLine(text.utf8).request {
    case .success(let request): "\(request)"
    case .failure(let error): error.description
    }
  }

  @Test("a line with many mistakes names the first eight")
  func mistakes() {
    let keys = (0..<800).map { "\"k\($0)\":1" }.joined(separator: ",")
    for text in ["{\(keys)}", "{\"add\":{\(keys)}}"] {
      let lines = reason(text).split(separator: "\n")
      #expect(lines.count == 8 && lines[7].contains("k7: unknown"), "\(lines)")
    }
  }

  @Test(
    "each verb is understood",
    arguments: [
      (#"{"tilt":[0.5,-1]}"#, Request.tilt(Tilt(x: 0.5, y: -1))),
      (#"{"remove":"crate-1"}"#, .remove(id: "crate-1")),
      (
        #" { "impulse" : {"body":"a","by":[1e3,-2]} } "#,
        .impulse(id: "a", by: Vector(1000, -2))
      ),
      (
        #"{"impulse":{"body":"a","by":[1,2],"at":[3,-4]}}"#,
        .impulse(id: "a", by: Vector(1, 2), at: Vector(3, -4))
      ),
      ("\u{FEFF}{\"pause\":true}", .pause(true)), (#"{"pause":true}"#, .pause(true)),
      (#"{"pause":false}"#, .pause(false)),
      (#"{"speed":0.5}"#, .speed(0.5)), (#"{"checkpoint":true}"#, .checkpoint),
      (#"{"quit":true}"#, .quit),
      (
        #"{"add":{"box":[32,16],"at":[1,2],"mass":3}}"#,
        .add(
          BodyDescription(
            id: "",
            shapes: [ShapeDescription(.box(width: 32, height: 16))],
            position: Vector(1, 2),
            mass: 3
          )
        )
      ),
    ]
  )
  func verbs(text: String, expected: Request) throws {
    let line = RequestLine(text.utf8)
    #expect(try line.request.get() == expected)
    #expect(line.ack == nil)
  }

  @Test(
    "a mark comes back as it was written",
    arguments: [
      (#"{"quit":true,"ack":7}"#, "7"), (#"{"ack":"a\"b","quit":true}"#, #""a\"b""#),
      (#"{"quit":true,"ack":1.50}"#, "1.50"), (#"{"nonsense":1,"ack":8}"#, "8"),
      (#"{"remove":,"ack":9}"#, "9"), (#"{"ack":"x","remove""#, #""x""#),
    ]
  )
  func marks(text: String, expected: String) {
    #expect(RequestLine(text.utf8).ack == expected)
  }

  @Test("a mark that JSON lacks comes back as a text", arguments: ["NaN", "01", "+1", "abc"])
  func wordAsMark(word: String) {
    #expect(RequestLine("{\"quit\":true,\"ack\":\(word)}".utf8).ack == "\"\(word)\"")
  }

  @Test(
    "reports a mistake with its field and a remedy",
    arguments: [
      (#"{"tlit":[0,1]}"#, "tlit: unknown; did you mean tilt?"),
      (#"{"tilt":[0,1],"within":1}"#, "within: unknown; known here: ack"),
      (#"{"tilt":[0,NaN]}"#, "tilt[1]: expected a number, got the text \"NaN\""),
      (#"{"tilt":[0]}"#, "tilt: expected [x, y], got a list of 1"),
      (#"{"remove":"a","quit":true}"#, "quit: cannot stand beside remove; drop one of them"),
      (#"{"ack":1}"#, "has none of tilt, add, remove, impulse, tap, pause, speed"),
      (#"{"speed":0}"#, "speed: is 0; give a finite number from 0.01 to 100"),
      (#"{"quit":true,"ack":[3]}"#, "ack: expected a text or a number, got a list of 1"),
      (#"{"quit":false}"#, "quit: is false; give true, or drop it"),
      (#"{"impulse":{"body":"a","by":[1,2],"at":3}}"#, "impulse.at: expected [x, y], got 3"),
      (#"{"impulse":{"body":"a"}}"#, "impulse.by: missing; give by: [x, y]"),
      (#"{"add":{"circle":5,"at":[0,0]}}"#, "add.mass: a dynamic body needs a mass"),
      (#"{"add":{"circle":-5,"mass":1}}"#, "add.circle: circle radius is -5 units"),
      (
        #"{"add":{"type":"static","chain":{"file":"hills.csv"}}}"#,
        "add.chain: a file is for the bodies of a scenario file; write the points here"
      ),
      (#"{"add":{"circel":5,"mass":1}}"#, "add.circel: unknown; did you mean circle?"),
      (#"{"remove":"a""#, "byte 14: this is not JSON: expected a comma or a closing brace"),
      (#"{"remove" "a"}"#, "byte 11: this is not JSON: expected a colon"),
      (
        #"{"add":{"circle":5,"mass":1,"at":["=20*i+20",100]}}"#,
        #"add.at[0]: expected a number, got the text "=20*i+20"; formulas are for scenario files; give a number"#
      ),
      ("[1]", "expected a mapping, got a list of 1"),
      ("{\"add\":" + String(repeating: "[", count: 100), "nested too deeply"),
    ]
  )
  func mistakes(text: String, expected: String) {
    #expect(reason(text).contains(expected), "\(reason(text))")
  }

  @Test("a viewer's line without a verb is told those that viewers have")
  func viewerVerbs() throws {
    let error = #expect(throws: RequestError.self) {
      try ViewerLine(#"{"ack":1}"#.utf8).request.get()
    }
    let words =
      "has none of tilt, add, remove, impulse, tap, pause, speed, step, reset, scene, drag, release, lock, seen; give one"
    #expect(error?.description == words)
    #expect(try ViewerLine(#"{"quit":true}"#.utf8).request.get() == .request(.quit))
    let wrong = #expect(throws: RequestError.self) {
      try ViewerLine(#"{"puase":true}"#.utf8).request.get()
    }
    #expect(wrong?.description == "puase: unknown; did you mean pause?")
  }

  @Test("a body without an id is written without one, and read again")
  func unnamed() throws {
    let text = #"{"add":{"at":[1,2],"mass":3,"circle":4}}"#
    let request = try RequestLine(text.utf8).request.get()
    #expect(request.json == text)
    #expect(try RequestLine(request.json.utf8).request.get() == request)
    #expect(reason(#"{"add":{"id":"","mass":3,"circle":4}}"#).hasPrefix("add.id: the id is empty"))
  }

  @Test("random bytes are rejected or understood, without harm", arguments: 0..<300)
  func robustness(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(#"{"add":{"id":"é\u00e9\ud83d\ude00","box":[1,2],"mass":1},"ack":"x"}"#.utf8)
    for _ in 0..<4 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      if Bool.random(using: &random) { bytes.removeSubrange(place...) }
      if bytes.isEmpty { break }
    }
    if case .failure(let error) = RequestLine(bytes).request { #expect(!error.description.isEmpty) }
  }
}
