internal import TiltboxFiles

/// Something that the one who runs a service should know, as a line of a log.
public struct ServiceEvent: Sendable {
  /// How much it matters.
  public enum Level: String, Sendable {
    /// As things should be.
    case info
    /// Something is lost, or was in the way.
    case warning
    /// Something does not work until somebody sees to it.
    case error
  }

  /// A number or a text beside the event's name.
  public enum Value: Sendable {
    /// A text.
    case text(String)
    /// A number.
    case number(Double)
    /// A whole number.
    case whole(Int)
  }

  /// How much it matters.
  public let level: Level
  /// What happened, in one word: `join`, `leave`, `reset`, …
  public let name: String
  /// What belongs to it.
  public let fields: [(name: String, value: Value)]

  /// Makes an event.
  public init(_ level: Level, _ name: String, _ fields: [(String, Value)] = []) {
    (self.level, self.name) = (level, name)
    self.fields = fields.map { (name: $0.0, value: $0.1) }
  }

  /// The event as a line of JSON without its end: `{"time":…,"level":"info","event":"join","viewer":3}`.
  ///
  /// - Parameter time: When it happened, in seconds since 1970.
  /// - Returns: The line.
  public func json(at time: Double) -> String {
    var text = TextBuffer()
    text.append("{\"time\":")
    text.append((time * 1000).rounded() / 1000)
    text.append(",\"level\":")
    text.append(json: level.rawValue)
    text.append(",\"event\":")
    text.append(json: name)
    for (name, value) in fields {
      text.append(",")
      text.append(json: name)
      text.append(":")
      switch value {
      case .text(let value): text.append(json: value)
      case .number(let value): text.append(value)
      case .whole(let value): text.append(value)
      }
    }
    text.append("}")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// What is warned of, in words; nil for an event that needs none.
  public var warning: String? {
    guard level != .info else { return nil }
    for case ("message", .text(let message)) in fields { return message }
    return name
  }
}

extension ServiceEvent {
  static func join(viewer: Int, viewers: Int) -> ServiceEvent {
    ServiceEvent(.info, "join", [("viewer", .whole(viewer)), ("viewers", .whole(viewers))])
  }

  static func leave(viewer: Int, viewers: Int) -> ServiceEvent {
    ServiceEvent(.info, "leave", [("viewer", .whole(viewer)), ("viewers", .whole(viewers))])
  }

  static func round(_ number: Int, scene: String) -> ServiceEvent {
    ServiceEvent(.info, "round", [("round", .whole(number)), ("scene", .text(scene))])
  }

  /// Something that is lost, in words.
  static func warning(_ name: String, _ message: String) -> ServiceEvent {
    ServiceEvent(.warning, name, [("message", .text(message))])
  }

  /// Something that does not work, in words.
  static func failure(_ name: String, _ message: String) -> ServiceEvent {
    ServiceEvent(.error, name, [("message", .text(message))])
  }
}
