/// Makes keys that stand twice in a mapping readable by a library that takes each only once.
///
/// The first of two equal keys gets a mark that no text may contain, and the text is read anew. The tree then
/// holds both, with the columns that they have without the mark.
struct DuplicateKeys {
  private static let mark = SourceText.mark(0)
  /// Each costs a reading: a file that is all duplicates shall not take minutes.
  private static let limit = 32

  private var count = 0
  /// The columns of the marks in a line of the marked text.
  private var columns: [Int: [Int]] = [:]

  /// Marks the key that stands in a place of the text; false if it cannot.
  mutating func mark(_ keys: [String], line: Int, column: Int, in text: inout String) -> Bool {
    var index = TextPosition.index(line: line, column: column, in: text)
    var column = column
    guard count < Self.limit, index < text.endIndex else { return false }
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

  /// The column that a column of the marked text has in the text as it was.
  func originalColumn(_ column: Int, inLine line: Int) -> Int {
    guard let marks = columns[line] else { return column }
    return column - marks.count { $0 < column }
  }

  /// A key without its marks.
  static func unmarked(_ key: String) -> String {
    guard key.unicodeScalars.first == mark else { return key }
    return String(String.UnicodeScalarView(key.unicodeScalars.drop { $0 == mark }))
  }
}
