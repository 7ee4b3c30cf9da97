internal import Chipmunk
package import Tiltbox

/// A recording as an MCAP file: the whole content of the JSON lines, with the same doubles, and the data that Foxglove
/// and Rerun display: transforms with each frame, the scene when it changes, and a log of events.
struct MCAPRecording {
  var writer = MCAPWriter()
  private var transforms = BodyTransforms([])
  /// The bodies in the order in which they appear: a body has the colour of its place.
  private var places: [String: Int] = [:]

  /// Writes the data that a reader needs before the first frame, and closes the chunk.
  ///
  /// - Parameters:
  ///   - line: The header of JSON lines.
  ///   - scenario: The walls and the current bodies.
  ///   - time: The time in seconds.
  mutating func begin(_ line: [UInt8], _ scenario: Scenario, at time: Double) {
    writer.begin(library: "tiltbox \(Version.tiltbox)")
    bodies(line, scenario, at: time)
    writer.closeChunk()
  }

  /// Writes the list of bodies that is valid from here on.
  mutating func bodies(_ line: [UInt8], _ scenario: Scenario, at time: Double) {
    self.line(line, at: time)
    transforms = BodyTransforms(scenario.bodies.map(\.id))
    places.addPlaces(of: scenario.bodies)
    let (time, world) = (Self.nanoseconds(time), transforms.world)
    writer.message(on: .scene, at: time) { [places] out in
      SceneEntities(scenario: scenario, places: places, world: world, nanoseconds: time)
        .append(to: &out)
    }
  }

  /// Writes a line of JSON lines that is neither a frame nor an event.
  mutating func line(_ line: [UInt8], at time: Double) {
    writer.message(on: .lines, at: Self.nanoseconds(time)) { $0.field(1, line) }
  }

  /// Writes a frame with one state per body. Complexity: O(*bodies*).
  mutating func frame(_ frame: Frame) {
    let nanoseconds = Self.nanoseconds(frame.time)
    writer.message(on: .frames, at: nanoseconds) { out in
      out.field(1, UInt64(frame.tick))
      out.field(2, double: frame.time)
      out.field(3, packed: frame.gravity)
      out.field(4, packed: frame.states)
      if !frame.asleep.isEmpty {
        out.message(5) { places in
          for place in frame.asleep { places.varint(UInt64(place)) }
        }
      }
      for values in frame.values { out.message(6) { $0.field(1, packed: values) } }
    }
    writer.message(on: .transforms, at: nanoseconds) { out in
      transforms.append(frame.states, at: nanoseconds, to: &out)
    }
  }

  /// Writes an event, and a line in the log for it.
  mutating func event(_ event: Event, at time: Double) {
    let nanoseconds = Self.nanoseconds(time)
    writer.message(on: .events, at: nanoseconds) { out in
      out.field(1, event.kind.code)
      out.field(2, UInt64(event.tick))
      out.field(3, double: time)
      out.field(4, event.a)
      out.field(5, event.b)
      if event.hasPoint { out.field(6, packed: event.point) }
      out.field(7, double: event.impulse)
      if let state = event.state { out.field(8, packed: [state]) }
      if event.kind == .break { out.field(9, double: event.force) }
    }
    writer.message(on: .log, at: nanoseconds) { out in
      out.timestamp(1, nanoseconds)
      out.field(2, event.kind == .quarantine || event.kind == .break ? 3 : 2)
      out.field(3, event.a + event.kind.verb + event.b)
      out.field(4, "tiltbox")
    }
  }

  /// Converts seconds to nanoseconds; clamps at 285 years, longer than any run.
  private static func nanoseconds(_ time: Double) -> UInt64 {
    UInt64((max(0, min(time, 9e9)) * 1e9).rounded())
  }
}

extension Event.Kind {
  /// The kinds in the order of their numbers in `tiltbox.Event`.
  private static let coded: [Self] = [.begin, .separate, .quarantine, .break]

  /// The number in `tiltbox.Event`.
  fileprivate var code: UInt64 { UInt64(Self.coded.firstIndex(of: self) ?? 0) }

  /// Creates the kind with a number in `tiltbox.Event`.
  init?(code: Int) {
    guard Self.coded.indices.contains(code) else { return nil }
    self = Self.coded[code]
  }
}

// Writes the records that a recorder asks for, from the current simulation.
extension MCAPRecording: RecordingWriter {
  mutating func write(_ part: RecordingPart, of simulation: Simulation, _ text: inout TextBuffer) {
    let time = simulation.time
    switch part {
    case .header: begin(Self.line(of: part, simulation), simulation.currentScenario, at: time)
    case .bodies: bodies(Self.line(of: part, simulation), simulation.currentScenario, at: time)
    case .gap, .pace: line(Self.line(of: part, simulation), at: time)
    case .events:
      // Iterate in place: copying an event would retain its names.
      let events = simulation.events
      let span = events.span
      for index in span.indices { event(span[index], at: time) }
    case .frame: frame(Frame(of: simulation, bodies: [], list: 0, contacts: []))
    case .summary(let summary):
      line(Self.line(of: part, simulation), at: summary.time)
      writer.end()
    }
    text.append(writer.block)
    writer.clear()
  }

  /// Returns a part as a line of JSON, without its newline.
  private static func line(of part: RecordingPart, _ simulation: Simulation) -> [UInt8] {
    var text = TextBuffer()
    JSONLinesWriter().write(part, of: simulation, &text)
    return Array(text.bytes.dropLast())
  }
}

extension Simulation {
  /// The scenario with the current bodies.
  fileprivate var currentScenario: Scenario {
    var scenario = scenario
    scenario.bodies = descriptions
    return scenario
  }
}

/// Converts a recording to MCAP, a part at a time. Doubles stay the same; missing parts stay missing.
package final class MCAPTranscription {
  private let trajectory: RecordingReader
  private var recording = MCAPRecording()
  private var isOver = false
  private var newestTime: Double?
  /// The tick of that time, and the length of the ticks after it.
  private var tick = 0
  private var step: Double
  /// Lines before the first piece that has a time.
  private var early: [[UInt8]]

  /// Whether the file is finished and nothing is missing.
  package var isComplete: Bool { isOver && diagnostic == nil }

  /// The progress in simulated seconds.
  package var time: Double { newestTime ?? 0 }

  /// The diagnostic of the recording; known at its end.
  package var diagnostic: Diagnostic? { trajectory.diagnostic }

  /// Creates a conversion of a recording of which only the header has been read.
  package init(_ trajectory: RecordingReader) {
    self.trajectory = trajectory
    early = [trajectory.headerLine]
    step = trajectory.step ?? 0
  }

  /// Reads up to the next frame. Complexity: O(*bodies* + *events*).
  ///
  /// - Returns: Bytes to append to the file, perhaps none; nil when the file is complete.
  /// - Throws: `FileError`, ``RecordingError``.
  package func next() throws -> ArraySlice<UInt8>? {
    guard !isOver else { return nil }
    if try !writeFrame() {
      isOver = true
      try begin(at: time)
      recording.writer.end()
    }
    let block = recording.writer.block
    if !block.isEmpty { recording.writer.clear() }
    return block
  }

  /// Writes all pieces up to the next frame; returns false if there is none.
  private func writeFrame() throws -> Bool {
    while let piece = try trajectory.nextPiece() {
      switch piece {
      case .line(let line):
        if newestTime == nil { early.append(line) } else { try write(line) }
      case .event(let event, let time):
        try begin(at: time)
        tick = event.tick
        recording.event(event, at: time)
      case .frame(let frame):
        try begin(at: frame.time)
        tick = frame.tick
        recording.frame(frame)
        return true
      case .rest: break
      }
    }
    return false
  }

  /// Writes the lines that waited for a time.
  private func begin(at time: Double) throws {
    let isFirst = newestTime == nil
    newestTime = time
    guard isFirst, let header = early.first else { return }
    recording.begin(header, try trajectory.scenario(), at: time)
    for line in early.dropFirst() { recording.line(line, at: time) }
    early.removeAll()
  }

  /// Writes a line at its own time, at that of its tick, or otherwise at the time of the previous piece.
  private func write(_ line: [UInt8]) throws {
    let node = try? Node(line: line[...])
    let ticks = (node?["tick"]?.scalar?.whole ?? tick) &- tick
    let time = node?["t"]?.scalar?.number ?? self.time + Double(ticks) * step
    step = node?["step"]?.scalar?.number ?? step
    guard node?["kind"]?.scalar?.text == "bodies" else { return recording.line(line, at: time) }
    recording.bodies(line, try trajectory.scenario(), at: time)
  }
}
