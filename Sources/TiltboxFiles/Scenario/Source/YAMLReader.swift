#if Files
internal import Yams

/// Reads YAML, and JSON with it, into a tree; the only place that knows the library.
///
/// Two things about the library would hurt. It follows aliases, so that a few hundred bytes can stand for
/// billions of values; here they never reach it: every `*` is handed over as a mark that no text may
/// contain, and is put back into the texts that come out. And it gives up at the first mapping that has a key
/// twice, so that nothing else of the file is looked at: see ``DuplicateKeys``.
package struct YAMLReader {
  private static let asterisk: Character = "*"
  private static let asteriskMark = Character(SourceText.mark(1))

  private var repairs = DuplicateKeys()
  private var firstDuplicate: Finding?
  /// The override that is read, if it is not the file.
  private let override: Int?

  /// Reads a text; nil if there is nothing in it.
  package static func read(_ text: String, override: Int? = nil) throws(Finding) -> Node? {
    var reader = YAMLReader(override: override)
    return try reader.read(try SourceText.check(text))
  }

  private init(override: Int?) { self.override = override }

  private mutating func read(_ text: String) throws(Finding) -> Node? {
    var source = text
    if source.utf8.contains(UInt8(ascii: "*")) {
      source = String(source.map { $0 == Self.asterisk ? Self.asteriskMark : $0 })
    }
    while true {
      do {
        // Naming the encoding keeps the library from looking for a wish in the environment, which it would announce
        // on standard output. The parser keeps the anchors' names alive.
        let parser = try Parser(yaml: source, resolver: .basic, encoding: .utf8)
        return try withExtendedLifetime(parser) { try parser.singleRoot().map(convert) }
      } catch let error as YamlError {
        guard case .duplicatedKeysInMapping(let keys, let context) = error else {
          throw finding(error)
        }
        let duplicate = firstDuplicate ?? finding(error)
        firstDuplicate = duplicate
        let mark = context.mark
        guard repairs.mark(keys, line: mark.line, column: mark.column, in: &source) else {
          throw duplicate
        }
      } catch {
        throw Finding(place: place(1, 1), "\(error)")
      }
    }
  }

  private func place(_ line: Int, _ column: Int) -> Place {
    if let override { return .override(override) }
    return .file(line: line, column: repairs.originalColumn(column, inLine: line))
  }

  private func place(_ mark: Mark?) -> Place { place(mark?.line ?? 1, mark?.column ?? 1) }

  private func restored(_ text: String) -> String {
    guard text.utf8.contains(Self.asteriskMark.utf8.first ?? 0) else { return text }
    return String(text.map { $0 == Self.asteriskMark ? Self.asterisk : $0 })
  }
}

// From the library's tree to ours.
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
        refusal: plain && scalar.string.first == Self.asteriskMark
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
        content: .mapping(mapping.map(convert)),
        place: place(mapping.mark),
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
    return Node.Entry(key: written ?? "?", keyPlace: place(key.mark), value: convert(value))
  }

  private func refusal(_ anchor: Anchor?, tag: String) -> String? {
    if let anchor {
      return "&\(anchor.rawValue) is an anchor, and anchors are not supported; drop it"
    }
    return tag.isEmpty ? nil : "\(tag) is a tag, and tags are not supported; drop it"
  }
}

// From the library's errors to ours.
extension YAMLReader {
  private func finding(_ error: YamlError) -> Finding {
    switch error {
    case .scanner(let context, let problem, let mark, let text),
      .parser(let context, let problem, let mark, let text):
      let mistake = YAMLMistake(
        problem: problem,
        beginning: context.map(\.mark.line),
        line: mark.line,
        column: mark.column,
        text: text
      )
      return Finding(place: place(mark), "this is not YAML: \(mistake)")
    case .composer(_, _, let mark, _):
      return Finding(
        place: place(mark),
        "a second document begins here; a scenario is one document: drop this line, or split the file"
      )
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { restored(DuplicateKeys.unmarked($0)) }.joined(separator: ", ")
      return Finding(place: place(context.mark), "given more than once: \(names); keep one of each")
    default:
      return Finding(place: place(1, 1), "this is not YAML: \(error)")
    }
  }
}
#endif
