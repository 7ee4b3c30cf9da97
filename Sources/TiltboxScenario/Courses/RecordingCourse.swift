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

  /// Opens a recording and reads its header.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public init(_ path: String) throws {
    self.path = path
    lines = try FileLines(path)
    guard case .line(let line) = try lines.next() else {
      throw RecordingError("\(path): the recording is empty")
    }
    lineNumber = 1
    let header = try Self.read(line, path, 1)
    step = header["step"]?.scalar?.number
    bodies = header["bodies"]?.sequence?.compactMap { $0.scalar?.text } ?? []
  }

  private static func read(_ line: [UInt8], _ path: String, _ number: Int) throws -> Node {
    do {
      return try JSONReader.read(line[...])
    } catch {
      throw RecordingError("\(path):\(number): \(error.message)")
    }
  }

  /// The next frame, with the events before it. A last line without its end is left out.
  ///
  /// Throws `FileError` or ``RecordingError``.
  public func next() throws -> Moment? {
    while case .line(let line) = try lines.next() {
      lineNumber += 1
      let node = try Self.read(line, path, lineNumber)
      let tick = node["tick"]?.scalar?.whole ?? 0
      switch node["kind"]?.scalar?.text {
      case "frame":
        defer { happenings.removeAll() }
        return Moment(try frame(node, tick), happenings: happenings)
      case "bodies": bodies = node["bodies"]?.sequence?.compactMap { $0.scalar?.text } ?? []
      case let kind? where kind == "begin" || kind == "separate":
        let (a, b) = (node["a"]?.scalar?.text ?? "?", node["b"]?.scalar?.text ?? "?")
        happenings.append(Happening(tick: tick, event: kind, a, b))
      default: break
      }
    }
    return nil
  }

  private func frame(_ node: Node, _ tick: Int) throws -> Frame {
    let rows = node["bodies"]?.sequence ?? []
    guard rows.count == bodies.count else {
      throw RecordingError(
        "\(path):\(lineNumber): the frame has \(rows.count) rows, and there are \(bodies.count) bodies"
      )
    }
    let states = try rows.map { row in
      let numbers = row.sequence?.compactMap { $0.scalar?.number ?? .nan } ?? []
      guard numbers.count == 6 else {
        throw RecordingError("\(path):\(lineNumber): a body's row has six numbers")
      }
      return BodyState(
        position: Vector(numbers[0], numbers[1]),
        angle: numbers[2],
        velocity: Vector(numbers[3], numbers[4]),
        angularVelocity: numbers[5]
      )
    }
    return Frame(
      tick: tick,
      time: node["t"]?.scalar?.number ?? Double(tick) * (step ?? 0),
      bodies: bodies,
      states: states
    )
  }
}

/// Why a recording cannot be read: file, line and reason.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// File, line and reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
