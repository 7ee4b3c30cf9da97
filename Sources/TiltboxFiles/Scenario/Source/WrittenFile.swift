/// The kinds of files that the command writes, recognized by their first line, for errors about the wrong kind of file.
enum WrittenFile: String {
  case recording = "header"
  case journal
  case results = "sweep"
  /// A run's frames in columns.
  case table = "csv"

  /// Returns the kind of a file that begins with a line; nil if the command did not write it.
  init?(firstLine line: some Collection<UInt8>) {
    if line.elementsEqual(MCAPFormat.firstLine) {
      self = .recording
      return
    }
    if line.starts(with: CSVLines.columns.utf8) {
      self = .table
      return
    }
    // The CSV table of results has its plan in a comment.
    let start = line.first == UInt8(ascii: "#") ? line.dropFirst(2) : line[...]
    guard start.first == UInt8(ascii: "{"), let node = try? Node(line: Array(start)[...]),
      node["tiltbox"] != nil, let kind = node["kind"]?.scalar?.text
    else { return nil }
    self.init(rawValue: kind)
  }

  /// The kind of the file, and the command that reads it.
  var words: String {
    switch self {
    case .recording: "this is a recording; tiltbox render draws it, and tiltbox diff compares it"
    case .journal: "this is a journal; tiltbox replay repeats it, and tiltbox run --resume goes on"
    case .table:
      "this is a run in columns, for other programs; for tiltbox, record it with -o run.jsonl or run.mcap"
    case .results: "these are results of tiltbox sweep, which goes on with them by --resume"
    }
  }

  /// Describes the damage if bytes look like a part of a recording without its whole header; nil for other bytes.
  static func damage(ofRecording bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if !line.isEmpty, bytes.count < MCAPFormat.magic.count, MCAPFormat.magic.starts(with: bytes) {
      return "the recording's header was torn, or is damaged"
    }
    if line.starts(with: #"{"tiltbox":1,"kind":"header""#.utf8) {
      return "the recording's header was torn, or is damaged"
    }
    guard line.starts(with: #"{"kind":""#.utf8), line.count < bytes.count else { return nil }
    return "the recording has lost its header, which is its first line"
  }
}
