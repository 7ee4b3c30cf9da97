// Writes and reads the fields of comma-separated values.
extension TextBuffer {
  /// Appends a field of a CSV line, quoted if necessary.
  package mutating func append(csv text: String) {
    guard text.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else {
      return append(text)
    }
    append("\"" + text.replacing("\"", with: "\"\"") + "\"")
  }
}

/// Reads the lines that ``TextBuffer/append(csv:)`` writes.
package enum CSV {
  /// Returns the fields of a line, without their quotes; nil if a quote is never closed or text follows it. O(n).
  package static func fields(_ line: [UInt8]) -> [String]? {
    var splitter = FieldSplitter()
    splitter.trimsBlanks = false
    let text = line.span
    let comma = Separator.byte(UInt8(ascii: ","))
    guard (try? splitter.split(text, text.indices, by: comma)) != nil else { return nil }
    return splitter.fields.map { text.string($0).replacing("\"\"", with: "\"") }
  }
}
