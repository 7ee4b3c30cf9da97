/// Finds the parts of a JSON text. It builds nothing and allocates no memory.
///
/// Any bare word counts as a value; the caller interprets it.
package struct JSONScanner {
  /// The offset of the next byte.
  package var index: Int
  let end: Int

  /// Starts at the beginning of a range of a text.
  package init(_ range: Range<Int>) { (index, end) = (range.lowerBound, range.upperBound) }

  /// The next non-blank byte; nil at the end.
  package mutating func peek(_ text: Span<UInt8>) -> UInt8? {
    while index < end {
      let byte = text[index]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
      index += 1
    }
    return nil
  }

  /// Skips a byte, if it is next.
  package mutating func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>) -> Bool {
    guard peek(text) == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// An error at the next byte.
  package func expected(_ what: JSONError.Expected, _ text: Span<UInt8>) -> JSONError {
    let found = (index..<min(index + 12, end)).map { text[$0] }
    return JSONError(what, at: index, found: String(decoding: found, as: UTF8.self))
  }

  /// Throws unless the text ends here.
  package mutating func finish(_ text: Span<UInt8>) throws(JSONError) {
    guard peek(text) == nil else { throw expected(.end, text) }
  }

  /// The range of a key; skips the colon too.
  package mutating func key(
    _ text: Span<UInt8>
  ) throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    guard peek(text) == UInt8(ascii: "\"") else { throw expected(.key, text) }
    let key = try string(text)
    guard skip(":", text) else { throw expected(.colon, text) }
    return key
  }

  /// The range of the string that starts at the next quote, without its quotes.
  package mutating func string(
    _ text: Span<UInt8>
  ) throws(JSONError) -> (range: Range<Int>, hasEscapes: Bool) {
    let start = index + 1
    var hasEscapes = false
    index = start
    while index < end, text[index] != UInt8(ascii: "\"") {
      let isEscape = text[index] == UInt8(ascii: "\\")
      hasEscapes = hasEscapes || isEscape
      index += isEscape ? 2 : 1
    }
    guard index < end else {
      index = end
      throw expected(.closingQuote, text)
    }
    index += 1
    return (start..<index - 1, hasEscapes)
  }

  /// The range of a bare word: a number, `true`, anything.
  package mutating func word(_ text: Span<UInt8>) throws(JSONError) -> Range<Int> {
    _ = peek(text)
    let start = index
    while index < end, !Self.endsWord(text[index]) { index += 1 }
    guard index > start else { throw expected(.value, text) }
    return start..<index
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
      UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), 0...0x20:
      true
    default: false
    }
  }

  /// The range of a value of any kind; strings without their quotes. Not recursive.
  package mutating func value(_ text: Span<UInt8>) throws(JSONError) -> Range<Int> {
    let first = peek(text)
    if first == UInt8(ascii: "\"") { return try string(text).range }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try word(text) }
    let start = index
    var depth = 0
    repeat {
      switch peek(text) {
      case nil: throw expected(.commaOrBrace, text)
      case UInt8(ascii: "\""): _ = try string(text)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      default: index += 1
      }
    } while depth > 0
    return start..<index
  }
}
