/// Finds the keys and values of one JSON object on one line, without building anything of them.
///
/// Nested values are stepped over. Escapes are not resolved: a key or a number that needs one is not
/// a key or a number of a tilt.
struct FlatObject {
  /// Where the keys are, without their quotes.
  private(set) var keys: [Range<Int>] = []
  /// Where the values are, a string's without its quotes.
  private(set) var values: [Range<Int>] = []

  /// Finds the members of the object in `row`, whose first byte is `{`. O(n), no recursion.
  mutating func scan(_ line: Span<UInt8>, _ row: Range<Int>) throws(TiltLineError) {
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var scanner = Scanner(index: row.lowerBound + 1, end: row.upperBound)
    if scanner.skip(UInt8(ascii: "}"), line) { return try scanner.finish(line) }
    repeat {
      guard scanner.peek(line) == UInt8(ascii: "\"") else {
        throw scanner.expected(.key)
      }
      keys.append(try scanner.string(line))
      guard scanner.skip(UInt8(ascii: ":"), line) else { throw scanner.expected(.colon) }
      values.append(try scanner.value(line))
    } while scanner.skip(UInt8(ascii: ","), line)
    guard scanner.skip(UInt8(ascii: "}"), line) else { throw scanner.expected(.commaOrBrace) }
    try scanner.finish(line)
  }
}

private struct Scanner {
  var index: Int
  let end: Int

  func expected(_ what: TiltLineError.StaticText) -> TiltLineError {
    TiltLineError(.syntax(expected: what), at: index..<end)
  }

  /// The next byte that is not blank.
  mutating func peek(_ line: Span<UInt8>) -> UInt8? {
    while index < end, line.isBlank(at: index) { index += 1 }
    return index < end ? line[index] : nil
  }

  mutating func skip(_ byte: UInt8, _ line: Span<UInt8>) -> Bool {
    guard peek(line) == byte else { return false }
    index += 1
    return true
  }

  mutating func finish(_ line: Span<UInt8>) throws(TiltLineError) {
    guard peek(line) == nil else { throw expected(.end) }
  }

  mutating func string(_ line: Span<UInt8>) throws(TiltLineError) -> Range<Int> {
    let start = index + 1
    index = start
    while index < end, line[index] != UInt8(ascii: "\"") {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < end else {
      index = end
      throw expected(.closingQuote)
    }
    index += 1
    return start..<index - 1
  }

  mutating func value(_ line: Span<UInt8>) throws(TiltLineError) -> Range<Int> {
    switch peek(line) {
    case UInt8(ascii: "\""): return try string(line)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try nested(line)
    default:
      let start = index
      while index < end, !",}]:\" \t".utf8.contains(line[index]) { index += 1 }
      guard index > start else { throw expected(.value) }
      return start..<index
    }
  }

  mutating func nested(_ line: Span<UInt8>) throws(TiltLineError) -> Range<Int> {
    let start = index
    var depth = 0
    repeat {
      switch peek(line) {
      case nil: throw expected(.commaOrBrace)
      case UInt8(ascii: "\""): _ = try string(line)
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
