internal import Chipmunk
internal import Tiltbox

/// A recording as an MCAP file: everything that JSON lines have, with the same doubles, and beside it what Foxglove and
/// Rerun show: transforms with each frame, the scene where it changes, a log of events.
struct MCAPRecording {
  private var writer = MCAPWriter()
  private var transforms = BodyTransforms([])

  init() {}

  /// Whole records that belong into the file next.
  var block: ArraySlice<UInt8> { writer.block }

  /// Forgets the ``block``, which the file has now.
  mutating func clear() { writer.clear() }

  /// Writes what a reader has to know before the first frame, and closes the chunk.
  ///
  /// - Parameters:
  ///   - line: The header of JSON lines.
  ///   - scenario: The walls, and the bodies that there are.
  ///   - time: In seconds.
  mutating func begin(_ line: [UInt8], _ scenario: Scenario, at time: Double) {
    writer.begin(library: "tiltbox \(Version.tiltbox)")
    bodies(line, scenario, at: time)
    writer.closeChunk()
  }

  /// Writes which bodies there are from here on.
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

  /// Writes a frame, of as many states as there are bodies. Complexity: O(*bodies*).
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

  /// Writes an event, and a line of the log for it.
  mutating func event(_ event: Event, at time: Double) {
    let nanoseconds = Self.nanoseconds(time)
    let names = event.a.utf8.count + event.b.utf8.count
    // Besides the names: tags, lengths of at most ten bytes, and at most nine doubles.
    writer.message(on: .events, at: nanoseconds, atMost: 160 + names) { out in
      out.field(1, event.kind.code)
      out.field(2, UInt64(event.tick))
      out.field(3, double: time)
      out.field(4, event.a)
      out.field(5, event.b)
      out.field(6, packed: event.point)
      out.field(7, double: event.impulse)
      if let state = event.state { out.field(8, packed: [state]) }
    }
    writer.message(on: .log, at: nanoseconds, atMost: 100 + names) { out in
      out.timestamp(1, nanoseconds)
      out.field(2, event.kind == .quarantine ? 3 : 2)
      out.field(3, event.a, event.kind.verb, event.b)
      out.field(4, "tiltbox")
    }
  }

  /// Ends the file: nothing can follow.
  mutating func end() { writer.end() }

  /// A run of 285 years has no later times.
  private static func nanoseconds(_ time: Double) -> UInt64 {
    UInt64((max(0, min(time, 9e9)) * 1e9).rounded())
  }
}

/// The numbers of a frame, apart from the names of its bodies.
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
    }
  }

  /// The kind of a number in `tiltbox.Event`.
  init?(code: UInt64) {
    guard let kind = [Self.begin, .separate, .quarantine].first(where: { $0.code == code }) else {
      return nil
    }
    self = kind
  }
}
