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

  /// The indices of the copy being made.
  private let values: [Int]

  /// Expands the lists of a scenario. Complexity: O(*copies*).
  static func expand(_ root: inout Node, _ diagnostics: Diagnostics) {
    guard var entries = root.mapping else { return }
    for index in entries.indices where lists.contains(entries[index].key) {
      guard let elements = entries[index].value.sequence,
        elements.contains(where: { $0[key] != nil })
      else { continue }
      let list = entries[index].key
      var expanded: [Node] = []
      var blocks: [Copies.Block] = []
      var values = 0
      for (number, element) in elements.enumerated() {
        let start = expanded.count
        var counts: [Int] = []
        do throws(Diagnostic) {
          if let node = element[key] {
            let path = "\(list)[\(start)].\(key)"
            let copies = try self.counts(in: node, at: path, most - start)
            let size = copies.reduce(element.count, *)
            guard values + size <= mostValues else {
              let words =
                "makes \(size) values; a list has at most \(mostValues): give smaller counts"
              throw Diagnostic(place: node.place, path: path, words)
            }
            (counts, values) = (copies, values + size)
          }
          expanded += counts.isEmpty ? [element] : copies(of: element, counts)
        } catch {
          diagnostics.report(error)
          diagnostics.suppressPart("\(list)[\(start)]")
          expanded += copies(of: element, Array(repeating: 1, count: indices.count))
        }
        let id = counts.isEmpty ? nil : element["id"]?.scalar?.text
        blocks.append(Copies.Block(start: start, element: number, counts: counts, id: id))
      }
      diagnostics.copies.blocks[list] = blocks
      entries[index].value.content = .sequence(expanded)
    }
    root.content = .mapping(entries)
  }

  private static func copies(of element: Node, _ counts: [Int]) -> [Node] {
    let pattern = element.without(key)
    return (0..<counts.reduce(1, *)).map { number in
      Repetition(values: indices(ofCopy: number, of: counts)).copy(pattern, isElement: true)
    }
  }

  private static func counts(
    in node: Node,
    at path: String,
    _ room: Int
  ) throws(Diagnostic) -> [Int] {
    let nodes = node.sequence ?? [node]
    let counts = nodes.compactMap { $0.scalar?.whole }.filter { $0 >= 1 && $0 <= most }
    guard counts.count == nodes.count, (1...indices.count).contains(counts.count) else {
      throw Diagnostic(
        place: node.place,
        path: path,
        "expected a whole number from 1 to \(most), or a list of up to three; got \(node)"
          + adviceOnCounts(node)
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
  private static func adviceOnCounts(_ node: Node) -> String {
    let texts = node.bracedWords ?? (node.sequence ?? [node]).compactMap { $0.scalar?.text }
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

  private func copy(_ node: Node, isElement: Bool = false) -> Node {
    var node = node
    switch node.content {
    case .scalar(let scalar):
      do {
        node.content = .scalar(try value(of: scalar, node.place))
      } catch {
        (node.refusal, node.place) = (error.message, error.place ?? node.place)
      }
    case .sequence(let nodes):
      node.content = .sequence(nodes.map { copy($0) })
    case .mapping(var entries):
      for index in entries.indices {
        let entry = entries[index]
        entries[index].value = copy(entry.value)
        if isElement, entry.key == "id", let id = entry.value.scalar, !id.text.contains("{") {
          let name = ([id.text] + values.map(String.init)).joined(separator: "-")
          entries[index].value.content = .scalar(Scalar(text: name, isPlain: false))
        }
      }
      node.content = .mapping(entries)
    }
    return node
  }

  private func value(of scalar: Scalar, _ place: SourceLocation) throws(Diagnostic) -> Scalar {
    let begin = scalar.isPlain ? 0 : 1
    if scalar.text.hasPrefix("=") {
      let number = try formula(scalar.text.dropFirst(), place.advanced(by: begin + 1), after: "=")
      return Scalar(text: "\(number)", isPlain: true, formula: scalar.text)
    }
    guard scalar.text.contains("{") else { return scalar }
    var (text, rest) = ("", scalar.text[...])
    while let open = rest.firstIndex(of: "{") {
      let start = place.advanced(by: begin + rest.startIndex.utf16Offset(in: scalar.text))
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw Diagnostic(place: start, "a brace is not closed; write {i}, or quote a text")
      }
      let written = rest[rest.index(after: open)..<close]
      let number = try formula(written, start.advanced(by: 1))
      guard let whole = Int(exactly: number) else {
        throw Diagnostic(
          place: start,
          "{\(written)} is not a whole number; round it with floor or round"
        )
      }
      text += rest[..<open] + "\(whole)"
      rest = rest[rest.index(after: close)...]
    }
    return Scalar(text: text + rest, isPlain: scalar.isPlain)
  }

  /// Evaluates a formula; in messages, the sign stands before it.
  private func formula(
    _ text: Substring,
    _ place: SourceLocation,
    after sign: String = ""
  ) throws(Diagnostic) -> Double {
    let names = zip(Self.indices, values.map(Double.init))
    if text.first == "[" {
      throw Diagnostic(place: place, "a formula is one number; write [=20 + 30*i, 40]")
    }
    do {
      return try Formula.value(
        of: String(text),
        FormulaNumbers(FormulaNames(indices: Dictionary(uniqueKeysWithValues: names)))
      )
    } catch {
      let message = error.message.replacing("; write ", with: "; write \(sign)")
      throw Diagnostic(place: place.advanced(by: error.offset), message)
    }
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

  fileprivate func without(_ key: String) -> Node {
    var node = self
    if let mapping { node.content = .mapping(mapping.filter { $0.key != key }) }
    return node
  }
}
