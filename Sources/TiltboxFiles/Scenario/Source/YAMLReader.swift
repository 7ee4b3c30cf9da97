#if Files
package import Tiltbox
internal import Yams

/// Reads YAML, which includes JSON, into a tree; the only code that uses the library.
///
/// It works around two properties of the library. The library follows aliases, so that a few hundred bytes can
/// expand to billions of values: the reader replaces every `*` with a mark that no text may contain, and restores
/// it in the resulting texts. The library also stops at the first mapping with a duplicate key and does not check
/// the rest of the file: see ``DuplicateKeys``.
package struct YAMLReader {
  private static let asterisk: Unicode.Scalar = "*"
  private static let asteriskMark = SourceText.mark(1)

  private var repairs = DuplicateKeys()
  private var firstDuplicate: Diagnostic?
  /// The number of the override being read; nil for the file.
  private let override: Int?

  /// Parses a text; nil if it is empty.
  package static func read(_ text: String, override: Int? = nil) throws(Diagnostic) -> Node? {
    var reader = YAMLReader(override: override)
    return try reader.read(try SourceText.check(text))
  }

  private init(override: Int?) { self.override = override }

  private mutating func read(_ text: String) throws(Diagnostic) -> Node? {
    try rejectTagDirectives(in: text)
    var source = text
    if source.utf8.contains(UInt8(ascii: "*")) {
      source = Self.replacing(Self.asterisk, with: Self.asteriskMark, in: source)
    }
    while true {
      do {
        // An explicit encoding keeps the library from looking for a setting in the environment, which it would announce
        // on standard output. The parser keeps the anchors' names alive.
        let parser = try Parser(yaml: source, resolver: .basic, encoding: .utf8)
        return try withExtendedLifetime(parser) { try parser.singleRoot().map(convert) }
      } catch let error as YamlError {
        guard case .duplicatedKeysInMapping(let keys, let context) = error else {
          throw diagnostic(error)
        }
        let duplicate = firstDuplicate ?? diagnostic(error)
        firstDuplicate = duplicate
        let mark = context.mark
        guard repairs.mark(keys, line: mark.line, column: mark.column, in: &source) else {
          throw duplicate
        }
      } catch {
        throw Diagnostic(place: place(1, 1), "\(error)")
      }
    }
  }

  /// Throws for a directive of tags: the library compares each with all others.
  private func rejectTagDirectives(in text: String) throws(Diagnostic) {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return }
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"),
      omittingEmptySubsequences: false
    )
    .enumerated() where line.starts(with: "%TAG".utf8) {
      throw Diagnostic(
        place: place(index + 1, 1),
        "%TAG is for tags, and tags are not supported; drop it"
      )
    }
  }

  private func place(_ line: Int, _ column: Int) -> SourceLocation {
    if let override { return .override(override) }
    return .file(line: line, column: repairs.originalColumn(column, inLine: line))
  }

  private func place(_ mark: Mark?) -> SourceLocation { place(mark?.line ?? 1, mark?.column ?? 1) }

  private func restored(_ text: String) -> String {
    guard text.unicodeScalars.contains(Self.asteriskMark) else { return text }
    return Self.replacing(Self.asteriskMark, with: Self.asterisk, in: text)
  }

  private static func replacing(
    _ old: Unicode.Scalar,
    with new: Unicode.Scalar,
    in text: String
  ) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.lazy.map { $0 == old ? new : $0 }))
  }
}

// Conversion from the library's tree to nodes.
extension YAMLReader {
  private func convert(_ node: Yams.Node) -> Node {
    switch node {
    case .scalar(let scalar):
      let plain = scalar.style == .plain
      let text = restored(scalar.string)
      let tag = plain || scalar.tag.rawValue != Tag.Name.str.rawValue ? scalar.tag.rawValue : ""
      return Node(
        content: .scalar(Scalar(text: text, isPlain: plain)),
        place: place(scalar.mark),
        refusal: plain && scalar.string.unicodeScalars.first == Self.asteriskMark
          ? "\(text) is an alias, and aliases are not supported; write the value out"
          : refusal(scalar.anchor, tag: tag)
      )
    case .sequence(let sequence):
      return Node(
        content: .sequence(sequence.map(convert)),
        place: place(sequence.mark),
        refusal: refusal(sequence.anchor, tag: sequence.tag.rawValue)
      )
    case .mapping(let mapping):
      return Node(
        mapping.map(convert),
        at: place(mapping.mark),
        refusal: refusal(mapping.anchor, tag: mapping.tag.rawValue)
      )
    case .alias(let alias):
      return Node(
        content: .sequence([]),
        place: place(alias.mark),
        refusal: "aliases are not supported; write the value out"
      )
    }
  }

  private func convert(_ key: Yams.Node, _ value: Yams.Node) -> Node.Entry {
    let written = key.scalar.map { restored(DuplicateKeys.unmarked($0.string)) }
    return Node.Entry(written: written ?? "?", at: place(key.mark), convert(value))
  }

  private func refusal(_ anchor: Anchor?, tag: String) -> String? {
    if let anchor {
      return "&\(anchor.rawValue) is an anchor, and anchors are not supported; drop it"
    }
    return tag.isEmpty ? nil : "\(tag) is a tag, and tags are not supported; drop it"
  }
}

// Conversion from the library's errors to diagnostics.
extension YAMLReader {
  private func diagnostic(_ error: YamlError) -> Diagnostic {
    switch error {
    case .scanner(let context, let problem, let mark, let text),
      .parser(let context, let problem, let mark, let text):
      var diagnostic = YAMLDiagnosis(
        problem: problem,
        beginning: context.map(\.mark.line),
        line: mark.line,
        column: mark.column,
        text: text
      ).diagnostic
      if case .file(let line, let column)? = diagnostic.place {
        diagnostic.place = place(line, column)
      }
      diagnostic.message = "this is not YAML: \(diagnostic.message)"
      return diagnostic
    case .composer(_, _, let mark, _):
      return Diagnostic(
        place: place(mark),
        "a second document begins here; a scenario is one document: drop this line, or split the file"
      )
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { restored(DuplicateKeys.unmarked($0)) }.joined(separator: ", ")
      return Diagnostic(
        place: place(context.mark),
        "given more than once: \(names); keep one of each"
      )
    default:
      return Diagnostic(place: place(1, 1), "this is not YAML: \(error)")
    }
  }
}
#endif
