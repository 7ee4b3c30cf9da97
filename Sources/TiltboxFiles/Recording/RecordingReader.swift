internal import Chipmunk
public import Tiltbox

/// The trajectory of a run that was recorded as JSON lines or MCAP.
public final class RecordingReader: TrajectoryReader {
  /// The length of a tick, in seconds.
  public let step: Double?

  private var source: RecordingSource
  private var bodies: [String] = []
  private var events: [Event] = []
  private let header: Node
  /// The newest line with a list of bodies, and its place.
  private var list: (node: Node, place: String)
  private var listCount = 0
  /// The newest frame with the events before it.
  private var sample: TrajectorySample?
  private var check: RecordingCheck
  private var last: Frame? { sample?.frame }
  private var frameCount = 0
  private var hasSummary = false
  /// The run's end according to the summary.
  private(set) var ending: Scenario.RecordedEnding?
  /// The last tick according to the summary; known at the end.
  public var lastTick: Int? { ending?.ticks }

  /// The header line as written, without its newline.
  let headerLine: [UInt8]

  /// The damage of the recording, or a warning if it has no summary; known at its end. The source is the file with the
  /// line or the byte.
  public private(set) var diagnostic: Diagnostic?

  /// Opens a recording and reads its header.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public convenience init(_ path: String) throws { try self.init(FileLines(path), name: path) }

  /// Reads the header of a recording.
  ///
  /// - Parameters:
  ///   - lines: The lines, all unread.
  ///   - path: The recording's name in errors.
  /// - Throws: `FileError` or ``RecordingError``.
  package init(_ lines: consuming FileLines, name path: String) throws {
    source = try RecordingSource(lines, name: path)
    guard case .line(let line) = try source.next() else { throw source.missingHeader }
    let place = source.place
    headerLine = line
    do {
      header = try Self.read(line)
      try Self.check(header: header, at: place)
      list = (header, place)
      step = header["step"]?.scalar?.number
      bodies = Self.ids(header)
      check = try RecordingCheck(header: header, bodies: bodies)
    } catch let damage as Diagnostic {
      throw Self.error(damage, at: place)
    }
    _ = try RecordedScenario(header: header, list: header, states: []).read(at: place)
  }

  private static func read(_ line: [UInt8]) throws(Diagnostic) -> Node {
    let node = try Node(line: line[...])
    try node.checkWords()
    return node
  }

  /// Throws ``RecordingError`` if the first line is not that of a recording, or if only another version can read it.
  static func check(header: Node, at place: String) throws(RecordingError) {
    guard header["kind"]?.scalar?.text == "header", let version = header["tiltbox"]?.scalar else {
      throw RecordingError(
        "\(place): this is no header of a recording; give a file that tiltbox run has written"
      )
    }
    guard version.whole == 1 else {
      throw RecordingError(
        "\(place): the recording is of version \(version.text.debugDescription), and this is tiltbox "
          + "\(Version.tiltbox), which reads version 1; record the run again with it"
      )
    }
    if let step = header["step"]?.scalar {
      guard let number = step.number, number > 0, number.isFinite else {
        throw RecordingError("\(place): step is \(step.text); a step is finite and above 0 s")
      }
    }
  }

  private static func ids(_ node: Node) -> [String] {
    node["bodies"]?.sequence?.compactMap { $0.scalar?.text } ?? []
  }

  /// Returns the next frame with the events before it. An incomplete last line is omitted, and
  /// ``diagnostic`` describes it.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public func next() throws -> TrajectorySample? {
    while let piece = try nextPiece() {
      if case .frame = piece { return sample }
    }
    return nil
  }

  /// Returns the next piece after the header, checked; nil at the end.
  ///
  /// Throws `FileError` or ``RecordingError``.
  func nextPiece() throws -> RecordedPiece? {
    do {
      switch try source.next() {
      case .line(let line): return try read(line)
      case .frame(let frame): return try take(frame)
      case .event(let event, let time):
        try check(tick: event.tick)
        return try take(event, at: time)
      case .rest(let count):
        if diagnostic == nil { diagnostic = ending(count) }
        return nil
      }
    } catch let damage as Diagnostic {
      throw Self.error(damage, at: place)
    }
  }

  private func read(_ line: [UInt8]) throws -> RecordedPiece {
    if let read = FrameLine(line, bodies: bodies.count) { return try take(read.frame) }
    let node = try Self.read(line)
    switch node["kind"]?.scalar?.text {
    case "frame": return try take(frame(node, tick(of: node)))
    case "bodies":
      bodies = Self.ids(node)
      (list, listCount) = ((node, place), listCount + 1)
      try check.take(newList: node, bodies)
    case "pace": try check.take(pace: node)
    case "gap": try check.check(gap: node)
    case "summary": try read(summary: node)
    case "header": throw error("a second header; give the recordings of two runs one by one")
    case let text?:
      guard let kind = Event.Kind(rawValue: text) else { break }
      let event = try event(kind, node, tick(of: node))
      return try take(event, at: time(of: node, event.tick))
    case nil: throw Diagnostic("the line has no kind")
    }
    return .line(line)
  }

  private func read(summary node: Node) throws {
    hasSummary = true
    guard let ending = Scenario.RecordedEnding(summary: node) else {
      throw Diagnostic("a summary has ticks and a digest of 16 hexadecimal digits")
    }
    self.ending = ending
    try check.check(ending, at: node["t"]?.scalar?.number)
    var flaw: String?
    if let count = node["frames"]?.scalar?.whole, count != frameCount {
      flaw = "counts \(count) frames, and the recording has \(frameCount): lines were lost or added"
    } else if let own = check.otherDigest(than: ending) {
      flaw = "states the digest \(ending.digest), and the frames have \(own): numbers were changed"
    }
    guard let flaw else { return }
    diagnostic = Diagnostic(source: place, "the summary \(flaw); record the run again")
  }

  private func take(_ event: Event, at time: Double) throws -> RecordedPiece {
    try check.check(event, at: time)
    events.append(event)
    return .event(event, time: time)
  }

  private var place: String { source.place }

  private func error(_ message: String) -> RecordingError { RecordingError("\(place): \(message)") }

  private static func error(_ damage: Diagnostic, at place: String) -> RecordingError {
    RecordingError(
      "\(place): \(damage.message); the recording is damaged here, record the run again"
    )
  }

  /// Returns the damage at the end. A recording without a summary may belong to a run that is still going on, which is a
  /// warning.
  private func ending(_ rest: Int) -> Diagnostic? {
    let newest = last.map { "; the last frame is that of tick \($0.tick)" } ?? ""
    if rest > 0 {
      return Diagnostic(
        source: source.tornPlace,
        "the last \(source.unit) was torn, as by a crash: "
          + (rest == 1 ? "its only byte does" : "its \(rest) bytes do")
          + " not count\(newest); record the run again if the rest is needed"
      )
    }
    guard !hasSummary else { return nil }
    let words = "the recording ends without a summary: its run was cut off or is not over\(newest)"
    return Diagnostic(severity: .warning, source: place, words)
  }

  /// Returns the tick of a frame or an event; throws if it is before the newest frame.
  private func tick(of node: Node) throws -> Int {
    guard let tick = node["tick"]?.scalar?.whole, tick >= 0 else {
      throw error("a frame or an event has a tick, a whole number from 0 on")
    }
    try check(tick: tick)
    return tick
  }

  /// Returns the time of a frame or an event; that of its tick if the line has none.
  private func time(of node: Node, _ tick: Int) throws -> Double {
    guard let value = node["t"] else { return Double(tick) * (step ?? 0) }
    guard let time = value.scalar?.number else { throw Diagnostic("t is a number, in seconds") }
    return time
  }

  private func check(tick: Int) throws {
    let newest = events.last?.tick ?? last?.tick ?? 0
    guard tick >= newest else {
      throw error(
        "tick \(tick) comes after tick \(newest); lines were moved, or two recordings mixed: record the run again"
      )
    }
  }

  /// Returns the world and the bodies of the newest frame, as far as a recording contains them: no surfaces, no tilt.
  ///
  /// Throws ``RecordingError`` if the header lacks required data.
  public func scenario() throws -> Scenario {
    try RecordedScenario(header: header, list: list.node, states: last?.states ?? []).read(
      at: list.place
    )
  }

  private func take(_ frame: Frame) throws -> RecordedPiece {
    guard frame.tick >= 0 else { throw error("tick \(frame.tick) is none; ticks count from 0") }
    if let last, frame.tick <= last.tick || !(frame.time > last.time) {
      throw error(
        "a frame of tick \(frame.tick) at \(frame.time.plain) s comes after that of tick \(last.tick) at "
          + "\(last.time.plain) s; lines were moved, or two recordings mixed: record the run again"
      )
    }
    if let event = events.last, event.tick > frame.tick {
      throw error(
        "the frame of tick \(frame.tick) comes after an event of tick \(event.tick); lines were moved: record "
          + "the run again"
      )
    }
    try check.take(frame)
    frameCount += 1
    var full = frame
    (full.bodies, full.list) = (bodies, listCount)
    sample = TrajectorySample(full, history: events.map { HistoryEntry($0) }, events: events)
    events.removeAll()
    return .frame(frame)
  }

  private func event(_ kind: Event.Kind, _ node: Node, _ tick: Int) throws -> Event {
    func name(_ key: String) throws -> String {
      guard let name = node[key]?.scalar?.text else {
        throw error("\(kind.rawValue) has no \"\(key)\", the name of a body; record the run again")
      }
      return name
    }
    let impulse = node["impulse"]?.scalar?.number ?? .nan
    switch kind {
    case .quarantine:
      guard let state = Self.state(node["state"]) else {
        throw error("state has six numbers, all finite")
      }
      return Event(quarantineOf: try name("body"), tick: tick, state: state)
    case .break:
      let (id, point) = (try name("constraint"), try vector(node, "at"))
      let force = node["force"]?.scalar?.number ?? .nan
      return Event(breakOf: id, tick: tick, point: point, impulse: impulse, force: force)
    case .begin, .separate:
      let (a, b) = (try name("a"), try name("b"))
      let point = node["at"] == nil ? nil : try vector(node, "at")
      return Event(kind: kind, tick: tick, a: a, b: b, point: point, impulse: impulse)
    }
  }

  private static func numbers(_ node: Node?) -> [Double] {
    node?.sequence?.compactMap { $0.scalar?.number } ?? []
  }

  private func vector(_ node: Node, _ key: String) throws -> Vector {
    let numbers = Self.numbers(node[key])
    guard numbers.count == 2, node[key]?.sequence?.count == 2 else {
      throw Diagnostic("\(key) has two numbers")
    }
    return Vector(numbers[0], numbers[1])
  }

  private static func state(_ node: Node?) -> BodyState? {
    let numbers = numbers(node)
    guard node?.sequence?.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
    return BodyState(numbers: numbers[...])
  }

  private func frame(_ node: Node, _ tick: Int) throws -> Frame {
    var frame = Frame()
    frame.tick = tick
    frame.states = try (node["bodies"]?.sequence ?? []).map { row in
      guard let state = Self.state(row) else {
        throw error("a body's row has six numbers, all finite; record the run again")
      }
      return state
    }
    frame.time = try time(of: node, tick)
    frame.gravity = try vector(node, "gravity")
    frame.values = (node["values"]?.sequence ?? []).map(Self.numbers)
    frame.asleep = node["asleep"]?.sequence?.map { $0.scalar?.whole ?? -1 } ?? []
    return frame
  }
}
