import Testing
import Tiltbox
import TiltboxServer

@Suite("Hostile clients", .serialized)
struct HostileClientTests {
  private func status(_ answer: String) -> Int? { Int(answer.dropFirst(9).prefix(3)) }

  private func options(_ change: (inout ServerOptions) -> Void) -> ServerOptions {
    var options = ServerOptions()
    change(&options)
    return options
  }

  private let isAlive: (RunningService) throws -> Bool = {
    try TestClient(port: $0.port).get("/healthz").hasPrefix("HTTP/1.1 200 ")
  }

  @Test(
    "answers a missing or wrong token with 401; accepts one in the address or as a bearer token"
  )
  func token() throws {
    try RunningService.with([Scene(name: "box") { .box() }], options { $0.token = "secret" }) {
      running in
      func status(_ target: String, _ headers: [String] = []) throws -> Int? {
        self.status(
          try TestClient(port: running.port).get(target, ["Host: localhost"] + headers)
        )
      }
      for target in ["/", "/metrics", "/scenario", "/recording", "/live"] {
        #expect(try status(target) == 401)
        #expect(try status(target + "?token=secreT") == 401)
        #expect(try status(target + "?token=") == 401)
        #expect(try status(target + "?token=secretsecret") == 401)
      }
      #expect(try status("/?token=secret") == 200)
      #expect(try status("/metrics", ["Authorization: Bearer secret"]) == 200)
      #expect(try status("/healthz") == 200)
      let viewer = try TestClient(port: running.port)
      #expect(try viewer.upgrade("/live") == 401)
      #expect(
        try TestClient(port: running.port).upgrade("/live?token=secret") == 101
      )
    }
  }

  @Test("answers pages of other sites with 403, and foreign host names with 421")
  func origins() throws {
    try RunningService.with { running in
      let host = "Host: 127.0.0.1:\(running.port)"
      let cases: [(headers: [String], status: Int)] = [
        ([host, "Origin: http://127.0.0.1:\(running.port)"], 101),
        ([host, "Origin: http://127.0.0.1:1"], 403),
        ([host, "Origin: https://evil.example"], 403),
        ([host, "Origin: null"], 403),
        ([host, "Origin: http://127.0.0.1:\(running.port)", "Origin: null"], 403),
        (["Host: evil.example", "Origin: http://evil.example"], 421),
        ([], 400),
      ]
      for (headers, expected) in cases {
        let status = try TestClient(port: running.port).upgrade("/live", headers)
        #expect(status == expected, "\(headers)")
      }
    }
  }

  @Test("answers other protocols with 400, long requests with 431, other methods with 405")
  func malformed() throws {
    try RunningService.with { running in
      let noise = try TestClient(port: running.port)
      try noise.send("\u{1}\u{2}nonsense\r\n\r\n")
      #expect(try status(noise.readToEnd()) == 400)
      let long = try TestClient(port: running.port)
      #expect(
        try status(
          long.get("/", ["Host: localhost", "X: " + String(repeating: "x", count: 20_000)])
        )
          == 431
      )
      let post = try TestClient(port: running.port)
      try post.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")
      #expect(try status(post.readToEnd()) == 405)
      #expect(try isAlive(running) == true)
    }
  }

  @Test("answers a silent client, or one that sends byte by byte, with 408 in the end")
  func slow() throws {
    let options = options { $0.requestTimeout = .milliseconds(200) }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let silent = try TestClient(port: running.port)
      let dribbling = try TestClient(port: running.port)
      try dribbling.send("GET / HTTP/1.1\r\nHost: loc")
      #expect(try status(silent.readToEnd()) == 408)
      #expect(try status(dribbling.readToEnd()) == 408)
    }
  }

  @Test("a viewer who does not answer pings is disconnected")
  func halfOpen() throws {
    let options = options { $0.silence = .milliseconds(300) }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      var pings = 0
      while let message = try client.next() { if message.opcode == 9 { pings += 1 } }
      #expect(pings >= 1)
      #expect(try isAlive(running) == true)
    }
  }

  @Test("answers one viewer too many with 503, and admits it when another has left")
  func tooMany() throws {
    let options = options { $0.maxClients = 3 }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      var viewers = try (0..<3).map { _ in try TestClient(port: running.port) }
      for viewer in viewers { try viewer.upgrade() }
      #expect(try TestClient(port: running.port).upgrade() == 503)
      viewers.removeLast()
      try viewers[0].text(with: "\"clients\":3")
      try viewers[0].text(with: "\"clients\":2")
      #expect(try TestClient(port: running.port).upgrade() == 101)
    }
  }

  @Test(
    "of hundreds of silent connections the oldest are closed; requests are served, and viewers stay"
  )
  func connections() throws {
    let options = options { $0.connectionsPerAddress = 8 }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let viewer = try TestClient(port: running.port)
      try viewer.upgrade()
      let idle = try (0..<200).map { _ in try TestClient(port: running.port) }
      #expect(try isAlive(running) == true)
      #expect(try TestClient(port: running.port).upgrade() == 101)
      #expect(try idle[0].readToEnd() == "")
      let metrics = try TestClient(port: running.port).get("/metrics")
      #expect(!metrics.contains("\ntiltbox_cut_connections_total 0.0\n"))
      _ = try viewer.next { $0.opcode == 2 }
      try viewer.say(#"{"pause":true,"ack":1}"#)
      try viewer.text(with: "\"kind\":\"ack\"")
    }
  }

  @Test("closes with 1009 after a message that is too long, declared or in fragments")
  func oversized() throws {
    try RunningService.with { running in
      let declared = try TestClient(port: running.port)
      try declared.upgrade()
      try declared.send([0x82, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0])
      #expect(try declared.goodbye() == 1009)
      let pieces = try TestClient(port: running.port)
      try pieces.upgrade()
      let piece = [UInt8](repeating: 0x20, count: 3000)
      try pieces.send(1, piece, isLast: false)
      try pieces.send(0, piece, isLast: true)
      #expect(try pieces.goodbye() == 1009)
      #expect(try isAlive(running) == true)
    }
  }

  @Test(
    "closes with 1002 after invalid messages",
    arguments: [
      [0x82, 0x81, 0, 0, 0, 0, 0x54],  // too short
      [0x82, 0x84, 0, 0, 0, 0, 0x54, 2, 0, 0],  // another version
      [0x82, 0x84, 0, 0, 0, 0, 0x58, 1, 0, 0],  // another kind
      // Reserved bytes other than 0.
      [0x82, 0x8C, 0, 0, 0, 0, 0x54, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x82, 0x8C, 0, 0, 0, 0, 0x54, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x81, 0x02, 0x7B, 0x7D],  // not masked
      [0xC1, 0x80, 0, 0, 0, 0, 0x83, 0x80],  // an unknown opcode behind a reserved bit
    ] as [[UInt8]]
  )
  func noMessages(bytes: [UInt8]) throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.send(bytes)
      #expect(try client.goodbye() == 1002)
    }
  }

  @Test(
    "a tilt that is NaN or out of range is rejected, and the current one stays",
    arguments: [Float.nan, .infinity, -.infinity, 1e30]
  )
  func badTilts(number: Float) throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.tilt(number, 0)
      try client.text(with: "\"kind\":\"error\"")
      try client.text(with: "\"gravity\":[0,-1000]")
    }
  }

  @Test(
    "a drag from or to a point out of range is rejected like an impulse there",
    arguments: ["[1e300,0]", "[0,-1e300]", "[1000000001,0]"]
  )
  func badDrags(point: String) throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      for (number, points) in ["\"at\":\(point),\"to\":[0,0]", "\"at\":[0,0],\"to\":\(point)"]
        .enumerated()
      {
        try client.say("{\"drag\":{\"body\":\"crate\",\(points)},\"ack\":\(number)}")
        let answer = try client.text(with: "\"ack\":\(number)")
        #expect(answer.contains("\"kind\":\"error\"") && answer.contains("position"), "\(answer)")
      }
    }
  }

  @Test("a flood of tilts and commands delays no other viewer's, and memory stays bounded")
  func flood() throws {
    try RunningService.with { running in
      let flooding = try TestClient(port: running.port)
      try flooding.upgrade("/live?window=1")
      let viewer = try TestClient(port: running.port)
      try viewer.upgrade("/live?format=json")
      let tilt: [UInt8] = [0x82, 0x8C, 0, 0, 0, 0, 0x54, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F]
      // Unread data stays in the sockets' buffers, which block the sender.
      let many = [UInt8]((0..<2000).flatMap { _ in tilt })
      for _ in 0..<3 { try flooding.send(many) }
      try viewer.say(#"{"speed":0.5,"ack":1}"#)
      try viewer.text(with: "\"kind\":\"ack\"")
      for _ in 0..<300 { try flooding.say(#"{"pause":false,"ack":1}"#) }
      try viewer.say(#"{"speed":1,"ack":2}"#)
      try viewer.text(with: "\"ack\":2")
    }
  }

  @Test("a message in fragments is read as a whole one, with a ping between them")
  func fragments() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      let text = Array(#"{"speed":0.5,"ack":"é"}"#.utf8)
      try client.send(1, Array(text[..<20]), isLast: false)
      try client.send(9, [1, 2, 3])
      try client.send(0, Array(text[20...]), isLast: true)
      #expect(try client.next { $0.opcode == 10 }.payload == [1, 2, 3])
      #expect(try client.text(with: "\"kind\":\"ack\"").contains("é") == true)
    }
  }

  @Test(
    "closes with the code of RFC 6455 after a violation",
    arguments: [
      ([0x80, 0x80, 0, 0, 0, 0], 1002),  // a continuation of nothing
      ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0], 1002),  // another message within one
      ([0x09, 0x80, 0, 0, 0, 0], 1002),  // a ping in fragments
      ([0x83, 0x80, 0, 0, 0, 0], 1002),  // an undefined opcode
      ([0x88, 0x81, 0, 0, 0, 0, 3], 1002),  // half of a closing code
      ([0x88, 0x82, 0, 0, 0, 0, 3, 0xED], 1002),  // a reserved closing code
      ([0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 1007),  // no UTF-8
      ([0x01, 0x82, 0, 0, 0, 0, 0xC3, 0x28], 1007),  // before the rest of the message has come
      ([0x01, 0x81, 0, 0, 0, 0, 0xF4, 0x00, 0x81, 0, 0, 0, 0, 0x90], 1007),  // in a character
      ([0x88, 0x84, 0, 0, 0, 0, 3, 0xE8, 0xC3, 0x28], 1007),
      ([0x88, 0x80, 0, 0, 0, 0], 1000),  // goodbye
    ] as [([UInt8], Int)]
  )
  func violations(bytes: [UInt8], code: Int) throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.send(bytes)
      #expect(try client.goodbye() == code)
    }
  }

  @Test("a client that sends on after a violation receives the closing code, without a reset")
  func orderlyEnd() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.send([0x81, 0x02, 0x7B, 0x7D] + [UInt8](repeating: 0x20, count: 200_000))
      #expect(try client.goodbye() == 1002)
      #expect(try client.next() == nil)
      #expect(!client.wasReset)
    }
  }

  @Test("a viewer has a budget of commands, bodies and resets, and others have their own")
  func budgets() throws {
    let options = options {
      ($0.commandsPerMinute, $0.bodiesPerMinute, $0.resetsPerMinute) = (8, 1, 1)
    }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      for id in ["a", "b"] {
        try client.say(#"{"add":{"id":"\#(id)","circle":5,"at":[50,100],"mass":1},"ack":"\#(id)"}"#)
      }
      #expect(try client.text(with: "\"ack\":\"b\"").contains("1 bodies of a viewer a minute"))
      for number in 1...2 { try client.say(#"{"reset":true,"ack":\#(number)}"#) }
      #expect(try client.text(with: "\"ack\":2").contains("1 resets a minute"))
      for number in 3...9 { try client.say(#"{"speed":1,"ack":\#(number)}"#) }
      #expect(try client.text(with: "\"ack\":9").contains("8 commands of a viewer a minute"))
      let other = try TestClient(port: running.port)
      try other.upgrade()
      try other.say(#"{"speed":1,"ack":1}"#)
      try other.text(with: "\"kind\":\"ack\"")
    }
  }

  @Test("a rejected body does not count towards the budget of bodies")
  func rejectedBody() throws {
    let options = options { $0.bodiesPerMinute = 1 }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      for (id, answer) in [("crate", "error"), ("a", "ack"), ("b", "error")] {
        try client.say(#"{"add":{"id":"\#(id)","circle":5,"at":[50,100],"mass":1},"ack":"\#(id)"}"#)
        #expect(try client.text(with: #""ack":"\#(id)""#).contains(#""kind":"\#(answer)""#))
      }
    }
  }

  @Test("a viewer with the watch token sees the box and moves nothing")
  func watcher() throws {
    let options = options { ($0.token, $0.watchToken) = ("secret", "eyes") }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let watcher = try TestClient(port: running.port)
      #expect(try watcher.upgrade("/live?token=eyes&format=json") == 101)
      #expect(try watcher.next()?.text.contains("\"watches\":true") == true)
      try watcher.tilt(1, 0)
      try watcher.say(#"{"reset":true,"ack":1}"#)
      #expect(try watcher.text(with: "\"ack\":1").contains("only allows watching") == true)
      try watcher.say(#"{"seen":0,"ack":2}"#)
      #expect(try watcher.text(with: "\"ack\":2").contains("\"kind\":\"ack\""))
      try watcher.text(with: "\"gravity\":[0,-1000]")
      #expect(try TestClient(port: running.port).upgrade("/live?token=other") == 401)
    }
  }

  @Test("a viewer who reads nothing holds little memory, and the others see all")
  func stalled() throws {
    let options = options { ($0.commandsPerMinute, $0.bodiesPerMinute) = (100_000, 10_000) }
    try RunningService.with([Scene(name: "box") { .box() }], options) { running in
      let stalled = try (0..<5).map { _ in try TestClient(port: running.port) }
      for client in stalled { try client.upgrade("/live?format=json&window=0") }
      let client = try TestClient(port: running.port)
      try client.upgrade()
      let id = String(repeating: "x", count: 1500)
      for number in 0..<300 {
        try client.say(
          #"{"add":{"id":"\#(id)\#(number)","circle":1,"at":[50,50],"type":"static"}}"#
        )
        if number >= 100 { try client.say(#"{"remove":"\#(id)\#(number - 1)","ack":\#(number)}"#) }
        if number >= 100 { try client.text(with: "\"ack\":\(number)") }
      }
      let metrics = try TestClient(port: running.port).get("/metrics")
      let longest = metrics.split(separator: "\n").first {
        $0.hasPrefix("tiltbox_longest_queue_bytes ")
      }
      let bytes = try #require(longest?.split(separator: " ").last.flatMap { Double($0) })
      // A scene with two hundred such ids has half a megabyte, and the server used to send five per second.
      #expect(bytes < 2_000_000)
    }
  }

  @Test("a tilt without effect is answered only with an error, and does not hold the tilt")
  func rejectedTilt() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.say(#"{"tilt":[1e999,0],"ack":9}"#)
      #expect(try client.text(with: "\"ack\":9").contains("\"kind\":\"error\""))
      try client.say(#"{"lock":true,"ack":1}"#)
      try client.text(with: "\"kind\":\"ack\"")
      let other = try TestClient(port: running.port)
      try other.upgrade("/live?format=json")
      try other.say(#"{"tilt":[1,0],"ack":5}"#)
      let answer = try other.text(with: "\"ack\":5")
      #expect(answer.contains("\"kind\":\"error\"") && answer.contains("has locked the tilt"))
      try other.text(with: "\"gravity\":[0,-1000]")
    }
  }

  @Test("the number of bodies is limited")
  func bodies() throws {
    var live = LiveOptions()
    live.maxBodies = 3
    try RunningService.with([Scene(name: "box") { .box() }], ServerOptions(), live) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      for number in 0..<3 {
        try client.say(
          "{\"add\":{\"id\":\"b\(number)\",\"circle\":5,\"at\":[\(50 + 50 * number),100],\"mass\":1}}"
        )
      }
      #expect(
        try client.text(with: "\"kind\":\"error\"").contains("as many as are allowed") == true
      )
    }
  }

  @Test("bodies cannot pile up in one place, whose contacts would stop the box")
  func heap() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      // Time stands still, so that nothing moves apart.
      try client.say(#"{"pause":true,"ack":1}"#)
      try client.text(with: "\"ack\":1")
      for number in 0..<30 {
        try client.say(
          "{\"add\":{\"id\":\"b\(number)\",\"circle\":5,\"at\":[50,250],\"mass\":1}}"
        )
      }
      let answer = try client.text(with: "\"kind\":\"error\"")
      #expect(answer.contains("more than 20 shapes are in the body's place"), "\(answer)")
      try client.say(
        #"{"add":{"id":"elsewhere","circle":5,"at":[250,250],"mass":1},"ack":2}"#
      )
      #expect(try client.text(with: "\"ack\":2").contains("\"kind\":\"ack\""))
    }
  }

  @Test("no body is added while steps take most of the time that they simulate")
  func overload() throws {
    var heavy = Scenario.box(name: "heavy")
    heavy.world.step = 1.0 / 960
    heavy.world.substeps = 64
    heavy.walls = Scenario.Walls(width: 110, height: 110)
    // A tight box of circles, each with several contacts. A step takes many times the millisecond that it simulates.
    heavy.bodies = (0..<400).map { number in
      BodyDescription(
        id: "b\(number)",
        shapes: [ShapeDescription(.circle(radius: 4))],
        position: .init(Double(number % 20) * 5 + 6, Double(number / 20) * 5 + 6),
        mass: 1
      )
    }
    try RunningService.with([Scene(name: "heavy") { [heavy] in heavy }]) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      let frame = "\"tick\":16,"
      try client.text(with: frame)
      try client.say(#"{"add":{"id":"more","circle":1,"at":[6,109],"mass":1},"ack":1}"#)
      #expect(try client.text(with: "\"ack\":1").contains("the box is overloaded"))
      try client.say(#"{"remove":"b0","ack":2}"#)
      #expect(try client.text(with: "\"ack\":2").contains("\"kind\":\"ack\""))
    }
  }
}
