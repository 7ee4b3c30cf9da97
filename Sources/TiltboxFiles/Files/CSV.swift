// Writes and reads the fields of comma-separated values.
extension TextBuffer {
  /// Appends a field of a CSV line, quoted if necessary: readers may take `#` outside quotes for a comment.
  package mutating func append(csv text: String) {
    guard text.utf8.contains(where: { [0x22, 0x23, 0x2c, 0x0a, 0x0d].contains($0) }) else {
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

/// The separator between the fields of a row.
enum Separator: Equatable {
  case blanks
  case byte(UInt8)

  /// Whether a comma inside a number is a decimal point: true unless commas separate the fields.
  var allowsDecimalComma: Bool { self != .byte(UInt8(ascii: ",")) }

  /// Guesses the separator of a row: the first of semicolon, tab and comma that occurs outside quotes;
  /// blanks if none of them does.
  init(guessedFrom line: Span<UInt8>, _ row: Range<Int>) {
    let found = ";\t,".utf8.first { separator in
      var isQuoted = false
      return row.contains { index in
        if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        return line[index] == separator && !isQuoted
      }
    }
    self = found.map(Separator.byte) ?? .blanks
  }

  /// Returns the part of a line that has fields: its trimmed range, or all of it if tabs at its ends separate fields.
  func row(of line: Span<UInt8>, _ trimmed: Range<Int>) -> Range<Int> {
    self == .byte(UInt8(ascii: "\t")) ? line.indices : trimmed
  }
}

/// Splits a row into fields, without the quotes around them and optionally without surrounding blanks.
struct FieldSplitter {
  var trimsBlanks = true
  /// The ranges of the newest row's fields in its line.
  private(set) var fields: [Range<Int>] = []

  /// Finds the fields of `row`. Reuses its memory: allocates only for a row wider than any before.
  mutating func split(
    _ line: Span<UInt8>,
    _ row: Range<Int>,
    by separator: Separator
  ) throws(TiltLineError) {
    fields.removeAll(keepingCapacity: true)
    var index = row.lowerBound
    repeat {
      while trimsBlanks, index < row.upperBound, line.isBlank(at: index),
        !separates(line[index], separator)
      {
        index += 1
      }
      let isQuoted = index < row.upperBound && line[index] == UInt8(ascii: "\"")
      let start = index
      index = isQuoted ? try closingQuote(line, index..<row.upperBound) + 1 : index
      let afterQuote = index
      while index < row.upperBound, !separates(line[index], separator) { index += 1 }
      if isQuoted {
        let rest = line.trimmed(afterQuote..<index)
        guard rest.isEmpty else { throw TiltLineError(.textAfterQuote, at: rest) }
        add(start + 1..<afterQuote - 1, of: line)
      } else {
        add(start..<index, of: line)
      }
      if separator == .blanks {
        while index < row.upperBound, line.isBlank(at: index) { index += 1 }
      }
      guard index < row.upperBound else { return }
      if separator != .blanks { index += 1 }
    } while true
  }

  private mutating func add(_ field: Range<Int>, of line: Span<UInt8>) {
    fields.append(trimsBlanks ? line.trimmed(field) : field)
  }

  private func separates(_ byte: UInt8, _ separator: Separator) -> Bool {
    switch separator {
    case .blanks: byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    case .byte(let own): byte == own
    }
  }

  /// Returns the index of the quote that closes `range`; a doubled quote is a literal one.
  private func closingQuote(_ line: Span<UInt8>, _ range: Range<Int>) throws(TiltLineError) -> Int {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      if line[index] == UInt8(ascii: "\"") {
        let isDoubled = index + 1 < range.upperBound && line[index + 1] == UInt8(ascii: "\"")
        guard isDoubled else { return index }
        index += 1
      }
      index += 1
    }
    throw TiltLineError(.unclosedQuote, at: range)
  }
}
