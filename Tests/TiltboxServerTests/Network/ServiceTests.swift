import Foundation
import Synchronization
import Testing
import Tiltbox
import TiltboxFiles
import TiltboxServer

@Suite("Service", .serialized)
struct ServiceTests {
  @Test("serves the whole page, with no other resources")
  func page() throws {
    try RunningService.with { running in
      let page = try TestClient(port: running.port).get("/")
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(page.contains("Content-Security-Policy: default-src 'none'"))
      #expect(page.contains("class BoxCanvas") && page.contains("</body>"))
      #expect(!page.contains("src=\"http") && !page.contains("url(http"))
    }
  }

  @Test("rejects a number that is no port, and a text that is no token", arguments: ["", "a b&c"])
  func options(token: String) throws {
    let scene = Scene(name: "box") { .box() }
    for change in [\ServerOptions.token, \ServerOptions.watchToken] {
      var options = ServerOptions()
      options[keyPath: change] = token
      let error = #expect(throws: ServerError.self) { try LiveService([scene], options) }
      #expect(error?.description.hasSuffix("; give 1 to 256 letters, digits, - and _") == true)
    }
    for port in [-1, 70_000] {
      var options = ServerOptions()
      options.port = port
      let error = #expect(throws: ServerError.self) { try LiveService([scene], options) }
      #expect(error?.description == "the port is \(port); give 0 to 65535")
    }
  }

  @Test("rejects two scenes of one name")
  func names() {
    let scenes = ["box", "ball", "box"].map { Scene(name: $0) { .box() } }
    let error = #expect(throws: ServerError.self) { try LiveService(scenes, ServerOptions()) }
    #expect(
      error?.description == "scenes 1 and 3 are both called \"box\"; give each its own name"
    )
  }

  @Test("rejects a limit below its range")
  func limits() {
    let limits = [
      (\ServerOptions.maxClients, "maxClients", 1),
      (\.connectionsPerAddress, "connectionsPerAddress", 1),
      (\.commandsPerMinute, "commandsPerMinute", 1), (\.bodiesPerMinute, "bodiesPerMinute", 0),
      (\.resetsPerMinute, "resetsPerMinute", 0),
    ]
    for (limit, name, least) in limits {
      var options = ServerOptions()
      options[keyPath: limit] = least - 1
      let error = #expect(throws: ServerError.self) {
        try LiveService([Scene(name: "box") { .box() }], options)
      }
      #expect(error?.description == "\(name) is \(least - 1); give \(least) or more")
    }
  }

  @Test("rejects a limit of the run out of its range")
  func limitsOfRun() {
    let limits = [
      (\LiveOptions.maxBodies, -1, "maxBodies is -1; give 0 or more"),
      (\.recordingLimit, -1, "recordingLimit is -1; give 0 or more"),
      (\.threads, 0, "threads is 0; give 1 to 64"), (\.threads, 65, "threads is 65; give 1 to 64"),
    ]
    for (limit, value, message) in limits {
      var live = LiveOptions()
      live[keyPath: limit] = value
      let error = #expect(throws: ServerError.self) {
        try LiveService([Scene(name: "box") { .box() }], ServerOptions(), live: live)
      }
      #expect(error?.description == message)
    }
  }

  @Test(
    "rejects a timeout that is no time to wait",
    arguments: [.zero, .seconds(-1), .seconds(86_401)] as [Duration]
  )
  func timeouts(timeout: Duration) {
    for change in [\ServerOptions.requestTimeout, \.silence] {
      var options = ServerOptions()
      options[keyPath: change] = timeout
      let error = #expect(throws: ServerError.self) {
        try LiveService([Scene(name: "box") { .box() }], options)
      }
      #expect(error?.description.hasSuffix(" is \(timeout); give 0.001 to 86400 seconds") == true)
    }
  }

  @Test("closes its port with its last reference")
  func lastReference() throws {
    var options = ServerOptions()
    for _ in 0..<3 { options.port = try LiveService([Scene(name: "box") { .box() }], options).port }
  }

  @Test("closes its connections if an observer of its events has its last reference")
  func lastReferenceOfObserver() throws {
    let last = Mutex<LiveService?>(nil)
    var options = ServerOptions()
    options.log = { _ in last.withLock { $0 = nil } }
    let port = try last.withLock { last in
      let service = try LiveService([Scene(name: "box") { .box() }], options)
      last = service
      return service.port
    }
    let client = try TestClient(port: port)
    try client.upgrade()
    #expect(try client.goodbye() == 1001)
  }

  @Test("a watch token restricts nobody alone, and is rejected", arguments: [nil, "look"])
  func watchToken(token: String?) throws {
    var options = ServerOptions()
    (options.token, options.watchToken) = (token, "look")
    let error = #expect(throws: ServerError.self) {
      try LiveService([Scene(name: "box") { .box() }], options)
    }
    #expect(error?.description.hasPrefix("a watch token needs another token") == true)
  }

  @Test("answers at each of its addresses, and with 404 at others")
  func addresses() throws {
    try RunningService.with { running in
      func get(_ target: String) throws -> String { try TestClient(port: running.port).get(target) }
      let viewer = try TestClient(port: running.port)
      try viewer.upgrade()
      try viewer.text(with: "\"bodies\":1,")
      #expect(try get("/healthz").hasSuffix("\r\n\r\nok\n") == true)
      #expect(try get("/scenario").contains("\"id\":\"crate\"") == true)
      #expect(try get("/metrics").contains("\ntiltbox_bodies 1.0\n") == true)
      let recording = try get("/recording")
      #expect(recording.contains("\"kind\":\"header\"") && recording.hasSuffix("}\n"))
      #expect(recording.contains("\n{\"kind\":\"summary\",\"ticks\":"))
      let mcap = try get("/recording.mcap")
      #expect(mcap.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(mcap.contains("filename=\"run.mcap\"") && mcap.contains("transfer-encoding: chunked"))
      #expect(mcap.contains("MCAP0\r\n") && mcap.hasSuffix("MCAP0\r\n\r\n0\r\n\r\n"))
      #expect(try get("/nothing").hasPrefix("HTTP/1.1 404 ") == true)
      #expect(try get("/live").hasPrefix("HTTP/1.1 426 ") == true)
    }
  }

  @Test("a viewer receives its number, the scene, the status and frames")
  func frames() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      #expect(try client.upgrade() == 101)
      #expect(try client.next()?.text.contains("\"kind\":\"welcome\"") == true)
      #expect(
        try client.text(with: "\"kind\":\"scene\"").contains("\"bodies\":[\"crate\"]") == true
      )
      let frame = try client.next { $0.opcode == 2 }
      #expect(frame.payload.prefix(2) == [0x46, 1])
      #expect(frame.payload.count == 40 + 12 + 4)
      try client.text(with: "\"kind\":\"status\"")
    }
  }

  @Test("a tilt turns gravity, and the viewer who sent it holds the tilt")
  func tilt() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.text(with: "\"gravity\":[0,-1000]")
      try client.tilt(0.5, -0.5)
      try client.text(with: "\"gravity\":[500,-500]")
      try client.say(#"{"tilt":[1,0]}"#)
      try client.text(with: "\"gravity\":[1000,0]")
      let other = try TestClient(port: running.port)
      try other.upgrade()
      try other.text(with: "\"holder\":1")
    }
  }

  @Test("a locked tilt is kept from the others until its holder leaves")
  func lock() throws {
    try RunningService.with { running in
      let other = try TestClient(port: running.port)
      do {
        let holder = try TestClient(port: running.port)
        try holder.upgrade()
        try holder.say(#"{"lock":true,"ack":1}"#)
        try holder.text(with: "\"kind\":\"ack\"")
        try other.upgrade("/live?format=json")
        try other.text(with: "\"locked\":true")
        try other.say(#"{"lock":true,"ack":2}"#)
        try other.text(with: "another viewer has locked the tilt")
      }
      try other.text(with: "\"locked\":false")
      try other.tilt(1, 0)
      try other.text(with: "\"gravity\":[1000,0]")
    }
  }

  @Test("commands act and are answered; mistakes are reported and never end the service")
  func commands() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.say(#"{"add":{"id":"ball","circle":9,"at":[50,50],"mass":1},"ack":"a"}"#)
      try client.text(with: "\"ack\":\"a\"")
      try client.text(with: "\"bodies\":[\"crate\",\"ball\"]")
      try client.say(#"{"remove":"nobody","ack":2}"#)
      #expect(try client.text(with: "\"ack\":2").contains("no body is called") == true)
      try client.say(#"{"quit":true,"ack":3}"#)
      #expect(try client.text(with: "\"ack\":3").contains("viewers cannot do that") == true)
      try client.say(#"{"ack":4"#)
      #expect(try client.text(with: "not JSON").contains("\"kind\":\"error\"") == true)
      try client.say(#"{"impulse":{"body":"crate","by":[1,1]},"ack":5}"#)
      try client.text(with: "\"kind\":\"ack\"")
      try client.say(#"{"seen":0,"ack":6}"#)
      try client.say(#"{"speed":1,"ack":7}"#)
      #expect(try client.text(with: "\"kind\":\"ack\"").contains("\"ack\":6"))
    }
  }

  @Test("a viewer with a wrong parameter is not let in, and hears why")
  func parameters() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      #expect(try client.upgrade("/live?window=abc") == 400)
    }
  }

  @Test("pauses, steps by one tick, and restarts the scene")
  func control() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.say(#"{"step":true,"ack":0}"#)
      #expect(try client.text(with: "\"ack\":0").contains("pause it before") == true)
      try client.say(#"{"pause":true,"ack":1}"#)
      try client.text(with: "\"ack\":1")
      // Ticks that were already due may still arrive.
      try client.say(#"{"speed":1,"ack":9}"#)
      let tick = try #require(try client.text(with: "\"ack\":9").number("tick"))
      try client.say(#"{"step":true,"ack":2}"#)
      try client.text(with: "\"tick\":\(tick + 1),\"t\"")
      try client.say(#"{"reset":true}"#)
      try client.text(with: "\"kind\":\"scene\"")
      try client.text(with: "\"kind\":\"frame\",\"list\":2,\"tick\":0,")
    }
  }

  @Test("another scene of the folder can be chosen, by its name alone")
  func scenes() throws {
    let scenes = ["one", "two"].map { name in Scene(name: name) { .box(name: name) } }
    try RunningService.with(scenes) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.text(with: "\"scenes\":[\"one\",\"two\"]")
      try client.say(#"{"scene":"../two"}"#)
      try client.text(with: "no scenario is called")
      try client.say(#"{"scene":"two"}"#)
      try client.text(with: "\"scene\":\"two\"")
    }
  }

  @Test("rejects a scene whose tilt recording is missing, and continues the current one")
  func missingTilt() throws {
    let gone = Scene(name: "gone") {
      var scenario = Scenario.box(name: "gone")
      let (path, options) = ("/nonexistent.csv", TiltOptions())
      scenario.tilt.source = .file(path: path, options: options, interpolation: .hold)
      return scenario
    }
    try RunningService.with([Scene(name: "box") { .box() }, gone]) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.say(#"{"scene":"gone","ack":1}"#)
      // Viewers learn nothing about the operator's files.
      #expect(try client.text(with: "gone cannot begin").contains("/") == false)
      try client.say(#"{"pause":true,"ack":2}"#)
      try client.text(with: "\"ack\":2")
    }
  }

  @Test("a viewer pulls a crate by a spring, and it stays down when it is let go")
  func drag() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.say(#"{"drag":{"body":"crate","at":[0,0],"to":[150,200]}}"#)
      _ = try client.next { $0.text.height > 190 }
      try client.say(#"{"release":true}"#)
      _ = try client.next { $0.text.height < 20 }
      try client.say(#"{"drag":{"body":"wall","at":[0,0],"to":[150,200]}}"#)
      try client.text(with: "no body is called")
    }
  }

  @Test("two viewers see the same states at the same tick")
  func same() throws {
    try RunningService.with { running in
      let clients = try (0..<2).map { _ in try TestClient(port: running.port) }
      for client in clients { try client.upgrade("/live?format=json") }
      try clients[0].tilt(1, 0)
      var frames: [[Int: String]] = []
      for client in clients {
        var seen: [Int: String] = [:]
        while seen.count < 40 {
          let text = try client.text(with: "\"kind\":\"frame\"")
          if let tick = text.number("tick") { seen[tick] = text }
        }
        frames.append(seen)
      }
      let common = Set(frames[0].keys).intersection(frames[1].keys)
      #expect(common.count > 20)
      #expect(common.allSatisfy { frames[0][$0] == frames[1][$0] })
    }
  }

  @Test(
    "a viewer who does not acknowledge frames gets a window of frames, and later the newest"
  )
  func window() throws {
    try RunningService.with { running in
      let slow = try TestClient(port: running.port)
      try slow.upgrade("/live?window=6")
      let watch = try TestClient(port: running.port)
      try watch.upgrade("/live?format=json")
      let first = try watch.text(with: "\"kind\":\"frame\"").number("tick") ?? 0
      _ = try watch.next {
        $0.text.contains("frame") && ($0.text.number("tick") ?? 0) > first + 120
      }
      var ticks: [Int] = []
      // The next text follows all frames that were sent.
      try slow.say(#"{"speed":1,"ack":1}"#)
      while true {
        guard let message = try slow.next() else { break }
        if message.opcode == 2 { ticks.append(message.tick) }
        if message.text.contains("\"kind\":\"ack\"") { break }
      }
      #expect((1...5).contains(ticks.count))
      let last = try #require(ticks.last)
      try slow.send(
        2,
        [0x53, 1, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: last >> (8 * $0)) }
      )
      let next = try slow.next { $0.opcode == 2 }
      #expect(next.tick > last + 60)
      // A tick that it cannot have drawn is the newest that it was sent.
      try slow.send(2, [0x53, 1, 0, 0] + [UInt8](repeating: 0x7F, count: 8))
      #expect(try slow.next { $0.opcode == 2 }.tick > next.tick)
    }
  }

  @Test("the actions of viewers are in the journal, which repeats the run bit for bit")
  func journal() throws {
    let path = FileManager.default.temporaryDirectory.path + "/serve-\(UUID()).journal"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withJournal(path) { client, _ in
      try client.tilt(0.25, -1)
      try client.say(#"{"drag":{"body":"crate","at":[9,9],"to":[90,200]}}"#)
      _ = try client.next { $0.text.height > 180 }
      try client.say(#"{"add":{"id":"ball","circle":9,"at":[50,50],"mass":1}}"#)
      try client.text(with: "\"bodies\":[\"crate\",\"ball\"]")
    }
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.divergence == nil)
    #expect(replay.simulation.descriptions.count == 2)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8).contains(
        "\"end\":\"\(replay.simulation.digest)\""
      )
    )
  }

  @Test("the recording has the frames of the journal's replay")
  func recordingOfJournal() throws {
    let path = FileManager.default.temporaryDirectory.path + "/serve-\(UUID()).journal"
    let recording = path + ".jsonl"
    defer { for file in [path, recording] { try? FileManager.default.removeItem(atPath: file) } }
    try withJournal(path) { client, running in
      // The first one may come at tick 0.
      for (id, list) in [("a", #""crate","a""#), ("b", #""crate","a","b""#)] {
        try client.say(#"{"add":{"id":"\#(id)","circle":9,"at":[50,50],"mass":1}}"#)
        try client.text(with: "\"bodies\":[\(list)]")
      }
      let answer = try TestClient(port: running.port).get("/recording")
      let text = try #require(answer.components(separatedBy: "\r\n\r\n").last)
      try text.write(toFile: recording, atomically: true, encoding: .utf8)
    }
    let comparison = try Comparison(TrajectoryReaders.open(recording), TrajectoryReaders.open(path))
    #expect([.same, .ended(secondGoesOn: true)].contains(comparison.outcome))
  }

  @Test("the journal has a digest each second without input, so a killed run continues there")
  func digests() throws {
    let path = FileManager.default.temporaryDirectory.path + "/serve-\(UUID()).journal"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withJournal(path) { client, _ in
      _ = try client.next { _ in
        (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"digest\":") ?? false
      }
      // The lines that a killed process leaves.
      let replay = try Replay(JournalReader(path))
      try replay.run()
      #expect(replay.divergence == nil && replay.simulation.time >= 1)
    }
  }

  /// Connects a viewer to a service that writes the journal of its first session, and records each tick.
  private func withJournal(
    _ path: String,
    _ body: (TestClient, RunningService) throws -> Void
  ) throws {
    var live = LiveOptions()
    live.journal = { scenario, session in
      session == 1 ? try Journal(creating: path, of: scenario, sync: .never) : nil
    }
    let scene = Scene(name: "box") {
      var scenario = Scenario.box()
      scenario.run.frames = 120
      return scenario
    }
    try RunningService.with([scene], ServerOptions(), live) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try body(client, running)
    }
  }

  @Test("rejects a reset if the journal cannot be opened, and the run continues")
  func journalOfReset() throws {
    let path = FileManager.default.temporaryDirectory.path + "/serve-\(UUID()).journal"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var live = LiveOptions()
    live.journal = { scenario, _ in try Journal(creating: path, of: scenario, sync: .never) }
    try RunningService.with([Scene(name: "box") { .box() }], ServerOptions(), live) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.say(#"{"reset":true,"ack":1}"#)
      #expect(try client.text(with: "\"ack\":1").contains("box cannot begin") == true)
      try client.say(#"{"tilt":[1,0],"ack":2}"#)
      try client.text(with: "\"kind\":\"ack\"")
    }
  }

  @Test("a run continues from its journal with its bodies, tilt and pause")
  func resume() throws {
    let path = FileManager.default.temporaryDirectory.path + "/serve-\(UUID()).journal"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var live = LiveOptions()
    live.journal = { scenario, _ in try Journal(creating: path, of: scenario, sync: .never) }
    try RunningService.with([Scene(name: "box") { .box() }], ServerOptions(), live) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      try client.say(#"{"tilt":[0.5,-1]}"#)
      try client.say(#"{"add":{"id":"ball","circle":9,"at":[50,50],"mass":1}}"#)
      try client.say(#"{"pause":true,"ack":1}"#)
      try client.text(with: "\"kind\":\"ack\"")
    }
    live.resume = {
      let replay = try Replay(JournalReader(path), from: .infinity)
      try replay.run()
      return (replay, try Journal(continuing: replay, sync: .never))
    }
    try RunningService.with([Scene(name: "box") { .box() }], ServerOptions(), live) { running in
      let client = try TestClient(port: running.port)
      try client.upgrade("/live?format=json")
      try client.text(with: "\"bodies\":[\"crate\",\"ball\"]")
      try client.text(with: "\"gravity\":[500,-1000]")
      try client.text(with: "\"paused\":true")
      try client.say(#"{"remove":"ball","ack":2}"#)
      try client.text(with: "\"ack\":2")
    }
    let replay = try Replay(JournalReader(path))
    try replay.run()
    #expect(replay.divergence == nil && replay.simulation.descriptions.count == 1)
  }

  @Test("a run without space for its recording continues, and reports that nothing is recorded")
  func noRecording() throws {
    var live = LiveOptions()
    live.recordingLimit = 0
    try RunningService.with([Scene(name: "box") { .box() }], ServerOptions(), live) { running in
      let viewer = try TestClient(port: running.port)
      try viewer.upgrade()
      _ = try viewer.next { $0.opcode == 2 }
      let answer = try TestClient(port: running.port).get("/recording")
      #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("nothing is recorded"))
    }
  }

  @Test("says goodbye to its viewers when it stops")
  func stops() throws {
    try RunningService.with { running in
      let client = try TestClient(port: running.port)
      try client.upgrade()
      running.stop()
      #expect(try client.goodbye() == 1001)
    }
  }
}

extension String {
  /// The number that follows a key.
  fileprivate func number(_ key: String) -> Int? {
    guard let range = firstRange(of: "\"\(key)\":") else { return nil }
    return Int(self[range.upperBound...].prefix { $0.isNumber })
  }

  /// The first body's y in a frame.
  fileprivate var height: Double {
    guard let range = firstRange(of: "\"bodies\":[["), contains("\"kind\":\"frame\"") else {
      return .nan
    }
    let parts = self[range.upperBound...].split(separator: ",", maxSplits: 2)
    return parts.count > 1 ? Double(parts[1]) ?? .nan : .nan
  }
}

extension TestClient.Message {
  /// A frame's tick.
  fileprivate var tick: Int { payload[8..<16].reversed().reduce(0) { $0 << 8 | Int($1) } }
}
