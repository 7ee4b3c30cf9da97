internal import Chipmunk
public import Tiltbox

/// The course of a run that was recorded as JSON lines.
public final class RecordingCourse: Course {
  /// The length of a tick, in seconds.
  public let step: Double?

  private let path: String
  private var lines: FileLines
  private var lineNumber = 0
  private var bodies: [String] = []
  private var happenings: [Happening] = []
  private var events: [Event] = []
  private let header: Node
  /// The newest line that says which bodies there are, and its number.
  private var list: (node: Node, line: Int)
  private var states: [BodyState] = []

  /// Opens a recording and reads its header.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public convenience init(_ path: String) throws {
    try self.init(FileLines(path), name: path)
  }

  /// Reads the header of a recording of which these are the lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, none of which was read.
  ///   - path: What the recording is called in errors.
  /// - Throws: `FileError` or ``RecordingError``.
  package init(_ lines: consuming FileLines, name path: String) throws {
    self.path = path
    self.lines = lines
    guard case .line(let line) = try self.lines.next() else {
      throw RecordingError("\(path): the recording is empty")
    }
    lineNumber = 1
    header = try Self.read(line, path, 1)
    list = (header, 1)
    step = header["step"]?.scalar?.number
    bodies = Self.ids(header)
  }

  private static func read(_ line: [UInt8], _ path: String, _ number: Int) throws -> Node {
    do {
      return try JSONReader.read(line[...])
    } catch {
      throw RecordingError("\(path):\(number): \(error.message)")
    }
  }

  private static func ids(_ node: Node) -> [String] {
    node["bodies"]?.sequence?.compactMap { $0.scalar?.text } ?? []
  }

  /// The next frame, with the events before it. A last line without its end is left out.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public func next() throws -> Moment? {
    while case .line(let line) = try lines.next() {
      lineNumber += 1
      if let frame = FrameLine(line, bodies: bodies.count) {
        return moment(
          Frame(
            tick: frame.tick,
            time: frame.time,
            gravity: frame.gravity,
            bodies: bodies,
            states: frame.states,
            asleep: frame.asleep
          )
        )
      }
      let node = try Self.read(line, path, lineNumber)
      let tick = node["tick"]?.scalar?.whole ?? 0
      switch node["kind"]?.scalar?.text {
      case "frame": return moment(try frame(node, tick))
      case "bodies":
        bodies = Self.ids(node)
        list = (node, lineNumber)
      case let text?:
        guard let kind = Event.Kind(rawValue: text) else { continue }
        let event = event(kind, node, tick)
        events.append(event)
        happenings.append(Happening(event))
      case nil: break
      }
    }
    return nil
  }

  /// The world and the bodies of the newest frame, as far as a recording knows them: no surfaces, no tilt.
  ///
  /// Throws ``RecordingError`` where the header does not tell enough.
  public func scenario() throws -> Scenario {
    try RecordedScenario(header: header, list: list.node, states: states).read(
      at: "\(path):\(list.line)"
    )
  }

  private func moment(_ frame: Frame) -> Moment {
    states = frame.states
    defer {
      happenings.removeAll()
      events.removeAll()
    }
    return Moment(frame, happenings: happenings, events: events)
  }

  private func event(_ kind: Event.Kind, _ node: Node, _ tick: Int) -> Event {
    if kind == .quarantine {
      return Event(
        quarantineOf: node["body"]?.scalar?.text ?? "?",
        tick: tick,
        state: Self.state(Self.numbers(node["state"])) ?? BodyState()
      )
    }
    return Event(
      kind: kind,
      tick: tick,
      a: node["a"]?.scalar?.text ?? "?",
      b: node["b"]?.scalar?.text ?? "?",
      point: Self.vector(node["at"]) ?? .zero,
      impulse: node["impulse"]?.scalar?.number ?? 0
    )
  }

  private static func numbers(_ node: Node?) -> [Double] {
    node?.sequence?.compactMap { $0.scalar?.number } ?? []
  }

  private static func vector(_ node: Node?) -> Vector? {
    let numbers = numbers(node)
    return numbers.count == 2 ? Vector(numbers[0], numbers[1]) : nil
  }

  private static func state(_ numbers: [Double]) -> BodyState? {
    guard numbers.count == 6 else { return nil }
    return BodyState(
      position: Vector(numbers[0], numbers[1]),
      angle: numbers[2],
      velocity: Vector(numbers[3], numbers[4]),
      angularVelocity: numbers[5]
    )
  }

  private func frame(_ node: Node, _ tick: Int) throws -> Frame {
    let rows = node["bodies"]?.sequence ?? []
    guard rows.count == bodies.count else {
      throw RecordingError(
        "\(path):\(lineNumber): the frame has \(rows.count) rows, and there are \(bodies.count) bodies"
      )
    }
    let states = try rows.map { row in
      guard let state = Self.state(row.sequence?.map { $0.scalar?.number ?? .nan } ?? []) else {
        throw RecordingError("\(path):\(lineNumber): a body's row has six numbers")
      }
      return state
    }
    let asleep = node["asleep"]?.sequence?.compactMap { $0.scalar?.whole } ?? []
    return Frame(
      tick: tick,
      time: node["t"]?.scalar?.number ?? Double(tick) * (step ?? 0),
      gravity: Self.vector(node["gravity"]) ?? .zero,
      bodies: bodies,
      states: states,
      values: (node["values"]?.sequence ?? []).map(Self.numbers),
      asleep: asleep.filter(bodies.indices.contains)
    )
  }
}

/// Why a recording cannot be read: file, line and reason.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// File, line and reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
