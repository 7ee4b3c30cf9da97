/// The result of reading a JSON text: plain values, or a tree with positions.
package protocol JSONTree {
  associatedtype Member

  /// A quoted string, or a bare word.
  static func scalar(_ text: String, isPlain: Bool, at offset: Int) throws(JSONError) -> Self
  static func array(_ elements: [Self], at offset: Int) -> Self
  static func member(_ key: String, at offset: Int, _ value: Self) -> Member
  static func object(_ members: [Member], at offset: Int) -> Self
}

extension JSONTree {
  /// Reads a text with a single value. Positions are byte offsets, counted from 0.
  ///
  /// Throws ``JSONError``. Complexity: O(*bytes*).
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    let text = bytes.span
    var reader = JSONReader<Self>(scanner: JSONScanner(text.indices))
    self = try reader.value(text)
    try reader.scanner.finish(text)
  }
}

/// The grammar of JSON.
private struct JSONReader<Tree: JSONTree> {
  var scanner: JSONScanner
  var depth = 0

  mutating func value(_ text: Span<UInt8>) throws(JSONError) -> Tree {
    let next = scanner.peek(text)
    let start = scanner.index
    switch next {
    case UInt8(ascii: "{"): return Tree.object(try members(text), at: start)
    case UInt8(ascii: "["): return Tree.array(try elements(text), at: start)
    case UInt8(ascii: "\""):
      return try Tree.scalar(scanner.text(text), isPlain: false, at: start)
    default: return try Tree.scalar(scanner.bareWord(text), isPlain: true, at: start)
    }
  }

  mutating func members(_ text: Span<UInt8>) throws(JSONError) -> [Tree.Member] {
    try enter(text)
    defer { depth -= 1 }
    var members: [Tree.Member] = []
    if scanner.skip("}", text) { return members }
    repeat {
      _ = scanner.peek(text)
      let start = scanner.index
      let key = try scanner.keyText(text)
      members.append(Tree.member(key, at: start, try value(text)))
    } while scanner.skip(",", text)
    guard scanner.skip("}", text) else { throw scanner.expected(.commaOrBrace, text) }
    return members
  }

  mutating func elements(_ text: Span<UInt8>) throws(JSONError) -> [Tree] {
    try enter(text)
    defer { depth -= 1 }
    var elements: [Tree] = []
    if scanner.skip("]", text) { return elements }
    repeat { elements.append(try value(text)) } while scanner.skip(",", text)
    guard scanner.skip("]", text) else { throw scanner.expected(.commaOrBracket, text) }
    return elements
  }

  /// Skips the opening bracket. A deeper text would exhaust the stack.
  mutating func enter(_ text: Span<UInt8>) throws(JSONError) {
    scanner.index += 1
    depth += 1
    if depth > 32 { throw scanner.expected(.lessNesting, text) }
  }
}

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

// The text of keys, strings and bare words.
extension JSONScanner {
  /// The text of a key; skips the colon too.
  package mutating func keyText(_ text: Span<UInt8>) throws(JSONError) -> String {
    try decode(text, key(text))
  }

  /// The text of the string that starts at the next quote.
  package mutating func text(_ text: Span<UInt8>) throws(JSONError) -> String {
    try decode(text, string(text))
  }

  /// The text of a bare word.
  package mutating func bareWord(_ text: Span<UInt8>) throws(JSONError) -> String {
    try decode(text, (word(text), false))
  }

  private func decode(
    _ text: Span<UInt8>,
    _ string: (range: Range<Int>, hasEscapes: Bool)
  ) throws(JSONError) -> String {
    let content: String?
    if string.hasEscapes {
      var reader = JSONScanner(string.range)
      content = String(validating: try reader.unescaped(text), as: UTF8.self)
    } else {
      content = unsafe text.extracting(string.range).withUnsafeBufferPointer { bytes in
        unsafe String(validating: bytes, as: UTF8.self)
      }
    }
    guard let content else { throw JSONError(.unicode, at: string.range.lowerBound) }
    return content
  }
}

extension JSONScanner {
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "t": "\t", "r": "\r", "b": "\u{8}", "f": "\u{C}", "\"": "\"", "\\": "\\", "/": "/",
  ]

  /// Resolves the escapes of a string, in which a backslash is never the last byte.
  private mutating func unescaped(_ text: Span<UInt8>) throws(JSONError) -> [UInt8] {
    var bytes: [UInt8] = []
    while index < end {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\\") {
        bytes += String(try escape(text)).utf8
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private mutating func escape(_ text: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let sign = Unicode.Scalar(text[index])
    guard let scalar = Self.escapes[sign] else {
      guard sign == "u" else { throw expected(.escape, text) }
      index += 1
      return try unicode(text)
    }
    index += 1
    return scalar
  }

  private mutating func unicode(_ text: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit(text)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A surrogate: its other half must follow.
    guard first < 0xDC00, index + 2 <= end, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { throw expected(.surrogate, text) }
    index += 2
    let second = try codeUnit(text)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw expected(.surrogate, text) }
    return scalar
  }

  private mutating func codeUnit(_ text: Span<UInt8>) throws(JSONError) -> UInt32 {
    guard index + 4 <= end else { throw expected(.hexadecimal, text) }
    var unit: UInt32 = 0
    for place in index..<index + 4 {
      guard let digit = Character(Unicode.Scalar(text[place])).hexDigitValue else {
        throw expected(.hexadecimal, text)
      }
      unit = unit << 4 | UInt32(digit)
    }
    index += 4
    return unit
  }
}
