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
      var reader = EscapeReader(index: string.range.lowerBound, end: string.range.upperBound)
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

/// Resolves the escapes of a string, in which a backslash is never the last byte.
private struct EscapeReader {
  var index: Int
  let end: Int

  mutating func unescaped(_ text: Span<UInt8>) throws(JSONError) -> [UInt8] {
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

  private func expected(_ what: JSONError.Expected, _ text: Span<UInt8>) -> JSONError {
    JSONScanner(index..<end).expected(what, text)
  }

  private mutating func escape(_ text: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch text[index] {
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "\""): scalar = "\""
    case UInt8(ascii: "\\"): scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "u"):
      index += 1
      return try unicode(text)
    default: throw expected(.escape, text)
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
