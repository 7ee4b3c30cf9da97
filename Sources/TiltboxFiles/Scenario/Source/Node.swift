/// A value in a scenario file as it is written, before anybody asks what it means.
package struct Node: Sendable {
  package var content: Content
  /// Where the value begins.
  package var place: Place
  /// What about the way it is written is not taken: an alias, say.
  package var refusal: String?

  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A key and its value. A key that stands twice in a mapping is there twice.
  package struct Entry: Sendable {
    package let key: String
    package let keyPlace: Place
    package var value: Node
  }
}

/// Where a node or a key stands: in the file, or in the override of that number.
package enum Place: Hashable, Comparable, Sendable {
  case file(line: Int, column: Int)
  case override(Int)
}

extension Place {
  /// The place some columns to the right.
  package func advanced(by columns: Int) -> Place {
    guard case .file(let line, let column) = self else { return self }
    return .file(line: line, column: column + columns)
  }
}

extension Node {
  package var scalar: Scalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  package var sequence: [Node]? {
    guard case .sequence(let nodes) = content else { return nil }
    return nodes
  }

  package var mapping: [Entry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  /// The value of a key that is there and not null.
  package subscript(key: String) -> Node? {
    guard let entry = mapping?.first(where: { $0.key == key }) else { return nil }
    return entry.value.scalar?.isNull == true ? nil : entry.value
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
  /// What is there, in the words of an error.
  package var description: String {
    switch content {
    case .scalar(let scalar): scalar.description
    case .sequence(let nodes): nodes.isEmpty ? "an empty list" : "a list of \(nodes.count)"
    case .mapping: "a mapping"
    }
  }
}
