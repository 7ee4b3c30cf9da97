/// The names and numbers of the MCAP format: see https://mcap.dev/spec.
enum MCAPFormat {
  /// The bytes at the beginning and the end of a file.
  static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// The magic bytes as the first line of a file, without its newline.
  static let firstLine = Array(magic.dropLast())
  /// The number of bytes before the records of a chunk.
  static let chunkPrefix = 49
  /// The number of bytes before the data of a message, the record's kind and length included.
  static let messagePrefix = 31

  /// The kind of a record.
  enum Kind: UInt8 {
    case header = 1, footer, schema, channel, message, chunk, messageIndex, chunkIndex
    case statistics = 11
    case summaryOffset = 14
    case dataEnd
  }

  /// The channels of a recording; the raw value is the id of the channel and of its schema.
  enum Channel: UInt16, CaseIterable {
    /// The JSON lines other than frames and events: header, bodies, pace, gap, summary.
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

    /// The full name of the message type.
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
