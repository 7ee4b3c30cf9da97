import Testing
import Tiltbox
import TiltboxFiles

@Suite("The text of a scenario file")
struct SourceTextTests {
  @Test(
    "is rejected with line and column if it is not a scenario",
    arguments: [
      ("", "1:1: the file is empty; begin with tiltbox: 1"),
      ("# nothing\n", "1:1: the file is empty; begin with tiltbox: 1"),
      (
        "t,x,y\n0,0,-1\n",
        "1:1: this is a tilt recording; run it as tiltbox run SCENARIO --tilt FILE"
      ),
      (
        "# a phone\n\"Time (s)\";\"Gravity x\";\"Gravity y\"\n0;0;-1",
        "1:1: this is a tilt recording; run it as tiltbox run SCENARIO --tilt FILE"
      ),
      (
        "{\"t\":0,\"x\":0,\"y\":-1}\n{\"t\":1,\"x\":0,\"y\":-1}",
        "1:1: this is a tilt recording; run it as tiltbox run SCENARIO --tilt FILE"
      ),
      ("0 -1\n", "1:1: this is a tilt recording; run it as tiltbox run SCENARIO --tilt FILE"),
      ("---\n", "1:1: the file is empty; begin with tiltbox: 1"),
      ("- 1\n- 2", "1:1: expected a mapping, got a list of 2; begin with tiltbox: 1"),
      ("crates", #"1:1: expected a mapping, got the text "crates"; begin with tiltbox: 1"#),
      (
        "tiltbox: 1\n---\ntiltbox: 1",
        "2:1: a second document begins here; a scenario is one document: drop this line, or split the file"
      ),
      (
        "tiltbox: 1\nbodies:\n\t- {}",
        "3:1: this is not YAML: a tab cannot indent a line; indent with spaces"
      ),
      (
        "tiltbox: 1\nname: @home",
        "2:7: this is not YAML: a value does not begin with @; put a text that begins with @ in quotes"
      ),
      (
        "tiltbox: 1\nname: a: b",
        "2:8: this is not YAML: this colon does not follow a key; check the indentation, and put a text with a colon in quotes"
      ),
      (
        "tiltbox: 1\nname: \"a\n",
        "3:1: this is not YAML: the quoted text that begins in line 2 has no end; look for a missing quote"
      ),
      (
        "tiltbox: 1\nbodies: [{a: 1\n",
        "3:1: this is not YAML: the braces that begin in line 2 are not closed before this; look for a missing comma or bracket"
      ),
      (
        "tiltbox: 1\nname: a\u{0}b",
        "2:8: the character U+0000 cannot stand in a scenario; remove it"
      ),
      (
        "tiltbox: 1\nname: \u{FFFF}b",
        "2:7: the character U+FFFF cannot stand in a scenario; remove it"
      ),
      (
        "{\"tiltbox\":1,\"kind\":\"header\",\"bodies\":[]}\n{\"kind\":\"frame\"}\n",
        "1:1: this is a recording; tiltbox render draws it, and tiltbox diff compares it"
      ),
      (
        "{\"tiltbox\":1,\"kind\":\"journal\"}",
        "1:1: this is a journal; tiltbox replay repeats it, and tiltbox run --resume goes on"
      ),
      (
        "# {\"tiltbox\":1,\"kind\":\"sweep\"}\nrun\n0\n",
        "1:1: these are results of tiltbox sweep, which goes on with them by --resume"
      ),
      (
        "a: b: 1 body, a step of 8.333 ms\n   0.5 s  c meets d\n",
        "1:1: this is a run's summary, for people; for tiltbox, record it with -o run.jsonl or run.mcap"
      ),
      (
        "sweep: 1\nvary: {world.step: 1/60}",
        "1:8: this is a plan of many runs; give it to tiltbox sweep --plan"
      ),
    ]
  )
  func refused(text: String, message: String) {
    #expect(mistakes(in: text) == ["a.yaml:" + message])
  }

  @Test(
    "must be UTF-8",
    arguments: [
      ([0xFF, 0xFE, 0x74, 0x00], "1:1: the byte 0xFF"),
      (Array("tiltbox: 1\r\nname: ü".utf8) + [0xC3, 0x28], "2:8: the byte 0xC3"),
      (Array("tiltbox: 1\n".utf8) + [0xE2, 0x82], "2:1: the byte 0xE2"),
    ] as [([UInt8], String)]
  )
  func encoding(bytes: [UInt8], message: String) throws {
    let error = #expect(throws: ScenarioFileError.self) { try Scenario(utf8: bytes, file: "a") }
    #expect(error?.description == "a:\(message) is not UTF-8; save the file as UTF-8")
  }

  @Test("is recognized in UTF-16, with either byte first")
  func wide() {
    for bytes: [UInt8] in [[0x74, 0, 0x69, 0], [0, 0x74, 0, 0x69]] {
      let error = #expect(throws: ScenarioFileError.self) { try Scenario(utf8: bytes, file: "a") }
      #expect(error?.description == "a:1:1: the file looks like UTF-16; save it as UTF-8")
    }
  }

  @Test("is rejected for aliases before they are expanded")
  func bomb() {
    var text = "tiltbox: 1\na0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...40 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n? [*a\(level)]\n: {*a\(level) : 1}\n"
    }
    text += "bodies: *a40\nworld: &w {gravity: *x}\n"
    let found = mistakes(in: text).filter { $0.contains("not supported") }
    #expect(
      found == [
        "a.yaml:123:9: bodies: *a40 is an alias, and aliases are not supported; write the value out",
        "a.yaml:124:8: world: &w is an anchor, and anchors are not supported; drop it",
        "a.yaml:124:21: world.gravity: *x is an alias, and aliases are not supported; write the value out",
      ]
    )
  }

  @Test("can be nested to any depth without harm")
  func depth() {
    for text in [
      String(repeating: "[", count: 100_000), "a: " + String(repeating: "{a: ", count: 100_000),
      (0..<3000).map { String(repeating: " ", count: $0) + "-\n" }.joined(),
      String(repeating: "[", count: 990) + String(repeating: "]", count: 990),
    ] {
      #expect(mistakes(in: text).count == 1)
    }
  }

  @Test("is rejected for tags")
  func tags() {
    #expect(
      mistakes(in: "tiltbox: !!int 1\nworld: !big {}\nname: !!str 1") == [
        "a.yaml:1:10: tiltbox: tag:yaml.org,2002:int is a tag, and tags are not supported; drop it",
        "a.yaml:2:8: world: !big is a tag, and tags are not supported; drop it",
        "a.yaml:3:7: name: tag:yaml.org,2002:str is a tag, and tags are not supported; drop it",
      ]
    )
  }

  @Test("is rejected for anchors and tags of keys")
  func keys() {
    #expect(
      mistakes(in: "&one tiltbox: 1\n!!str name: a") == [
        "a.yaml:1:1: tiltbox: &one is an anchor, and anchors are not supported; drop it",
        "a.yaml:2:1: name: tag:yaml.org,2002:str is a tag, and tags are not supported; drop it",
      ]
    )
  }
}
