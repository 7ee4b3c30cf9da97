/// Maps the elements of lists with repetitions to the file: `bodies[37]` may be a copy of `bodies[2]`.
struct Copies {
  /// An element of the file, and where its copies are.
  struct Block {
    /// The index of its first copy.
    let start: Int
    /// Its index in the file.
    let element: Int
    /// How often each of the indices counts; empty for an element without `repeat`.
    let counts: [Int]
  }

  /// A path in a copy.
  struct Copy {
    /// The path as the file has it.
    let path: String
    /// The copy's number, from 0.
    let number: Int
    let counts: [Int]

    /// How many copies there are.
    var total: Int { counts.reduce(1, *) }
    /// `i = 3, j = 0`.
    var indices: String {
      zip(Repetition.indices, Repetition.indices(ofCopy: number, of: counts))
        .map { "\($0) = \($1)" }.joined(separator: ", ")
    }
  }

  /// The blocks of each list with repetitions, in the order of the file.
  var blocks: [String: [Block]] = [:]

  /// The copy in which a path leads; nil outside of lists with repetitions.
  func copy(at path: String) -> Copy? {
    guard !blocks.isEmpty, let open = path.firstIndex(of: "["),
      let close = path[open...].firstIndex(of: "]"),
      let index = Int(path[path.index(after: open)..<close]),
      let block = block(of: index, in: String(path[..<open]))
    else { return nil }
    return Copy(
      path: "\(path[..<open])[\(block.element)\(path[close...])",
      number: index - block.start,
      counts: block.counts
    )
  }

  /// A message in which elements are called as in the file. Complexity: O(*message*).
  func written(in message: String) -> String {
    var message = message
    for list in blocks.keys {
      let parts = message.split(separator: "\(list)[", omittingEmptySubsequences: false)
      message = String(parts[0])
      for part in parts.dropFirst() {
        let digits = part.prefix { $0.isASCII && $0.isNumber }
        let element = Int(digits).flatMap { block(of: $0, in: list)?.element }
        message += "\(list)[" + (element.map { "\($0)" } ?? String(digits))
        message += part.dropFirst(digits.count)
      }
    }
    return message
  }

  /// Complexity: O(log *elements*).
  private func block(of index: Int, in list: String) -> Block? {
    guard let blocks = blocks[list] else { return nil }
    var range = blocks.indices
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = blocks[middle].start <= index ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return blocks[range].first
  }
}
