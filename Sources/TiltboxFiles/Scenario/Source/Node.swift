package import Tiltbox
internal import TiltboxJSON

/// A value in a scenario file, not yet interpreted. A file has up to two million, so each is small.
package struct Node: Sendable {
  private var stored: Stored
  private var compactLocation: CompactLocation

  package init(content: Content, place: SourceLocation, refusal: String? = nil) {
    stored = refusal.map { .refused(content, $0) } ?? .usual(content)
    compactLocation = CompactLocation(place)
  }

  /// The beginning of the value.
  package var place: SourceLocation {
    get { compactLocation.place }
    set { compactLocation = CompactLocation(newValue) }
  }

  package var content: Content {
    get {
      switch stored {
      case .usual(let content), .refused(let content, _): content
      }
    }
    set { stored = refusal.map { .refused(newValue, $0) } ?? .usual(newValue) }
  }

  /// The reason why the notation is not supported, for example an alias.
  package var refusal: String? {
    get { if case .refused(_, let reason) = stored { reason } else { nil } }
    set { stored = newValue.map { .refused(content, $0) } ?? .usual(content) }
  }

  /// The content, in a box if it is refused: so a node takes 32 bytes.
  private enum Stored: Sendable {
    case usual(Content)
    indirect case refused(Content, String)
  }

  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A key and its value. A duplicate key has an entry each time.
  package struct Entry: Sendable {
    package let key: String
    private let compactLocation: CompactLocation
    package var value: Node

    package init(key: String, keyPlace: SourceLocation, value: Node) {
      (self.key, self.value) = (key, value)
      compactLocation = CompactLocation(keyPlace)
    }

    package var keyPlace: SourceLocation { compactLocation.place }
  }

  /// A place in eight bytes.
  private struct CompactLocation: Sendable {
    /// The line; 0 for an override, whose number stands for the column.
    private let line, column: UInt32

    init(_ place: SourceLocation) {
      switch place {
      case .file(let line, let column):
        (self.line, self.column) = (UInt32(clamping: line), UInt32(clamping: column))
      case .override(let number): (line, column) = (0, UInt32(clamping: number))
      }
    }

    var place: SourceLocation {
      line == 0 ? .override(Int(column)) : .file(line: Int(line), column: Int(column))
    }
  }
}

package typealias SourceLocation = Diagnostic.SourceLocation

extension SourceLocation {
  /// Returns the place a number of columns to the right.
  package func advanced(by columns: Int) -> SourceLocation {
    guard case .file(let line, let column) = self else { return self }
    return .file(line: line, column: column + columns)
  }
}

// Limits, far above what a scenario needs: looking for a field takes time in proportion to the keys and their length.
extension Node {
  /// The maximum number of keys in a mapping.
  private static let mostKeys = 1000

  /// Makes a mapping, or the refusal of one with too many keys.
  init(_ entries: [Entry], at place: SourceLocation, refusal: String? = nil) {
    guard entries.count > Self.mostKeys else {
      self.init(content: .mapping(entries), place: place, refusal: refusal)
      return
    }
    let problem = "has \(entries.count) keys, and a mapping at most \(Self.mostKeys)"
    let words = "\(problem); begin each element of a list with a dash"
    self.init(content: .sequence([]), place: place, refusal: words)
  }
}

extension Node.Entry {
  /// The maximum number of characters in a key.
  private static let longestKey = 100

  /// Makes an entry; of a longer key only the beginning stays.
  init(written key: String, at keyPlace: SourceLocation, _ value: Node) {
    var key = key
    if key.utf8.count > Self.longestKey, key.unicodeScalars.count > Self.longestKey {
      let count = key.unicodeScalars.count
      key = "\(String(key.unicodeScalars.prefix(40)))… of \(count) characters"
    }
    self.init(key: key, keyPlace: keyPlace, value: value)
  }
}

extension Node {
  package var scalar: Scalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  package var sequence: [Node]? { if case .sequence(let nodes) = content { nodes } else { nil } }

  package var mapping: [Entry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The value of a key; nil if it is missing or null. Assigning adds a key that is missing. A mutation of a missing value
  /// assigns nil, which must not copy the mapping.
  package subscript(key: String) -> Node? {
    get {
      guard let entries = mapping,
        let index = entries.indices.first(where: { entries[$0].key == key })
      else { return nil }
      return entries[index].value.scalar?.isNull == true ? nil : entries[index].value
    }
    set {
      guard let newValue, var entries = mapping else {
        if self[key] != nil { self = without(key) }
        return
      }
      if let index = entries.firstIndex(where: { $0.key == key }) {
        entries[index].value = newValue
      } else {
        entries.append(Entry(key: key, keyPlace: newValue.place, value: newValue))
      }
      content = .mapping(entries)
    }
  }

  /// Changes each element of a list.
  mutating func changeElements(_ change: (_ element: inout Node, _ index: Int) -> Void) {
    guard case .sequence(var nodes) = content else { return }
    content = .sequence([])
    for index in nodes.indices { change(&nodes[index], index) }
    content = .sequence(nodes)
  }

  /// Changes each entry of a mapping.
  mutating func changeEntries(_ change: (_ entry: inout Entry) -> Void) {
    guard case .mapping(var entries) = content else { return }
    content = .mapping([])
    for index in entries.indices { change(&entries[index]) }
    content = .mapping(entries)
  }

  /// Returns the mapping without some keys.
  func without(_ keys: String...) -> Node {
    var node = self
    if let mapping { node.content = .mapping(mapping.filter { !keys.contains($0.key) }) }
    return node
  }

  /// The node at a path below this one.
  subscript(path: some Collection<PathComponent>) -> Node? {
    var node = self
    for component in path {
      switch component {
      case .key(let key):
        guard let value = node[key] else { return nil }
        node = value
      case .index(let index):
        guard let nodes = node.sequence, nodes.indices.contains(index) else { return nil }
        node = nodes[index]
      }
    }
    return node
  }
}

extension Node: CustomStringConvertible {
  /// A description for error messages.
  package var description: String {
    switch content {
    case .scalar(let scalar): scalar.description
    case .sequence(let nodes): nodes.isEmpty ? "an empty list" : "a list of \(nodes.count)"
    case .mapping:
      bracedWords.map { "{\($0.joined(separator: ", "))}" }.flatMap { $0.count > 40 ? nil : $0 }
        ?? "a mapping"
    }
  }
}

/// A part of the path to a field: `bodies[2].mass` is a key, an index and a key.
package enum PathComponent: Hashable, Sendable {
  case key(String)
  case index(Int)
}

extension PathComponent {
  /// Parses a path; nil if it is not one.
  package static func components(of path: some StringProtocol) -> [PathComponent]? {
    var components: [PathComponent] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let key = pieces.first, !key.isEmpty else { return nil }
      components.append(.key(String(key)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
        components.append(.index(index))
      }
    }
    return components
  }

  /// Returns the text of a path with this component appended.
  func appended(to path: String) -> String {
    switch self {
    // Faster than interpolation.
    case .key(let key): path.isEmpty ? key : path + "." + key
    case .index(let index): path + "[" + String(index) + "]"
    }
  }
}

extension Collection<PathComponent> {
  /// The path as text.
  package var path: String { reduce("") { $1.appended(to: $0) } }
}

extension String {
  /// Returns the text with other words for elements of a list, such as `bodies[3]`, where there are some.
  func replacingElements(of list: String, with words: (_ index: Int) -> String?) -> String {
    let parts = split(separator: "\(list)[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      let digits = part.prefix { $0.isASCII && $0.isNumber }
      guard let element = Int(digits).flatMap(words) else { return "\(text)\(list)[\(part)" }
      return text + element + part.dropFirst(digits.count + 1)
    }
  }
}

// Parses one line of JSON into a tree with places, for commands and journals, which come by the thousand. A bare word
// becomes a scalar with that text, so that the field can report a `NaN` as not a number. A place is line 1 and the
// number of a byte, counted from 1.
extension Node: JSONTree {
  package static func scalar(_ text: String, isPlain: Bool, at offset: Int) -> Node {
    Node(content: .scalar(Scalar(text: text, isPlain: isPlain)), place: .byte(offset))
  }

  package static func array(_ elements: [Node], at offset: Int) -> Node {
    Node(content: .sequence(elements), place: .byte(offset))
  }

  package static func member(_ key: String, at offset: Int, _ value: Node) -> Entry {
    Entry(key: key, keyPlace: .byte(offset), value: value)
  }

  package static func object(_ members: [Entry], at offset: Int) -> Node {
    Node(content: .mapping(members), place: .byte(offset))
  }

  /// Parses a line that holds one value, perhaps after a byte-order mark.
  init(line: ArraySlice<UInt8>) throws(Diagnostic) {
    do {
      try self.init(parsing: line.withoutByteOrderMark)
    } catch {
      throw Diagnostic(place: .byte(error.offset), error.description)
    }
  }

  /// Throws for a bare word that JSON does not have, such as `0x10`.
  func checkWords() throws(Diagnostic) {
    switch content {
    case .scalar(let scalar):
      guard scalar.isPlain, !JSON.hasWord(scalar.text) else { return }
      throw Diagnostic(place: place, JSONError(.value, at: 0, found: scalar.text).description)
    case .sequence(let nodes): for node in nodes { try node.checkWords() }
    case .mapping(let entries): for entry in entries { try entry.value.checkWords() }
    }
  }
}

extension SourceLocation {
  /// Returns the place of a byte in a line, counted from 0.
  fileprivate static func byte(_ offset: Int) -> SourceLocation {
    .file(line: 1, column: offset + 1)
  }
}
