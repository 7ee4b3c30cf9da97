#if Files
internal import CYAML

/// The events of a YAML text: the beginnings and ends of its values, one at a time. Wraps `yaml_parser_t`.
@safe
final class YAMLEvents {
  /// A line and a column, both counted from 1.
  typealias Position = (line: Int, column: Int)

  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)

  /// Prepares to parse a text in UTF-8, which must outlive the events.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    unsafe event.initialize(to: yaml_event_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else { preconditionFailure("out of memory") }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_event_delete(event)
    unsafe yaml_parser_delete(parser)
    unsafe event.deallocate()
    unsafe parser.deallocate()
  }

  /// Advances to the next event; false at an error. Wraps `yaml_parser_parse`.
  func advance() -> Bool {
    unsafe yaml_event_delete(event)
    // After an error and after the end, the library succeeds with no event.
    return unsafe yaml_parser_parse(parser, event) == 1 && event.pointee.type != YAML_NO_EVENT
  }

  /// Returns the reason why the last ``advance()`` was false. The text is that of the file, for the remedy.
  func failure(in text: String) -> YAMLDiagnosis {
    let (problem, mark) = unsafe (parser.pointee.problem, parser.pointee.problem_mark)
    let isNamed = unsafe parser.pointee.context != nil
    return YAMLDiagnosis(
      problem: unsafe problem.map { unsafe String(cString: $0) } ?? "no more events",
      beginning: isNamed ? unsafe Int(parser.pointee.context_mark.line) + 1 : nil,
      at: (Int(mark.line) + 1, Int(mark.column) + 1),
      in: text
    )
  }

  /// Whether the parser understood the characters, but not the grammar.
  var isSyntaxError: Bool {
    let error = unsafe parser.pointee.error
    return error == YAML_SCANNER_ERROR || error == YAML_PARSER_ERROR
  }

  /// The kind of the current event.
  var type: yaml_event_type_t { unsafe event.pointee.type }

  /// The beginning of the current event. Columns count Unicode scalars.
  var position: Position {
    let mark = unsafe event.pointee.start_mark
    return (Int(mark.line) + 1, Int(mark.column) + 1)
  }
}

// The contents of the current event.
extension YAMLEvents {
  /// The text of a scalar.
  var text: String {
    let scalar = unsafe event.pointee.data.scalar
    return unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
      as: UTF8.self
    )
  }

  /// Whether a scalar has no quotes.
  var isPlain: Bool { unsafe event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE }

  /// Whether a scalar may have escapes.
  var isDoubleQuoted: Bool {
    unsafe event.pointee.data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
  }

  /// The anchor and the tag of the value that begins.
  var properties: (anchor: String?, tag: String?) {
    switch type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      return unsafe (Self.text(scalar.anchor), Self.text(scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let sequence = unsafe event.pointee.data.sequence_start
      return unsafe (Self.text(sequence.anchor), Self.text(sequence.tag))
    default:
      let mapping = unsafe event.pointee.data.mapping_start
      return unsafe (Self.text(mapping.anchor), Self.text(mapping.tag))
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }
  }
}
#endif
