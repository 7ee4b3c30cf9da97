internal import TiltboxJSON

/// An event for the operator of a service: one line of a log.
public struct ServiceEvent: Sendable {
  /// The severity.
  public enum Level: String, Sendable {
    /// Normal operation.
    case info
    /// A loss, or a rejected action.
    case warning
    /// A failure that the operator has to fix.
    case error
  }

  /// A value of the event.
  public enum Value: Sendable {
    /// A text.
    case text(String)
    /// A number.
    case number(Double)
    /// A whole number.
    case whole(Int)
  }

  /// The severity.
  public let level: Level
  /// The name of the event: `join`, `leave`, `reset`, …
  public let name: String
  /// The values of the event.
  public let fields: [(name: String, value: Value)]

  /// Makes an event.
  public init(_ level: Level, _ name: String, _ fields: [(String, Value)] = []) {
    (self.level, self.name) = (level, name)
    self.fields = fields.map { (name: $0.0, value: $0.1) }
  }

  /// Returns the event as a line of JSON without its newline:
  /// `{"time":…,"level":"info","event":"join","viewer":3}`.
  ///
  /// - Parameter time: The time of the event, in seconds since 1970.
  /// - Returns: The line.
  public func json(at time: Double) -> String {
    let head: [(String, JSON)] = [
      ("time", .number((time * 1000).rounded() / 1000)), ("level", .text(level.rawValue)),
      ("event", .text(name)),
    ]
    let rest = fields.map { name, value -> (String, JSON) in
      switch value {
      case .text(let value): (name, .text(value))
      case .number(let value): (name, .number(value))
      case .whole(let value): (name, .whole(value))
      }
    }
    return JSON.object(head + rest).line
  }

  /// The warning as a message; nil for events of the level ``Level/info``.
  public var warning: String? {
    guard level != .info else { return nil }
    for case ("message", .text(let message)) in fields { return message }
    return name
  }
}

extension ServiceEvent {
  /// A viewer's `join` or `leave`, after which there is a number of viewers.
  static func viewer(_ name: String, _ number: Int, viewers: Int) -> ServiceEvent {
    ServiceEvent(.info, name, [("viewer", .whole(number)), ("viewers", .whole(viewers))])
  }

  static func session(_ number: Int, scene: String) -> ServiceEvent {
    ServiceEvent(.info, "session", [("session", .whole(number)), ("scene", .text(scene))])
  }

  /// A warning with a message.
  package static func warning(_ name: String, _ message: String) -> ServiceEvent {
    ServiceEvent(.warning, name, [("message", .text(message))])
  }

  /// A failure with a message.
  package static func failure(_ name: String, _ message: String) -> ServiceEvent {
    ServiceEvent(.error, name, [("message", .text(message))])
  }
}
