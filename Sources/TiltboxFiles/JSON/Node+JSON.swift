internal import Tiltbox
internal import TiltboxJSON

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

  /// Parses a line that holds one value.
  init(line: ArraySlice<UInt8>) throws(Diagnostic) {
    do {
      try self.init(parsing: line)
    } catch {
      throw Diagnostic(place: .byte(error.offset), error.description)
    }
  }
}

extension SourceLocation {
  /// Returns the place of a byte in a line, counted from 0.
  fileprivate static func byte(_ offset: Int) -> SourceLocation {
    .file(line: 1, column: offset + 1)
  }
}
