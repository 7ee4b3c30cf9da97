internal import TiltboxFiles

/// The header of every message of an environment: eight bytes, little-endian.
struct EnvHeader: Equatable {
  static let size = 8
  static let version: UInt8 = 1

  /// The kinds of orders from a client.
  enum Command: UInt8 {
    /// S: steps all boxes, with a tilt for each box.
    case step = 0x53
    /// K: keeps the states of boxes in slots.
    case keep = 0x4b
    /// R: resets boxes to the states in slots.
    case reset = 0x52
    /// C: performs commands, one per line.
    case commands = 0x43
  }

  /// The kinds of answers.
  enum Reply: UInt8 {
    /// H: the description of the rows, as JSON.
    case hello = 0x48
    /// O: a row for each box.
    case rows = 0x4f
    /// E: the reason why an order had no effect, as text.
    case error = 0x45
  }

  let kind: UInt8
  var version = EnvHeader.version
  /// The number of ticks of a step.
  var argument: UInt16 = 0
  /// The number of bytes that follow.
  let length: UInt32

  init(_ reply: Reply, length: Int) {
    (kind, self.length) = (reply.rawValue, UInt32(length))
  }

  /// Parses eight bytes; nil if there are fewer.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes[...])
    guard let kind = reader.number(as: UInt8.self), let version = reader.number(as: UInt8.self),
      let argument = reader.number(as: UInt16.self), let length = reader.number(as: UInt32.self)
    else { return nil }
    (self.kind, self.version, self.argument, self.length) = (kind, version, argument, length)
  }

  /// The kind of order; nil if it is unknown.
  var command: Command? { Command(rawValue: kind & ~Self.lowerCase) }

  /// Whether the kind is in lower case: the next order belongs to this one, and both have one answer.
  var isContinued: Bool { command != nil && kind & Self.lowerCase != 0 }

  private static let lowerCase: UInt8 = 0x20

  var bytes: ArraySlice<UInt8> {
    var writer = ByteWriter()
    writer.append(kind)
    writer.append(version)
    writer.append(argument)
    writer.append(length)
    return writer.bytes
  }

  /// The kind in messages: `S`, or a number.
  var name: String {
    (0x21..<0x7f).contains(kind) ? "\"\(Character(Unicode.Scalar(kind)))\"" : "\(kind)"
  }
}

/// An invalid message.
struct EnvError: Error, CustomStringConvertible {
  let description: String
  /// Whether the session must end, since the following bytes cannot be interpreted.
  var isFinal = false
}

extension EnvError {
  init(_ reason: any Error, box: Int) { self.init("\(reason)", box: box) }

  init(_ reason: String, box: Int) { self.init(description: "box \(box): \(reason)") }
}
