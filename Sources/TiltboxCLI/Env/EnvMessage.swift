/// The beginning of every message of an environment: eight bytes, little-endian.
struct EnvHead: Equatable {
  static let size = 8
  static let version: UInt8 = 1

  /// What a client sends.
  enum Order: UInt8 {
    /// S: a tilt for each box, and some ticks.
    case step = 0x53
    /// K: boxes keep their states in slots.
    case keep = 0x4b
    /// R: boxes return to what slots keep.
    case reset = 0x52
    /// C: lines of commands.
    case commands = 0x43
  }

  /// What the command sends.
  enum Answer: UInt8 {
    /// H: what the numbers mean, as JSON.
    case hello = 0x48
    /// O: a row for each box.
    case rows = 0x4f
    /// E: why an order had no effect, as text.
    case error = 0x45
  }

  let kind: UInt8
  var version = EnvHead.version
  /// The number of ticks of a step.
  var argument: UInt16 = 0
  /// The number of bytes that follow.
  let length: UInt32

  init(_ answer: Answer, length: Int) {
    (kind, self.length) = (answer.rawValue, UInt32(length))
  }

  /// Reads eight bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    (kind, version) = (bytes[start], bytes[start + 1])
    argument = UInt16(bytes[start + 2]) | UInt16(bytes[start + 3]) << 8
    length = UInt32(littleEndian: bytes[(start + 4)...])
  }

  var bytes: [UInt8] {
    [kind, version, UInt8(truncatingIfNeeded: argument), UInt8(argument >> 8)]
      + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
  }

  /// The kind as people write it: `S`, or a number.
  var name: String {
    (0x21..<0x7f).contains(kind) ? "\"\(Character(Unicode.Scalar(kind)))\"" : "\(kind)"
  }
}

extension FixedWidthInteger {
  /// Reads the number at the beginning of some bytes.
  init(littleEndian bytes: ArraySlice<UInt8>) {
    self = bytes.prefix(Self.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Self($1) }
  }
}

/// What is wrong with a message.
struct EnvError: Error, CustomStringConvertible {
  let description: String
  /// Whether nothing that follows can be understood either.
  var isFinal = false
}
