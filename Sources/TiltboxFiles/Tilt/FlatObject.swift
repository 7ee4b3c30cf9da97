internal import Chipmunk

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
    do throws(JSONError) {
      try scanMembers(line, row)
    } catch {
      throw TiltLineError(.syntax(expected: error.expected), at: error.offset..<row.upperBound)
    }
  }

  private mutating func scanMembers(
    _ line: Span<UInt8>,
    _ row: Range<Int>
  ) throws(JSONError) {
    var scanner = JSONScanner(row.dropFirst())
    if scanner.skip("}", line) { return try scanner.finish(line) }
    repeat {
      keys.append(try scanner.key(line).range)
      values.append(try scanner.value(line))
    } while scanner.skip(",", line)
    guard scanner.skip("}", line) else { throw scanner.expected(.commaOrBrace, line) }
    try scanner.finish(line)
  }
}
