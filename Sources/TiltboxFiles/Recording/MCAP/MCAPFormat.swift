/// The names and numbers of MCAP: see https://mcap.dev/spec.
enum MCAPFormat {
  /// How a file begins and ends.
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// The magic bytes as the first line of a file, without its end.
  static let firstLine = Array(magic.dropLast())
  /// How many bytes of a chunk stand before its records.
  static let chunkPrefix = 49
  /// How many bytes of a message stand before its data, the kind and length of the record included.
  static let messagePrefix = 31

  /// The kind of a record.
  enum Kind: UInt8 {
    case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex
    case statistics = 11
    case summaryOffset = 14
    case dataEnd
  }

  /// What a recording is made of; the number is that of the channel and of its schema.
  enum Channel: UInt16, CaseIterable {
    /// What JSON lines have beside frames and events: header, bodies, pace, gap, summary.
    case lines = 1
    case frames, events, transforms, scene, log

    var topic: String {
      switch self {
      case .lines: "/tiltbox/lines"
      case .frames: "/tiltbox/frames"
      case .events: "/tiltbox/events"
      case .transforms: "/tf"
      case .scene: "/scene"
      case .log: "/log"
      }
    }

    /// The full name of the messages' type.
    var schema: String {
      switch self {
      case .lines: "tiltbox.Line"
      case .frames: "tiltbox.Frame"
      case .events: "tiltbox.Event"
      case .transforms: "foxglove.FrameTransforms"
      case .scene: "foxglove.SceneUpdate"
      case .log: "foxglove.Log"
      }
    }
  }
}
