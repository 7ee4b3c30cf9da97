internal import TiltboxJSON

/// Finds the keys and values of a JSON object on one line, without building a tree.
///
/// Skips nested values. Does not resolve escapes: no key or number of a tilt needs one.
struct FlatObject {
  /// The ranges of the keys, without their quotes.
  private(set) var keys: [Range<Int>] = []
  /// The ranges of the values; those of strings exclude the quotes.
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
