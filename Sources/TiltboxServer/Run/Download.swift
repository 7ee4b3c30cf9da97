internal import TiltboxFiles

/// A file that a request downloads, one part after the other.
protocol Download: AnyObject {
  /// Returns the next part, at most `count` bytes.
  func next(atMost count: Int) -> DownloadPart
}

/// The next part of a download.
enum DownloadPart {
  /// Bytes; empty if more input must be read first.
  case bytes(ArraySlice<UInt8>)
  /// The end of the file.
  case end
  /// The recording has dropped a part in the meantime.
  case lost
}

/// The recording so far, as it is.
final class RecordingDownload: Download {
  private let recording: PartialRecording
  private var offset = 0

  init(_ recording: PartialRecording) { self.recording = recording }

  func next(atMost count: Int) -> DownloadPart {
    let rest = recording.size - offset
    let bytes = recording.read(from: offset, atMost: min(count, rest))
    offset += bytes.count
    return bytes.isEmpty ? (rest > 0 ? .lost : .end) : .bytes(bytes[...])
  }
}

/// Converts the recording so far to MCAP during a download; only one chunk is in memory.
final class MCAPDownload: Download {
  private let transcription: MCAPTranscription
  private var block: ArraySlice<UInt8> = []

  /// The maximum number of frames read in one go, so that other connections on the event loop get their turn.
  private static let mostFrames = 16

  /// Reads the recording's header.
  ///
  /// Throws the errors of `RecordingReader`.
  init(_ recording: PartialRecording, part: Int) throws {
    var offset = 0
    let lines = FileLines {
      let bytes = recording.read(from: offset, atMost: part)
      offset += bytes.count
      return bytes
    }
    transcription = MCAPTranscription(try RecordingReader(lines, name: "the recording"))
  }

  func next(atMost count: Int) -> DownloadPart {
    for _ in 0..<Self.mostFrames where block.isEmpty {
      guard let next = try? transcription.next() else {
        return transcription.isComplete ? .end : .lost
      }
      if transcription.diagnostic != nil { return .lost }
      block = next
    }
    defer { block = block.dropFirst(count) }
    return .bytes(block.prefix(count))
  }
}
