import Testing
import Tiltbox

@testable import TiltboxFiles

/// Makes a track from text, with the name `phone.csv` in its messages.
func track(_ text: String, _ options: TiltOptions = TiltOptions()) throws(TiltFileError)
  -> TiltTrack
{
  try TiltTrack(contentsOf: Array(text.utf8), name: "phone.csv", options: options)
}

/// Returns the whole text of a file's error.
func trackError(_ text: String, _ options: TiltOptions = TiltOptions()) throws -> String {
  try #require(throws: TiltFileError.self) { try track(text, options) }.description
}

@Suite("Tilt file: formats")
struct TiltFormatTests {
  static let expected = TiltTrack(
    times: [0, 0.5],
    tilts: [Tilt(x: 0.25, y: -1), Tilt(x: -0.5, y: 0.75)],
    notices: []
  )

  @Test(
    "reads columns in any order and case, with any separator, quoted or not",
    arguments: [
      "t,x,y\n0,0.25,-1\n0.5,-0.5,0.75\n",
      "t,x,y\n0,0.25,-1\n0.5,-0.5,0.75",
      "t,x,y\r\n0,0.25,-1\r\n0.5,-0.5,0.75\r\n",
      "\u{FEFF}t,x,y\n0,0.25,-1\n0.5,-0.5,0.75\n",
      "# a comment\n\n  \nt,x,y\n\n0,0.25,-1\n# another\n0.5,-0.5,0.75\n\n",
      "Y;X;Time (s)\n-1;0.25;0\n0.75;-0.5;0.5\n",
      "\"Time (s)\"\t\"X (g)\"\t\"Y (g)\"\n0\t0.25\t-1\n0.5\t-0.5\t0.75\n",
      "  t   x  y \n 0 0.25   -1\n0.5\t-0.5 \t 0.75\n",
      "\"t\" , \"x\",\"y\"\n\"0\", \"0.25\" ,\"-1\"\n0.5,-0.5,0.75\n",
      "t;x;y\n0;0,25;-1,0\n0,5;-0,5;0,75\n",
      "seconds_elapsed,Acceleration x (g),Acceleration y (g)\n0,0.25,-1\n0.5,-0.5,0.75\n",
      "Timestamp [ms],accX [G],accY [G],accZ [G]\n0,0.25,-1,0\n500,-0.5,0.75,0\n",
      "time_ms,gravity_x,gravity_y\n0,0.25,-1\n500,-0.5,0.75\n",
      "t,ax,ay,az,gx,gy,gz\n0,0.25,-1,0,9,9,9\n0.5,-0.5,0.75,0,9,9,9\n",
      "t,Linear Acceleration x,Linear Acceleration y,Gravity x,Gravity y\n0,9,9,0.25,-1\n0.5,9,9,-0.5,0.75",
      "t,\"a, b\",x,y,note\n0,\"1,2\",0.25,-1,\"say \"\"hi\"\"\"\n0.5,,-0.5,0.75,\n",
      "t,x,y,\n0,0.25,-1,\n0.5,-0.5,0.75,\n",
      "\tt\tx\ty\n0\t0\t0.25\t-1\n1\t0.5\t-0.5\t0.75\n",
      "note\tt\tx\ty\tz\n\t0\t0.25\t-1\t0\na\t0.5\t-0.5\t0.75\t0\n",
      "t\tx\ty\tnote\n0\t0.25\t-1\t\n0.5\t-0.5\t0.75\ta\n",
      "time,seconds_elapsed,y,x\n1695804835619486700,0,-1,0.25\n1695804836619486700,0.5,0.75,-0.5\n",
      "t,x,y\n+0e0,2.5E-1,-1.\n.5,-5e-1,75e-2\n",
    ]
  )
  func columns(text: String) throws {
    let found = try track(text, TiltOptions(convention: .gravity))
    #expect(found.times == Self.expected.times)
    #expect(found.tilts == Self.expected.tilts)
  }

  @Test(
    "reads objects, one a line, whatever else is in them",
    arguments: [
      "{\"t\":0,\"x\":0.25,\"y\":-1}\n{\"t\":0.5,\"x\":-0.5,\"y\":0.75}\n",
      " { \"y\" : -1 , \"x\" : 0.25 , \"t\" : 0 } \n{\"x\":-0.5,\"t\":0.5,\"y\":0.75}",
      "{\"time\":\"0\",\"x\":\"0.25\",\"y\":\"-1\"}\n{\"time\":\"0.5\",\"x\":\"-0.5\",\"y\":\"0.75\"}",
      "{\"t\":0,\"x\":0.25,\"y\":-1,\"a\":{\"x\":[1,{\"s\":\"}\\\"\"}]},\"b\":null,\"c\":\"\\\\\"}\n"
        + "{\"t\":0.5,\"x\":-0.5,\"y\":0.75,\"a\":[],\"b\":true,\"c\":{}}",
    ]
  )
  func objects(text: String) throws {
    let found = try track(text)
    #expect(found.times == Self.expected.times)
    #expect(found.tilts == Self.expected.tilts)
  }

  @Test(
    "reads plain lines at a rate, in g",
    arguments: [
      "0.25 -1\n-0.5 0.75\n", "0.25,-1\n-0.5,0.75\n", "0.25 -1 -0.1\n\n#\n-0.5\t0.75\t-0.1",
    ]
  )
  func plain(text: String) throws {
    let found = try track(text, TiltOptions(rate: 2))
    #expect(found == Self.expected)
  }

  @Test("puts plain lines at the tick rate exactly on the ticks")
  func plainOnTicks() throws {
    let found = try track(String(repeating: "0 -1\n", count: 10_000), TiltOptions(rate: 120))
    let ticks = (0..<10_000).map { tick in Double(tick) * (1.0 / 120) }
    #expect(found.times == ticks)
  }

  @Test("reads every number to the last bit")
  func exact() throws {
    let numbers = [
      "0.1", "-9.693588268965483", "1.0511864115599543e0", "4.9e-324", "2.2250738585072011e-308",
      "0.30000000000000004", "123456789012345678e-17", "-0", "1e-400",
    ]
    for number in numbers {
      let found = try track("t,x,y\n0,\(number),0", TiltOptions(units: .g))
      #expect(found.tilts[0].x == Double(number))
    }
  }

  @Test("reads a megabyte of rows")
  func large() throws {
    let row =
      "1695804835619486700,0.02248681640625,-9.693588268965483,-1.048682027523592,-1.0511864115599543\n"
    let text = "time,seconds_elapsed,z,y,x\n" + String(repeating: row, count: 10_000)
    #expect(try track(text).tilts.count == 10_000)
  }
}

@Suite("Tilt file: units, signs and times")
struct TiltMeaningTests {
  @Test(
    "divides m/s² by standard gravity where the header says so, in all its spellings",
    arguments: ["m/s^2", "m/s²", "m/s2", "M/S^2", "m/s/s", "m s^-2", "m s-2"]
  )
  func metres(unit: String) throws {
    for brackets in ["(\(unit))", "[\(unit)]", " (\(unit))"] {
      let found = try track("t,x\(brackets),y\(brackets)\n0,0,-9.80665\n1,4.903325,0")
      #expect(found.tilts == [Tilt(x: 0, y: -1), Tilt(x: 0.5, y: 0)])
      #expect(found.notices.isEmpty)
    }
  }

  @Test("prefers the header's unit to the option, and says so")
  func headerFirst() throws {
    let found = try track("t,x (g),y (g)\n0,0,-1", TiltOptions(units: .metresPerSecondSquared))
    #expect(found.tilts == [Tilt(x: 0, y: -1)])
    #expect(found.notices == ["phone.csv: the header's unit, g, holds; --tilt-units is not used"])
  }

  @Test("takes the option's unit where the header has none", arguments: TiltUnits.allCases)
  func option(units: TiltUnits) throws {
    let found = try track("t,x,y\n0,0,-9.80665", TiltOptions(units: units))
    #expect(found.tilts == [Tilt(x: 0, y: units == .g ? -9.80665 : -1)])
  }

  @Test("guesses the unit from the median magnitude of all axes, and says so")
  func median() throws {
    // Flat on the table with one knock: x and y alone would look like g.
    let metres = try track("t,x,y,z\n0,0.1,0,-9.8\n1,0,0.2,-9.7\n2,9.80665,0,-90")
    #expect(metres.tilts[2] == Tilt(x: 1, y: 0))
    #expect(metres.notices.count == 1)
    #expect(
      metres.notices[0].hasPrefix(
        "phone.csv: no unit is named; read as m/s2, since the median magnitude is 9.801"
      )
    )
    let g = try track("t,x,y\n0,0,-1\n1,0,-1\n2,30,0")
    #expect(g.tilts[2] == Tilt(x: 30, y: 0))
    #expect(g.notices[0].contains("read as g, since the median magnitude is 1;"))
    #expect(try track("t,x,y\n0,0,-2.999").tilts[0].y == -2.999)
    #expect(try track("t,x,y\n0,0,-3").tilts[0].y == -3 / 9.80665)
  }

  @Test("reads plain lines in g, but warns if they look like m/s²")
  func plainUnits() throws {
    let options = TiltOptions(rate: 1)
    #expect(try track("0 -9.8", options).tilts == [Tilt(x: 0, y: -9.8)])
    #expect(try track("0 -9.8", options).notices[0].contains("--tilt-units m/s2"))
    let metres = TiltOptions(units: .metresPerSecondSquared, rate: 1)
    #expect(try track("0 -9.80665", metres).tilts == [Tilt(x: 0, y: -1)])
    #expect(try track("0 -1", options).notices.isEmpty)
  }

  @Test("negates a reaction")
  func reaction() throws {
    let found = try track("t,x (g),y (g)\n0,0,1\n1,-0.5,0", TiltOptions(convention: .reaction))
    #expect(found.tilts == [Tilt(x: 0, y: -1), Tilt(x: 0.5, y: 0)])
    #expect(found.tilts[0].x.sign == .plus)
  }

  private static let phone =
    "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n"
  private static let end = "or --tilt-convention gravity to run it as it is"

  @Test(
    "rejects a phone's recording that begins neither upright nor face up, with all remedies",
    arguments: [
      (
        phone + "0,0.1,0.2,9.8", Orientation.portrait,
        "z is 0.9993 g, as if the phone faced down; give --tilt-convention reaction for Android or phyphox, \(end)"
      ),
      (
        phone + "0,0.1,9.8,1.2", .portrait,
        "y is 0.9993 g, as if the phone was upside down; give --tilt-convention reaction for Android or phyphox, --orientation portrait-upside-down for iOS, \(end)"
      ),
      (
        phone + "0,9.8,0.1,1.2", .portrait,
        "x is 0.9993 g, as if the phone lay on its side; give --tilt-convention reaction --orientation landscape-flipped for Android or phyphox, --orientation landscape for iOS, \(end)"
      ),
      (
        phone + "0,-9.8,0.1,1.2", .landscape,
        "x is -0.9993 g, as if the phone was upside down; give --tilt-convention reaction for Android or phyphox, --orientation landscape-flipped for iOS, \(end)"
      ),
      // Only a guess makes these numbers those of a phone.
      (
        "t,x,y\n0,0,9.8", .portrait,
        "y is 0.9993 g, as if the phone was upside down; give --tilt-convention reaction for Android or phyphox, --orientation portrait-upside-down for iOS, \(end), or --tilt-units g if the numbers are in g"
      ),
    ]
  )
  func direction(text: String, orientation: Orientation, words: String) throws {
    func track(_ options: TiltOptions, _ orientation: Orientation) throws -> TiltTrack {
      try TiltTrack(
        contentsOf: Array(text.utf8),
        name: "phone.csv",
        options: options,
        orientation: orientation
      )
    }
    let error = #expect(throws: TiltFileError.self) { try track(TiltOptions(), orientation) }
    #expect(error?.description == "phone.csv: at first " + words)
    // A stated convention is believed, and so are the other remedies.
    for convention in TiltConvention.allCases {
      let options = TiltOptions(convention: convention)
      #expect(try track(options, orientation).notices.allSatisfy { $0.contains("no unit") })
    }
    if let remedy = words.firstMatch(of: /, --orientation ([a-z-]+) for iOS/)?.1 {
      _ = try track(TiltOptions(), #require(Orientation(rawValue: String(remedy))))
    }
    if words.hasSuffix("in g") { _ = try track(TiltOptions(units: .g), orientation) }
  }

  @Test(
    "accepts recordings that begin upright or face up, and scripts that begin anyhow",
    arguments: [
      phone + "0,0.1,-9.8,1.2", phone + "0,0,0,-9.8",
      // Only the first second counts: later a phone may be anywhere.
      phone + "0,0,-9,-1\n2,0,9,-1\n3,0,9,-1",
      // A phone that turns within it has no direction.
      "t,x (g),y (g),z (g)\n0,0,-1,0\n0.5,1,0,0", "t,x (g),y (g),z (g)\n0,0,-1,0\n0.5,-1,0,0",
      // A phone that lies face up stands on nothing, however it leans; one that stands may lean forwards.
      phone + "0,0,6,-7", phone + "0,0,-7,7",
      // Without z only m/s² tells a phone's recording from a script's, which may turn the box upside down.
      "t,x (g),y (g)\n0,0,1", "t,x (g),y (g)\n0,1,0",
    ]
  )
  func rightDirection(text: String) throws {
    #expect(try track(text).notices.isEmpty)
  }

  @Test("warns if the median is no phone's, not of single knocks")
  func magnitude() throws {
    let counts = try track("t,x (g),y (g)\n0,0,-640\n")
    #expect(
      counts.notices == [
        "phone.csv: the median magnitude is 640 g, and that of a phone at rest is 1 g; "
          + "check the unit, which is g or m/s², not degrees"
      ]
    )
    let degrees = try track("t,x,y\n0,0,-30\n1,15,-35\n2,20,-40")
    #expect(degrees.notices.last?.hasSuffix("not degrees") == true)
    #expect(try track("t,x (g),y (g)\n0,0,-1\n1,0,-1\n2,0,-40").notices.isEmpty)
  }

  @Test(
    "counts an epoch from its first sample, and finds its unit by its magnitude",
    arguments: [("1695804835.5", "1695804836"), ("1695804835500", "1695804836000")]
      + [("1695804835500000", "1695804836000000"), ("1695804835500000000", "1695804836000000000")]
      + [("1.6958048355E12", "1.695804836E12")]
  )
  func epoch(first: String, second: String) throws {
    #expect(try track("time,x,y\n\(first),0,-1\n\(second),0,-1").times == [0, 0.5])
    #expect(
      try track("{\"t\":\(first),\"x\":0,\"y\":-1}\n{\"t\":\(second),\"x\":0,\"y\":-1}").times
        == [0, 0.5]
    )
  }

  @Test("takes small times as seconds, and says if a file begins late")
  func given() throws {
    #expect(try track("t,x,y\n-0.25,0,-1\n7,0,-1").times == [-0.25, 7])
    let late = try track("t,x (g),y (g)\n3600,0,-1\n3601,0,-1")
    #expect(late.times == [3600, 3601])
    #expect(late.notices[0].contains("the first sample is at 3600 s"))
    #expect(try track("seconds_elapsed,x,y\n1e9,0,-1").times == [1e9])
  }

  @Test("takes the time's unit from the header")
  func timeUnit() throws {
    #expect(try track("time (ms),x,y\n0,0,-1\n2500,0,-1").times == [0, 2.5])
    #expect(try track("Timestamp (ns),x,y\n3600e9,0,-1\n3601e9,0,-1").times == [3600, 3601])
    let log =
      "loggingTime(txt),motionTimestamp_sinceReboot(s),motionGravityX(G),motionGravityY(G)\n"
    #expect(try track(log + "a,86400,0,-1\nb,86400.5,0,-1").times == [0, 0.5])
    #expect(try track("t (ms),x,y\n1695804835500,0,-1\n1695804836000,0,-1").times == [0, 0.5])
  }
}

@Suite("Tilt file: lookup")
struct TiltLookupTests {
  let samples = TiltTrack(
    times: [0.5, 1, 1, 2],
    tilts: [Tilt(x: 0, y: -1), Tilt(x: 1, y: 0), Tilt(x: 0, y: 1), Tilt(x: -1, y: 0)],
    notices: []
  )

  @Test("holds the last sample that is not after the time")
  func hold() {
    #expect(samples.tilt(at: 0.5.nextDown) == nil)
    #expect(samples.tilt(at: 0.5) == Tilt(x: 0, y: -1))
    #expect(samples.tilt(at: 1.nextDown) == Tilt(x: 0, y: -1))
    #expect(samples.tilt(at: 1) == Tilt(x: 0, y: 1))
    #expect(samples.tilt(at: 1.999) == Tilt(x: 0, y: 1))
    #expect(samples.tilt(at: 1e9) == Tilt(x: -1, y: 0))
  }

  @Test("interpolates linearly on request")
  func linear() {
    #expect(samples.tilt(at: 0.4, interpolation: .linear) == nil)
    #expect(samples.tilt(at: 0.75, interpolation: .linear) == Tilt(x: 0.5, y: -0.5))
    #expect(samples.tilt(at: 1, interpolation: .linear) == Tilt(x: 0, y: 1))
    #expect(samples.tilt(at: 1.5, interpolation: .linear) == Tilt(x: -0.5, y: 0.5))
    #expect(samples.tilt(at: 3, interpolation: .linear) == Tilt(x: -1, y: 0))
  }

  @Test(
    "read tick by tick, agrees with a lookup, once for each change",
    arguments: TiltInterpolation.allCases
  )
  func source(interpolation: TiltInterpolation) {
    var source = TrackTilt(samples, interpolation: interpolation)
    var inForce: Tilt?
    var changes = 0
    for tick in 0...300 {
      let time = Double(tick) * 0.01
      if let tilt = source.tilt(atTick: tick, time: time) {
        #expect(tilt != inForce)
        inForce = tilt
        changes += 1
      }
      #expect(inForce == samples.tilt(at: time, interpolation: interpolation))
    }
    #expect(changes == (interpolation == .hold ? 3 : 151))
  }

  @Test("takes effect at the first tick whose time is not before the sample's")
  func firstTick() throws {
    var source = TrackTilt(try track("t,x,y\n0,0,-1\n0.02,1,0\n0.021,0,1\n0.0299,-1,0"))
    let ticks = (0...4).map { source.tilt(atTick: $0, time: Double($0) * 0.01) }
    #expect(ticks == [Tilt(x: 0, y: -1), nil, Tilt(x: 1, y: 0), Tilt(x: -1, y: 0), nil])
  }

  @Test("is constant if the source is")
  func constant() {
    var source: any TiltSource = ConstantTilt(.upright)
    #expect(source.tilt(atTick: 1, time: 0.1) == .upright)
    #expect(source.tilt(atTick: 2, time: 0.2) == nil)
  }
}
