#if Files
internal import CYAML
package import Tiltbox

/// Reads YAML, which includes JSON, into a tree, in one pass over the events of libyaml.
///
/// An asterisk begins an alias. In a text that begins with one by mistake it is often a syntax error, which would hide
/// all other problems. The reader replaces every `*` with a mark that no text may contain, restores it in the values,
/// and refuses the values that begin with one. So nothing is ever expanded.
///
/// In the same way, another mark replaces the backslashes of surrogate pairs, which JSON has and YAML lacks.
package struct YAMLReader {
  private static let asterisk: Unicode.Scalar = "*"
  private static let backslash: Unicode.Scalar = "\\"
  /// The maximum number of values within each other, for which the stack of every thread is large enough: tasks have
  /// 512 KB on some systems.
  private static let deepest = 100

  private let events: YAMLEvents
  /// The text as written, for errors.
  private let text: String
  /// Whether asterisks or backslashes are replaced.
  private let isMarked: Bool
  /// The number of the override being read; nil for the file.
  private let override: Int?
  private var depth = 0
  // The elements and entries of all unfinished lists and mappings, from which each array is made in its final size.
  private var nodes: [Node] = []
  private var entries: [Node.Entry] = []

  /// Parses a text; nil if it is empty.
  package static func read(_ text: String, override: Int? = nil) throws(Diagnostic) -> Node? {
    let text = try SourceText.check(text)
    let hasEscapes = SourceText.contains(backslash, in: text)
    let isMarked = hasEscapes || SourceText.contains(asterisk, in: text)
    var source = hasEscapes ? markingPairs(in: text) : text
    if isMarked { source = replacing(asterisk, with: SourceText.mark, in: source) }
    return try source.withUTF8 { bytes in
      Result { () throws(Diagnostic) in
        let events = unsafe YAMLEvents(bytes)
        var reader = YAMLReader(events: events, text: text, isMarked: isMarked, override: override)
        return try reader.document()
      }
    }.get()
  }

  private mutating func document() throws(Diagnostic) -> Node? {
    try rejectTagDirectives()
    try advance()  // The beginning of the stream, and of the document.
    try advance()
    guard events.type != YAML_STREAM_END_EVENT else { return nil }
    try advance()
    let root = try node()
    try advance()  // The end of the document, and of the stream.
    try advance()
    guard events.type == YAML_STREAM_END_EVENT else {
      let words = "a second document begins here; a scenario is one document"
      throw Diagnostic(place: place, "\(words): drop this line, or split the file")
    }
    return root
  }

  /// Reads the value that begins with the current event, up to its last event.
  private mutating func node() throws(Diagnostic) -> Node {
    let (place, refusal) = (place, refusal)
    switch events.type {
    case YAML_SCALAR_EVENT:
      let scalar = Scalar(text: written, isPlain: events.isPlain)
      return Node(content: .scalar(scalar), place: place, refusal: refusal)
    case YAML_SEQUENCE_START_EVENT:
      return Node(content: .sequence(try elements()), place: place, refusal: refusal)
    default:
      return Node(try members(), at: place, refusal: refusal)
    }
  }

  private mutating func elements() throws(Diagnostic) -> [Node] {
    try enter()
    let start = nodes.count
    try advance()
    while events.type != YAML_SEQUENCE_END_EVENT {
      let element = try node()
      nodes.append(element)
      try advance()
    }
    defer { nodes.removeSubrange(start...) }
    depth -= 1
    return Array(nodes[start...])
  }

  private mutating func members() throws(Diagnostic) -> [Node.Entry] {
    try enter()
    let start = entries.count
    try advance()
    while events.type != YAML_MAPPING_END_EVENT {
      let key = try node()
      try advance()
      var value = try node()
      if let refusal = key.refusal { (value.refusal, value.place) = (refusal, key.place) }
      entries.append(Node.Entry(written: key.scalar?.text ?? "?", at: key.place, value))
      try advance()
    }
    defer { entries.removeSubrange(start...) }
    depth -= 1
    return Array(entries[start...])
  }

  private mutating func enter() throws(Diagnostic) {
    depth += 1
    guard depth > Self.deepest else { return }
    let (problem, place) = (YAMLDiagnosis.depthProblem, events.position)
    throw error(YAMLDiagnosis(problem: problem, beginning: place.line, at: place, in: text))
  }

  private func advance() throws(Diagnostic) {
    guard !events.advance() else { return }
    let failure = events.failure(in: text)
    guard events.isSyntaxError else {
      throw Diagnostic(place: place(1, 1), "this is not YAML: \(failure.problem)")
    }
    throw error(failure)
  }

  /// Throws for a directive of tags: the library compares each with all others.
  private func rejectTagDirectives() throws(Diagnostic) {
    guard SourceText.contains("%", in: text) else { return }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let index = lines.firstIndex(where: { $0.starts(with: "%TAG".utf8) }) {
      let words = "%TAG is for tags, and tags are not supported; drop it"
      throw Diagnostic(place: place(index + 1, 1), words)
    }
  }
}

// The current event as a part of the tree.
extension YAMLReader {
  private var place: SourceLocation { place(events.position.line, events.position.column) }

  private func place(_ line: Int, _ column: Int) -> SourceLocation {
    override.map { .override($0) } ?? .file(line: line, column: column)
  }

  /// The text of a scalar as in the file.
  private var written: String {
    let text = events.text
    guard isMarked, text.unicodeScalars.contains(where: SourceText.isMark) else { return text }
    let escaped = Self.replacing(SourceText.mark, with: Self.asterisk, in: text)
    // Elsewhere a backslash is one.
    return events.isDoubleQuoted
      ? Self.joiningPairs(in: escaped)
      : Self.replacing(SourceText.escapeMark, with: Self.backslash, in: escaped)
  }

  /// Marks the backslashes of surrogate pairs, but not those after another backslash.
  private static func markingPairs(in text: String) -> String {
    let escape = /\\(?:\\|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/
    return text.replacing(escape.matchingSemantics(.unicodeScalar)) { match in
      match.0.count == 2
        ? String(match.0)
        : replacing(backslash, with: SourceText.escapeMark, in: String(match.0))
    }
  }

  /// Replaces marked surrogate pairs by their characters.
  private static func joiningPairs(in text: String) -> String {
    let pair = /\u{FDD1}u([0-9a-fA-F]{4})\u{FDD1}u([0-9a-fA-F]{4})/
    return text.replacing(pair.matchingSemantics(.unicodeScalar)) { match in
      let units = [match.1, match.2].compactMap { UInt16($0, radix: 16) }
      return String(decoding: units, as: UTF16.self)
    }
  }

  /// The reason why the value that begins is not supported, if any.
  private var refusal: String? {
    let isScalar = events.type == YAML_SCALAR_EVENT
    if isScalar, isMarked, events.isPlain, events.text.unicodeScalars.first == SourceText.mark {
      return "\(written) is an alias, and aliases are not supported; write the value out"
    }
    let (anchor, tag) = events.properties
    if let anchor { return "&\(anchor) is an anchor, and anchors are not supported; drop it" }
    // A text in quotes may say that it is one.
    guard let tag, !(isScalar && !events.isPlain && tag == YAML_STR_TAG) else { return nil }
    return "\(tag) is a tag, and tags are not supported; drop it"
  }

  private static func replacing(
    _ old: Unicode.Scalar,
    with new: Unicode.Scalar,
    in text: String
  ) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.lazy.map { $0 == old ? new : $0 }))
  }

  private func error(_ failure: YAMLDiagnosis) -> Diagnostic {
    var diagnostic = failure.diagnostic
    if case .file(let line, let column)? = diagnostic.place {
      diagnostic.place = place(line, column)
    }
    diagnostic.message = "this is not YAML: \(diagnostic.message)"
    return diagnostic
  }
}
#endif
