/// Makes mappings with duplicate keys readable by a library that rejects them.
///
/// The first of two equal keys gets a mark that no text may contain, and the text is parsed again. The tree then
/// contains both keys, with their columns in the unmarked text.
struct DuplicateKeys {
  private static let mark = SourceText.mark(0)
  /// The maximum number of marks, and of bytes that are parsed again for them: a file full of duplicates must not take
  /// minutes.
  private static let limit = (marks: 32, bytes: 1_000_000)

  /// The number of marks, each of which costs a parse.
  private(set) var count = 0
  /// The columns of the marks in each line of the marked text.
  private var columns: [Int: [Int]] = [:]

  /// Marks the key at a position of the text; returns false if it cannot.
  mutating func mark(_ keys: [String], line: Int, column: Int, in text: inout String) -> Bool {
    guard count < Self.limit.marks, (count + 1) * text.utf8.count <= Self.limit.bytes else {
      return false
    }
    var index = TextPosition.index(line: line, column: column, in: text)
    var column = column
    guard index < text.endIndex else { return false }
    if text[index] == "\"" || text[index] == "'" {
      text.formIndex(after: &index)
      column += 1
    }
    guard keys.contains(where: { text[index...].hasPrefix($0) }) else { return false }
    text.unicodeScalars.insert(Self.mark, at: index)
    columns[line] = (columns[line] ?? []).map { $0 >= column ? $0 + 1 : $0 } + [column]
    count += 1
    return true
  }

  /// Returns the column in the original text for a column in the marked text.
  func originalColumn(_ column: Int, inLine line: Int) -> Int {
    guard let marks = columns[line] else { return column }
    return column - marks.count { $0 < column }
  }

  /// Returns a key without its marks.
  static func unmarked(_ key: String) -> String {
    guard key.unicodeScalars.first == mark else { return key }
    return String(String.UnicodeScalarView(key.unicodeScalars.drop { $0 == mark }))
  }
}
