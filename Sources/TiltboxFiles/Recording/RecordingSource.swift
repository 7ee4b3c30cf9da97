internal import Tiltbox

/// A part of a recording, whichever way it is written down.
enum RecordedPiece {
  /// A line of JSON; in an MCAP file, one that is neither a frame nor an event.
  case line([UInt8])
  case frame(RecordedFrame)
  case event(Event, time: Double)
  /// The end of the file, after so many bytes of a line or a record without its end.
  case rest(Int)
}

/// The pieces of a recording, as JSON lines or as MCAP: its first bytes say which.
struct RecordingSource: ~Copyable {
  private let path: String
  private var file: FileLines
  private var lineNumber = 0
  private var mcap: MCAPReader?
  /// What was read to know the format.
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

  /// What is torn off at the end of the file.
  var unit: String { mcap == nil ? "line" : "record" }

  /// The place of the newest piece, for messages.
  var place: String { mcap.map { "\(path): byte \($0.place)" } ?? "\(path):\(lineNumber)" }

  /// The place of what was torn off.
  var tornPlace: String { mcap == nil ? "\(path):\(lineNumber + 1)" : place }

  /// Why a recording cannot be read of which the first piece is no line.
  var missingHeader: RecordingError {
    guard mcap != nil else { return RecordingError("\(path): the recording is empty") }
    return RecordingError(
      "\(path): there is no recording of tiltbox in this MCAP file, or none that has its beginning; give a file that "
        + "tiltbox run or render has written whole"
    )
  }

  /// The next piece. At the end it is the rest of the file, again and again.
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
