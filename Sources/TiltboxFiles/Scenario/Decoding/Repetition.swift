internal import Tiltbox

/// Expands the bodies and constraints of a scenario that have the key `repeat`: a row, a grid, a ring or a chain.
///
/// `repeat: 12` makes twelve copies with the index `i`; `repeat: [8, 10]` makes a grid with the indices `i` and `j`.
/// In a copy, a value that begins with `=` is a formula of the indices, as in `at: [=20 + 30*i, =10*j]`, and `{i + 1}`
/// within a text is a whole number. An id without braces gets the indices at its end: `peg-2-5`.
struct Repetition {
  static let key = "repeat"
  /// The lists whose elements can be repeated.
  static let lists = ["bodies", "constraints"]
  static let indices = ["i", "j", "k"]
  /// The maximum number of elements in a list with repetitions.
  static let most = Scenario.mostBodies
  /// The maximum number of values in a list with repetitions: that of a file without them.
  static let mostValues = SourceText.mostValues

  /// Expands the lists of a scenario. Complexity: O(*copies*).
  static func expand(_ root: inout Node, _ formulas: FieldFormulas, _ diagnostics: Diagnostics) {
    guard var entries = root.mapping else { return }
    for index in entries.indices where lists.contains(entries[index].key) {
      guard let elements = entries[index].value.sequence,
        elements.contains(where: { $0[key] != nil })
      else { continue }
      let list = entries[index].key
      var expanded: [Node] = []
      var blocks: [Copies.Block] = []
      var values = 0
      func copies(of number: Int, _ counts: [Int]) -> [Node] {
        let pattern = elements[number].pattern(indices.prefix(counts.count))
        return (0..<counts.reduce(1, *)).map {
          formulas.copy(pattern, of: list, number, indices: indices(ofCopy: $0, of: counts))
        }
      }
      for (number, element) in elements.enumerated() {
        let start = expanded.count
        var counts: [Int] = []
        do throws(Diagnostic) {
          if let node = element[key] {
            let path = "\(list)[\(start)].\(key)"
            let copies = try self.counts(in: node, at: path, most - start, formulas.names)
            let size = copies.reduce(element.count, *)
            guard values + size <= mostValues else {
              let words =
                "makes \(size) values; a list has at most \(mostValues): give smaller counts"
              throw Diagnostic(place: node.place, path: path, words)
            }
            (counts, values) = (copies, values + size)
          }
          expanded += counts.isEmpty ? [element] : copies(of: number, counts)
        } catch {
          diagnostics.report(error)
          diagnostics.suppressPart("\(list)[\(start)]")
          expanded += copies(of: number, Array(repeating: 1, count: indices.count))
        }
        let id = counts.isEmpty ? nil : element["id"]?.scalar?.text
        blocks.append(Copies.Block(start: start, element: number, counts: counts, id: id))
      }
      diagnostics.copies.blocks[list] = blocks
      entries[index].value.content = .sequence(expanded)
    }
    root.content = .mapping(entries)
  }

  private static func counts(
    in node: Node,
    at path: String,
    _ room: Int,
    _ names: FormulaNames
  ) throws(Diagnostic) -> [Int] {
    let nodes = node.sequence ?? [node]
    if let refused = ([node] + nodes).first(where: { $0.refusal != nil }) {
      throw Diagnostic(place: refused.place, path: path, refused.refusal ?? "")
    }
    let counts = nodes.compactMap { $0.scalar?.whole }.filter { $0 >= 1 && $0 <= most }
    guard counts.count == nodes.count, (1...indices.count).contains(counts.count) else {
      throw Diagnostic(
        place: node.place,
        path: path,
        "expected a whole number from 1 to \(most), or a list of up to three; got \(node)"
          + adviceOnCounts(node, names)
      )
    }
    guard counts.reduce(1, *) <= room else {
      let words =
        "makes \(counts.reduce(1, *)) copies; a list has at most \(most): give smaller counts"
      throw Diagnostic(place: node.place, path: path, words)
    }
    return counts
  }

  /// Returns the advice for counts in another notation, such as `[8; 4]` or `8x4`.
  private static func adviceOnCounts(_ node: Node, _ names: FormulaNames) -> String {
    let texts = node.bracedWords ?? (node.sequence ?? [node]).compactMap { $0.scalar?.text }
    let formulas = texts.filter { $0.contains(where: \.isLetter) }
    if let words = formulas.lazy.compactMap(names.advice(onFormula:)).first { return "; \(words)" }
    let numbers = texts.joined(separator: " ").split { !$0.isNumber && !".-".contains($0) }
    let counts = numbers.compactMap { Int($0) }.filter { $0 >= 1 }
    guard (2...indices.count).contains(counts.count), counts.count == numbers.count else {
      return ""
    }
    return "; write \(counts)"
  }

  /// Returns the indices of a copy; the first one varies slowest.
  static func indices(ofCopy number: Int, of counts: [Int]) -> [Int] {
    var rest = number
    var values: [Int] = []
    for count in counts.reversed() {
      values.append(rest % count)
      rest /= count
    }
    return values.reversed()
  }
}

extension Node {
  /// The number of values within this one, itself included.
  fileprivate var count: Int {
    switch content {
    case .scalar: 1
    case .sequence(let nodes): nodes.reduce(1) { $0 + $1.count }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Returns a repeated element without its counts, and with its indices at the end of an id that has no braces.
  fileprivate func pattern(_ indices: some Sequence<String>) -> Node {
    guard var entries = mapping else { return self }
    entries.removeAll { $0.key == Repetition.key }
    for index in entries.indices where entries[index].key == "id" {
      guard let id = entries[index].value.scalar, !id.text.contains("{") else { continue }
      let name = id.text + indices.map { "-{\($0)}" }.joined()
      entries[index].value.content = .scalar(Scalar(text: name, isPlain: false))
    }
    var node = self
    node.content = .mapping(entries)
    return node
  }
}

extension Repetition {
  /// Returns a text with braces around indices that stand in it as words: `b-{i}` for `b-i`, `b-{i+1}` for `b-i+1`; nil
  /// if there are none, or braces already.
  static func braced(_ text: String, indices: some Collection<String>) -> String? {
    guard !text.contains("{") else { return nil }
    var (result, rest) = ("", text[...])
    while let first = rest.first {
      var word = rest.prefix { $0.isLetter || $0.isNumber }
      guard !word.isEmpty else {
        result.append(first)
        rest.removeFirst()
        continue
      }
      let isIndex = indices.contains(String(word))
      rest.removeFirst(word.count)
      if isIndex, rest.first == "+" {
        let digits = rest.dropFirst().prefix(while: \.isNumber)
        if !digits.isEmpty { word = text[word.startIndex..<digits.endIndex] }
        rest = text[word.endIndex...]
      }
      result += isIndex ? "{\(word)}" : word
    }
    return result == text ? nil : result
  }
}

/// Maps elements of lists with repetitions back to the file: `bodies[37]` may be a copy of `bodies[2]`.
struct Copies {
  /// An element of the file, and the position of its copies.
  struct Block {
    /// The index of its first copy.
    let start: Int
    /// Its index in the file.
    let element: Int
    /// The number of values of each index; empty for an element without `repeat`.
    let counts: [Int]
    /// The id as written, if it is repeated.
    var id: String?
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
    let written = "\(path[..<open])[\(block.element)\(path[close...])"
    return Copy(path: written, number: index - block.start, counts: block.counts)
  }

  /// Returns a message with the element indices of the file. Complexity: O(*message*).
  func written(in message: String) -> String {
    blocks.keys.reduce(message) { message, list in
      message.replacingElements(of: list) { index in
        block(of: index, in: list).map { "\(list)[\($0.element)]" }
      }
    }
  }

  /// Returns the block of an element; nil if the list has none. Complexity: O(log *elements*).
  func block(of index: Int, in list: String) -> Block? {
    let blocks = blocks[list] ?? []
    return blocks.prefix(blocks.partitioningIndex { $0.start > index }).last
  }
}
