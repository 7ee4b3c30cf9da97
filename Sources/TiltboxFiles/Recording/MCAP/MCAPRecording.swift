internal import Chipmunk
internal import Tiltbox

/// A recording as an MCAP file: the whole content of the JSON lines, with the same doubles, and the data that Foxglove
/// and Rerun display: transforms with each frame, the scene when it changes, and a log of events.
struct MCAPRecording {
  private var writer = MCAPWriter()
  private var transforms = BodyTransforms([])

  init() {}

  /// Whole records to append to the file.
  var block: ArraySlice<UInt8> { writer.block }

  /// Removes the ``block`` after it has been written to the file.
  mutating func clear() { writer.clear() }

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
    let nanoseconds = Self.nanoseconds(time)
    writer.message(on: .scene, at: nanoseconds) { [transforms] out in
      SceneEntities(scenario: scenario, world: transforms.world, nanoseconds: nanoseconds)
        .append(to: &out)
    }
  }

  /// Writes a line of JSON lines that is neither a frame nor an event.
  mutating func line(_ line: [UInt8], at time: Double) {
    writer.message(on: .lines, at: Self.nanoseconds(time)) { $0.field(1, line[...]) }
  }

  /// Writes a frame with one state per body. Complexity: O(*bodies*).
  mutating func frame(_ frame: RecordedFrame) {
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
    let names = event.a.utf8.count + event.b.utf8.count
    // The size without the names: tags, lengths of at most ten bytes, and at most nine doubles.
    writer.message(on: .events, at: nanoseconds, atMost: 160 + names) { out in
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
    writer.message(on: .log, at: nanoseconds, atMost: 100 + names) { out in
      out.timestamp(1, nanoseconds)
      out.field(2, event.kind == .quarantine || event.kind == .break ? 3 : 2)
      out.field(3, event.a, event.kind.verb, event.b)
      out.field(4, "tiltbox")
    }
  }

  /// Ends the file; nothing may follow.
  mutating func end() { writer.end() }

  /// Converts seconds to nanoseconds; clamps at 285 years, longer than any run.
  private static func nanoseconds(_ time: Double) -> UInt64 {
    UInt64((max(0, min(time, 9e9)) * 1e9).rounded())
  }
}

/// The numbers of a frame, without the names of its bodies.
struct RecordedFrame {
  var tick = 0
  var time = 0.0
  var gravity = Vector.zero
  var states: [BodyState] = []
  var values: [[Double]] = []
  var asleep: [Int] = []
}

extension Event.Kind {
  /// The number in `tiltbox.Event`.
  fileprivate var code: UInt64 {
    switch self {
    case .begin: 0
    case .separate: 1
    case .quarantine: 2
    case .break: 3
    }
  }

  /// Creates the kind with a number in `tiltbox.Event`.
  init?(code: UInt64) {
    guard let kind = [Self.begin, .separate, .quarantine, .break].first(where: { $0.code == code })
    else {
      return nil
    }
    self = kind
  }
}
