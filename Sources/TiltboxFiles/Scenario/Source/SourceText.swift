package import Tiltbox

/// Checks the text of a scenario file, which may contain any character.
package enum SourceText {
  /// The maximum size of a scenario file in bytes.
  package static let mostBytes = 16 << 20
  /// The approximate maximum number of values: each takes some hundred bytes of memory during decoding.
  static let mostValues = 2_000_000

  /// Decodes UTF-8 bytes; a byte-order mark stays until ``check(_:)``.
  package static func decode(_ bytes: [UInt8]) throws(Diagnostic) -> String {
    if bytes.prefix(2).contains(0) {
      throw Diagnostic(place: .start, "the file looks like UTF-16; save it as UTF-8")
    }
    // Each value except the first follows one of these characters.
    let count = bytes.count(where: isSeparator)
    guard count <= mostValues else {
      let words = "the file has about \(count) values; give at most \(mostValues)"
      throw Diagnostic(place: .start, words)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw firstInvalid(in: bytes) }
    return text
  }

  /// Returns the text without a byte-order mark; throws if it contains control characters or noncharacters.
  static func check(_ text: String) throws(Diagnostic) -> String {
    // Most files consist of these.
    let isUsual = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe $0.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0xA || $0 == 0xD }
    }
    if isUsual == true { return text }
    let body =
      text.unicodeScalars.first == byteOrderMark
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    var position = TextPosition()
    for scalar in body {
      guard isAllowed(scalar) else {
        let words = "the character \(name(of: scalar)) cannot stand in a scenario; remove it"
        throw Diagnostic(place: position.place, words)
      }
      position.advance(over: scalar)
    }
    return String(body)
  }

  /// Returns the name of a character by its number: `U+00A0`.
  static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether a text contains an ASCII character. Faster than `contains`, which decodes characters.
  static func contains(_ character: Unicode.Scalar, in text: String) -> Bool {
    let byte = UInt8(ascii: character)
    return unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(byte) }
      ?? text.utf8.contains(byte)
  }

  /// Characters that ``check(_:)`` rejects in texts: two of the 32 noncharacters for internal use.
  static let mark = noncharacter(0xFDD0)
  static let escapeMark = noncharacter(0xFDD1)

  static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == mark || scalar == escapeMark }

  private static func noncharacter(_ code: UInt32) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else {
      preconditionFailure("noncharacters are scalars")
    }
    return scalar
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"), 0xA: true
    default: false
    }
  }

  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  /// Whether YAML considers a character printable, except the noncharacters for internal use.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0x9, 0xA, 0xD, 0x85, 0xA0...0xD7FF: true
    case 0xFDD0...0xFDEF, 0xFEFF: false
    case 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func firstInvalid(in bytes: [UInt8]) -> Diagnostic {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var (position, count) = (TextPosition(), 0)
    while case .valid(let encoded) = parser.parseScalar(from: &rest) {
      position.advance(over: Unicode.UTF8.decode(encoded))
      count += encoded.count
    }
    let byte = String(bytes[count], radix: 16, uppercase: true)
    let words = "the byte 0x\(byte) is not UTF-8; save the file as UTF-8"
    return Diagnostic(place: position.place, words)
  }
}

/// A line and a column, both counted from 1, that advance over a text like those of YAML.
struct TextPosition {
  private(set) var line = 1
  private(set) var column = 1
  private var follows: Unicode.Scalar = " "

  var place: SourceLocation { .file(line: line, column: column) }

  mutating func advance(over scalar: Unicode.Scalar) {
    switch scalar {
    case "\n" where follows == "\r": break
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
      line += 1
      column = 1
    default: column += 1
    }
    follows = scalar
  }
}

extension TextPosition {
  /// Returns the index of a line and a column in a text; its end index if there is no such place.
  static func index(line: Int, column: Int, in text: String) -> String.Index {
    var position = TextPosition()
    let scalars = text.unicodeScalars
    return scalars.indices.first { index in
      if (position.line, position.column) >= (line, column) { return true }
      position.advance(over: scalars[index])
      return false
    } ?? text.endIndex
  }
}

/// The kinds of files that the command writes, recognized by their first line, for errors about the wrong kind of file.
enum WrittenFile: String {
  case recording = "header"
  case journal
  case results = "sweep"
  /// A run's frames in columns.
  case table = "csv"
  /// A run's summary in a few lines.
  case text

  /// Returns the kind of a file that begins with a line; nil if the command did not write it.
  init?(firstLine line: some Collection<UInt8>) {
    let line = Array(line)[...].withoutByteOrderMark
    if line.starts(with: MCAPFormat.firstLine) {
      self = .recording
    } else if line.starts(with: CSVLines.columns.utf8) {
      self = .table
    } else if TextLines.begin(with: line) {
      self = .text
    } else {
      // The CSV table of results has its plan in a comment.
      let start = line.first == UInt8(ascii: "#") ? line.dropFirst(2) : line[...]
      guard start.first == UInt8(ascii: "{"), let node = try? Node(line: start),
        node["tiltbox"] != nil, let kind = node["kind"]?.scalar?.text
      else { return nil }
      self.init(rawValue: kind)
    }
  }

  /// The kind of the file, and the command that reads it.
  var words: String {
    switch self {
    case .recording: "this is a recording; tiltbox render draws it, and tiltbox diff compares it"
    case .journal: "this is a journal; tiltbox replay repeats it, and tiltbox run --resume goes on"
    case .table:
      "this is a run in columns, for other programs; for tiltbox, record it with -o run.jsonl or run.mcap"
    case .text:
      "this is a run's summary, for people; for tiltbox, record it with -o run.jsonl or run.mcap"
    case .results: "these are results of tiltbox sweep, which goes on with them by --resume"
    }
  }

  /// Describes the damage if bytes look like a part of a recording without its whole header; nil for other bytes.
  static func damage(ofRecording bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let isTorn =
      !line.isEmpty && bytes.count < MCAPFormat.magic.count && MCAPFormat.magic.starts(with: bytes)
    if isTorn || line.starts(with: #"{"tiltbox":1,"kind":"header""#.utf8) {
      return "the recording's header was torn, or is damaged"
    }
    guard line.starts(with: #"{"kind":""#.utf8), line.count < bytes.count else { return nil }
    return "the recording has lost its header, which is its first line"
  }
}
