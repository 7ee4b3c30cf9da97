internal import Tiltbox

/// A part of a recording in any format.
enum RecordedPiece {
  /// A line of JSON; in an MCAP file, one that is neither a frame nor an event.
  case line([UInt8])
  case frame(RecordedFrame)
  case event(Event, time: Double)
  /// The end of the file, after the given number of bytes of an unfinished line or record.
  case rest(Int)
}

/// The pieces of a recording as JSON lines or MCAP; the first bytes determine the format.
struct RecordingSource: ~Copyable {
  private let path: String
  private var file: FileLines
  private var lineNumber = 0
  private var mcap: MCAPReader?
  /// The piece that was read to determine the format.
  private var first: FileLines.Piece?

  /// Reads the first line of an unread file.
  ///
  /// Throws `FileError`.
  init(_ file: consuming FileLines, name path: String) throws(FileError) {
    self.path = path
    self.file = file
    first = try self.file.next()
    guard first == .line(MCAPFormat.firstLine) else { return }
    (first, mcap) = (nil, MCAPReader(path))
  }

  /// The unit that may be torn at the end of the file.
  var unit: String { mcap == nil ? "line" : "record" }

  /// The place of the newest piece, for messages.
  var place: String { mcap.map { "\(path): byte \($0.place)" } ?? "\(path):\(lineNumber)" }

  /// The place of the torn line or record.
  var tornPlace: String { mcap == nil ? "\(path):\(lineNumber + 1)" : place }

  /// The error for a recording whose first piece is not a line.
  var missingHeader: RecordingError {
    guard mcap != nil else { return RecordingError("\(path): the recording is empty") }
    return RecordingError(
      "\(path): there is no recording of tiltbox in this MCAP file, or none that has its beginning; give a file that "
        + "tiltbox run or render has written whole"
    )
  }

  /// Returns the next piece. At the end it is the rest of the file, at each call.
  ///
  /// Throws `FileError` or ``RecordingError``.
  mutating func next() throws -> RecordedPiece {
    if mcap != nil { return try mcap?.piece(from: &file) ?? .rest(0) }
    let piece = try first ?? file.next()
    first = nil
    switch piece {
    case .line(let line):
      lineNumber += 1
      return .line(line)
    case .rest(let count):
      return .rest(count)
    }
  }
}
