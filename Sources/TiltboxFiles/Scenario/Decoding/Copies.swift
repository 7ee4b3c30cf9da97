/// Maps elements of lists with repetitions back to the file: `bodies[37]` may be a copy of `bodies[2]`.
struct Copies {
  /// An element of the file, and the position of its copies.
  struct Block {
    /// The index of its first copy.
    var start: Int
    /// Its index in the file.
    let element: Int
    /// The number of values of each index; empty for an element without `repeat`.
    let counts: [Int]
    /// The id as written, if it is repeated.
    var id: String?
    /// The number of its first copy.
    var first = 0
    /// Whether all of the block belongs to that copy, as the parts of a rope do.
    var isOneCopy = false
    /// The path of the field in the file that made the block, such as a rope; nil for an element of this list.
    var source: String?

    /// Returns the number of the copy to which an element of the expanded list belongs.
    func copy(of index: Int) -> Int { isOneCopy ? first : first + index - start }
  }

  /// A path in a copy.
  struct Copy {
    /// The path in the file.
    let path: String
    /// The copy's number, from 0.
    let number: Int
    let counts: [Int]

    /// The total number of copies.
    var total: Int { counts.reduce(1, *) }
    /// The names of its indices.
    var indexNames: ArraySlice<String> { Repetition.indices.prefix(counts.count) }
    /// The indices of the copy as text: `i = 3, j = 0`.
    var indices: String {
      zip(indexNames, Repetition.indices(ofCopy: number, of: counts))
        .map { "\($0) = \($1)" }.joined(separator: ", ")
    }
  }

  /// The blocks of each list with repetitions, in the order of the file.
  var blocks: [String: [Block]] = [:]

  /// Returns the copy that contains a path; nil outside lists with repetitions.
  func copy(at path: String) -> Copy? {
    guard !blocks.isEmpty, let open = path.firstIndex(of: "["),
      let close = path[open...].firstIndex(of: "]"),
      let index = Int(path[path.index(after: open)..<close]),
      let block = block(of: index, in: String(path[..<open]))
    else { return nil }
    return Copy(
      path: block.source ?? "\(path[..<open])[\(block.element)\(path[close...])",
      number: block.copy(of: index),
      counts: block.counts
    )
  }

  /// Returns a message with the element indices of the file. Complexity: O(*message*).
  func written(in message: String) -> String {
    var message = message
    for list in blocks.keys {
      let parts = message.split(separator: "\(list)[", omittingEmptySubsequences: false)
      message = String(parts[0])
      for part in parts.dropFirst() {
        let digits = part.prefix { $0.isASCII && $0.isNumber }
        let made = Int(digits).flatMap { block(of: $0, in: list) }
        if let source = made?.source {
          message += source + part.dropFirst(digits.count + 1)
        } else {
          message += "\(list)[" + (made.map { "\($0.element)" } ?? String(digits))
          message += part.dropFirst(digits.count)
        }
      }
    }
    return message
  }

  /// Adds a block to a list, at the next place of its elements, and returns it there.
  @discardableResult
  mutating func add(_ block: Block, to list: String, at start: Int) -> Block {
    var block = block
    block.start = start
    blocks[list, default: []].append(block)
    return block
  }

  /// Returns the block of an element; nil if the list has none. Complexity: O(log *elements*).
  func block(of index: Int, in list: String) -> Block? {
    guard let blocks = blocks[list] else { return nil }
    var range = blocks.indices
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = blocks[middle].start <= index ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return blocks[range].first
  }
}
