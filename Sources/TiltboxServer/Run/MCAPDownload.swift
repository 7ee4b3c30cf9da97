internal import TiltboxFiles

/// A recording so far, written down anew as MCAP while somebody takes it: in memory there is a chunk of it.
final class MCAPDownload {
  private let transcription: MCAPTranscription
  private var block: ArraySlice<UInt8> = []

  /// How many frames are read in one go: others on the event loop want their turn.
  private static let mostFrames = 16

  /// Reads the recording's header.
  ///
  /// Throws what `RecordedTrajectory` throws.
  init(_ recording: PartialRecording, part: Int) throws {
    var offset = 0
    let lines = FileLines {
      let bytes = recording.read(from: offset, atMost: part)
      offset += bytes.count
      return bytes
    }
    transcription = MCAPTranscription(try RecordedTrajectory(lines, name: "the recording"))
  }

  /// What comes next.
  enum Part {
    /// Bytes; none where more must be read before there are any.
    case bytes(ArraySlice<UInt8>)
    /// The file is complete.
    case end
    /// A part of the recording was given up since.
    case lost
  }

  /// The next part, at most so many bytes.
  func next(atMost count: Int) -> Part {
    for _ in 0..<Self.mostFrames where block.isEmpty {
      guard let next = try? transcription.next() else {
        return transcription.isComplete ? .end : .lost
      }
      if transcription.flaw != nil { return .lost }
      block = next
    }
    defer { block = block.dropFirst(count) }
    return .bytes(block.prefix(count))
  }
}
