import Testing
import Tiltbox

@testable import TiltboxFiles

@Suite("Tilt file: errors")
struct TiltFileErrorTests {
  @Test(
    "reports the place, the problem and the remedy",
    arguments: [
      (
        "t,x,y\n0,0,-1\n1,abc,-1\n",
        "phone.csv:3:3: x is “abc”, which is not a number; give a number"
      ),
      (
        "# My box\ntiltbox: 1\nwalls: {size: [9, 9]}\n",
        "phone.csv:2:1: this is a scenario; give a tilt recording, such as phone.csv"
      ),
      ("t,x,y\n0,0,\n", "phone.csv:2:5: y is empty; give a number"),
      ("t,x,y\nzero,0,1\n", "phone.csv:2:1: time is “zero”, which is not a number; give a number"),
      ("t,x,y\n0,nan,1\n", "phone.csv:2:3: x is “nan”; give a finite number"),
      ("t,x,y\n0,0,-Infinity\n", "phone.csv:2:5: y is “-Infinity”; give a finite number"),
      ("t,x,y\ninf,0,1\n", "phone.csv:2:1: time is “inf”; give a finite number"),
      ("t,x,y\n0,0,1e999\n", "phone.csv:2:5: y is “1e999”; give a finite number"),
      ("t,x,y\n0,0,0x10\n", "phone.csv:2:5: y is “0x10”, which is not a number; give a number"),
      (
        "t,x,y\n0,0,1,5\n1,0,1 5\n",
        "phone.csv:3:5: y is “1 5”, which is not a number; give a number"
      ),
      (
        "t,x,y\n0,0,-1\n1,0\n",
        "phone.csv:3:4: 2 fields where the header names 3; complete the row or remove it"
      ),
      (
        "# c\n\nt,x,y\n0.5,0,-1\n0.25,0,-1\n",
        "phone.csv:5:1: time goes back from 0.5 to 0.25; sort the samples by time"
      ),
      (
        "t,x,y\n-1e308,0,-1\n1e308,0,-1\n",
        "phone.csv:3:1: the time is too far from the first one to be a number; check the times"
      ),
      (
        "t,x,y\n0,0,-1\nt,x,y\n",
        "phone.csv:3:1: “t,x,y” is a second header; keep one header, above the first sample"
      ),
      ("t,x,y,x\n0,0,1,2\n", "phone.csv:1:7: “x” is there twice; rename or remove one of the two"),
      (
        "t,x (ft/s^2),y\n0,0,1\n",
        "phone.csv:1:3: the unit in “x (ft/s^2)” is not known; write (m/s^2) or (g)"
      ),
      (
        "t,x (g),y (m/s^2)\n0,0,1\n",
        "phone.csv:1:9: “y (m/s^2)” has another unit than the other axes; give all axes the same"
      ),
      ("t,\"x,y\n", "phone.csv:1:3: the quote is never closed; close it on the same line"),
      (
        "t,x,y\n0,\"1\"2,3\n",
        "phone.csv:2:6: “2” follows a closing quote; put a separator between the fields"
      ),
      ("é,t,x,y\né,0,0,?\n", "phone.csv:2:7: y is “?”, which is not a number; give a number"),
      (
        "{\"t\":0,\"x\":0,\"y\":null}\n",
        "phone.csv:1:18: y is “null”, which is not a number; give a number"
      ),
      (
        "{\"t\":0,\"x\":0,\"y\":-1}\n{\"x\":0,\"y\":-1}\n",
        "phone.csv:2:1: this sample has other names or units than the first; write all samples of a file alike"
      ),
      (
        "t,x (m/s^2),y (m/s^2)\n0,0,-9.8\n{\"t\":1,\"x\":0,\"y\":-1}\n",
        "phone.csv:3:1: this sample has other names or units than the first; write all samples of a file alike"
      ),
      (
        "{\"t\":0,\"x\":0,\"y\":-1}\n1,0,-1\n",
        "phone.csv:2:1: this sample has other names or units than the first; write all samples of a file alike"
      ),
      (
        "[{\"t\":0,\"x\":0,\"y\":-1}]\n",
        "phone.csv:1:1: this is a JSON array; give one object in each line, as in {\"t\":0.1,\"x\":0,\"y\":-1}"
      ),
      (
        "0 -1\n1\n",
        "phone.csv:2:1: 1 number without a header; a plain line is `x y` or `x y z`, in g; "
          + "else name the columns, as in `t,x,y`"
      ),
      (
        "0,1,2,3\n",
        "phone.csv:1:1: 4 numbers without a header; a plain line is `x y` or `x y z`, in g; "
          + "else name the columns, as in `t,x,y`"
      ),
      (
        "0 -1\n0 -1\n",
        "phone.csv:1: the samples have no time; give --tilt-rate HZ, or a header that names the time, "
          + "as in `t,x,y`"
      ),
      (
        "x,y\n0,-1\n",
        "phone.csv:1: the samples have no time; give --tilt-rate HZ, or name the time t, time, timestamp or "
          + "seconds_elapsed; this names the columns “x”, “y”"
      ),
      (
        "{\"Zeit\":0,\"x\":0,\"y\":-1}\n",
        "phone.csv:1: the samples have no time; give --tilt-rate HZ, or name the time t, time, timestamp or "
          + "seconds_elapsed; this names the keys “Zeit”, “x”, “y”"
      ),
      (
        "time (min),x,y\n0,0,-1\n",
        "phone.csv:1:1: the unit in “time (min)” is not known; write (s), (ms), (us) or (ns)"
      ),
      (
        "tick,t,id,x,y,angle,vx,vy,w\n0,0,ball,1,2,0,0,0,0\n",
        "phone.csv:1:1: this is a run in columns, for other programs; for tiltbox, record it with -o run.jsonl "
          + "or run.mcap"
      ),
      ("", "phone.csv: no samples; give lines such as `0.1,0,-1` below a header `t,x,y`"),
      ("\u{FEFF}", "phone.csv: no samples; give lines such as `0.1,0,-1` below a header `t,x,y`"),
      (
        "# c\n\nt,x,y\n",
        "phone.csv: no samples; give lines such as `0.1,0,-1` below a header `t,x,y`"
      ),
    ]
  )
  func message(text: String, expected: String) throws {
    #expect(try trackError(text) == expected)
  }

  @Test("names the columns it found and those it understands")
  func noAxes() throws {
    let understood =
      "; name the axes x, y, z, or `Gravity x`, `Acceleration x`, `accX`, with (m/s^2) or (g) if you like, "
      + "and the time t, time, timestamp or seconds_elapsed"
    #expect(
      try trackError("Zeit;\"Roll (°)\";x\n0;1;2\n")
        == "phone.csv:1:1: no axes x and y among the columns “Zeit”, “Roll (°)”, “x”" + understood
    )
    #expect(
      try trackError("{\"acc\":{\"x\":1,\"y\":2}}\n")
        == "phone.csv:1:3: no axes x and y among the keys “acc”" + understood
    )
    #expect(
      try trackError("{}\n") == "phone.csv:1:1: no axes x and y among the keys (there are none)"
        + understood
    )
    #expect(
      try trackError("time|x|y\n0|0|-1\n")
        == "phone.csv:1:1: no axes x and y among the columns (no name), which commas, semicolons, tabs or blanks separate"
        + understood
    )
    let many = (1...20).map { "c\($0)" }.joined(separator: ",")
    #expect(try trackError(many).contains("“c12” and 8 more; name"))
  }

  @Test("recognizes UTF-16")
  func wideText() throws {
    let text = "\u{FEFF}t,x,y\n0,0,-1\n".unicodeScalars.map { "\u{0}\($0)" }.joined()
    #expect(try trackError(text) == "phone.csv:1:1: this looks like UTF-16; save it as UTF-8")
  }

  @Test(
    "says where an object's syntax breaks",
    arguments: [
      (
        "{\"t\":0,\"x\":0,\"y\":-1", 20,
        "expected a comma or a closing brace before the end of the line"
      ),
      ("{\"t\":0 \"x\":0}", 8, "expected a comma or a closing brace, not “\"x\":0}”"),
      ("{t:0}", 2, "expected a key in quotes, not “t:0}”"),
      ("{\"t\" 0}", 6, "expected a colon, not “0}”"),
      ("{\"t\":,\"x\":1}", 6, "expected a value, not “,\"x\":1}”"),
      ("{\"t\":\"0,\"x\":1}", 10, "expected a comma or a closing brace, not “x\":1}”"),
      ("{\"t\":0,\"x", 10, "expected a closing quote before the end of the line"),
      ("{\"t\":0,\"x\":0,\"y\":1}{", 20, "expected nothing more after the closing brace, not “{”"),
      ("{\"a\":[[", 8, "expected a comma or a closing brace before the end of the line"),
    ]
  )
  func syntax(text: String, column: Int, expected: String) throws {
    #expect(
      try trackError(text)
        == "phone.csv:1:\(column): \(expected); write an object such as {\"t\":0.1,\"x\":0,\"y\":-1}"
    )
  }

  @Test("rejects an impossible tilt, in the unit that was determined at the end")
  func tooLarge() throws {
    let reason =
      "a tilt of (0, -1000.5) g is out of range; give at most 1000 g, and check the unit"
    #expect(try trackError("t,x,y\n0,0,-1\n1,0,-1\n2,0,-1000.5\n") == "phone.csv:4:3: \(reason)")
    #expect(try track("t,x (m/s^2),y (m/s^2)\n0,0,-1000.5\n").tilts.count == 1)
    #expect(try trackError("t,x (g),y (g)\n0,1e300,0").contains("a tilt of (1e300, 0) g"))
  }

  @Test("rejects a rate that is not finite and above 0", arguments: [0, -1, .nan, .infinity])
  func rate(rate: Double) throws {
    #expect(
      try trackError("0 -1", TiltOptions(rate: rate))
        == "phone.csv: the tilt rate is \(rate) Hz; give a finite rate above 0"
    )
  }

  @Test("rejects a line of more than a mebibyte, and accepts one of exactly that length")
  func longLine() throws {
    let padding = String(repeating: " ", count: (1 << 20) - 6)
    #expect(try track("t,x,y\n0,0,-1\(padding)\n").times == [0])
    #expect(
      try trackError("t,x,y\n0,0,-1\(padding) \n")
        == "phone.csv:2:1: longer than 1048576 bytes; is this a text file?"
    )
  }

  @Test("shows no control characters, and no more than forty characters of a value")
  func quoting() throws {
    #expect(try trackError("t,x,y\n0,\u{1B}[2J,1").contains("x is “\\u{1B}[2J”"))
    let long = String(repeating: "a", count: 1000)
    #expect(try trackError("t,x,y\n0,\(long),1").contains("“\(long.prefix(40))…”"))
  }

  @Test("does not crash on any bytes")
  func garbage() {
    var random = SystemRandomNumberGenerator()
    let alphabet =
      Array("txyz0123456789.,;-+eE\"\\{}[]:#()/^ \t\r\n\u{FEFF}naif".utf8) + [0, 0xFF, 0xC3]
    for _ in 1...5000 {
      let head =
        ["", "t,x,y\n", "{\"t\":0,\"x\":0,\"y\":0}\n", "0 0\n"].randomElement(using: &random) ?? ""
      let tail = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      }
      let options = TiltOptions(rate: Bool.random() ? 1 : nil)
      guard let found = try? TiltTrack(contentsOf: head.utf8 + tail, name: "x", options: options)
      else {
        continue
      }
      #expect(found.times.count == found.tilts.count && found.times == found.times.sorted())
      #expect(found.tilts.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
  }
}
