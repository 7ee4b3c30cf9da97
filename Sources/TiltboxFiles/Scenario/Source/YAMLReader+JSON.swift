#if !Files
internal import Chipmunk
package import Tiltbox
internal import TiltboxJSON

/// Reads JSON if the package is built without its trait Files, and so without YAML.
package enum YAMLReader {
  /// Parses a text; nil if it is empty.
  package static func read(_ text: String, override: Int? = nil) throws(Diagnostic) -> Node? {
    let bytes = Array(try SourceText.check(text).utf8)
    guard bytes.contains(where: { $0 > 0x20 }) else { return nil }
    let starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    // Columns count bytes here.
    func place(ofByte offset: Int) -> SourceLocation {
      if let override { return .override(override) }
      let line = starts.partitioningIndex { $0 > offset }
      return .file(line: line, column: offset - starts[line - 1] + 1)
    }
    do {
      return try Node(parsing: bytes[...]).placed(place)
    } catch {
      let words = "\(error); this build reads scenarios as JSON, since it lacks the trait Files"
      throw Diagnostic(place: place(ofByte: error.offset), words)
    }
  }
}

extension Node {
  /// Returns the tree with places in a text instead of byte offsets in a line.
  fileprivate func placed(_ place: (_ offset: Int) -> SourceLocation) -> Node {
    func moved(_ old: SourceLocation) -> SourceLocation {
      guard case .file(_, let column) = old else { return old }
      return place(column - 1)
    }
    var node = self
    node.place = moved(self.place)
    switch content {
    case .scalar: break
    case .sequence(let nodes): node.content = .sequence(nodes.map { $0.placed(place) })
    case .mapping(let entries):
      let entries = entries.map {
        Entry(written: $0.key, at: moved($0.keyPlace), $0.value.placed(place))
      }
      node = Node(entries, at: node.place)
    }
    return node
  }
}
#endif
