/// Reads one line of JSON into a tree: the commands and journals that come by the thousand.
///
/// It takes what JSON is, and a bare word as a scalar of that text, so that a `NaN` is told to be no number by the
/// field that it stands in. A place is line 1 and the number of a byte, counted from 1.
struct JSONReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0
  /// A body in a command needs but five.
  private static let deepest = 32

  /// Reads a line that holds one value.
  static func read(_ line: ArraySlice<UInt8>) throws(Finding) -> Node {
    var reader = JSONReader(bytes: line, index: line.startIndex)
    let node = try reader.value()
    guard reader.peek() == nil else { throw reader.expected("nothing more") }
    return node
  }

  private init(bytes: ArraySlice<UInt8>, index: Int) {
    self.bytes = bytes
    self.index = index
  }

  private var place: Place { .file(line: 1, column: index - bytes.startIndex + 1) }

  private func expected(_ what: String) -> Finding {
    let rest = String(decoding: bytes[index...].prefix(12), as: UTF8.self)
    let found = rest.isEmpty ? "the end of the line" : rest.debugDescription
    return Finding(place: place, "this is not JSON: expected \(what), got \(found)")
  }

  /// The next byte that is not blank.
  private mutating func peek() -> UInt8? {
    while index < bytes.endIndex, [0x20, 0x09, 0x0D].contains(bytes[index]) { index += 1 }
    return index < bytes.endIndex ? bytes[index] : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Finding) -> Node {
    let next = peek()
    let start = place
    switch next {
    case UInt8(ascii: "{"): return Node(content: .mapping(try mapping()), place: start)
    case UInt8(ascii: "["): return Node(content: .sequence(try sequence()), place: start)
    case UInt8(ascii: "\""):
      return Node(content: .scalar(Scalar(text: try string(), isPlain: false)), place: start)
    default:
      let from = index
      while index < bytes.endIndex, !Self.endsWord(bytes[index]) { index += 1 }
      guard index > from else { throw expected("a value") }
      guard let word = String(validating: bytes[from..<index], as: UTF8.self) else {
        throw Finding(place: start, "this is not UTF-8")
      }
      return Node(content: .scalar(Scalar(text: word, isPlain: true)), place: start)
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
      UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), 0...0x20:
      true
    default: false
    }
  }

  private mutating func mapping() throws(Finding) -> [Node.Entry] {
    try enter()
    defer { depth -= 1 }
    var entries: [Node.Entry] = []
    if skip("}") { return entries }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw expected("a key in quotes") }
      let keyPlace = place
      let key = try string()
      guard skip(":") else { throw expected("a colon") }
      entries.append(Node.Entry(key: key, keyPlace: keyPlace, value: try value()))
    } while skip(",")
    guard skip("}") else { throw expected("a comma or a closing brace") }
    return entries
  }

  private mutating func sequence() throws(Finding) -> [Node] {
    try enter()
    defer { depth -= 1 }
    var nodes: [Node] = []
    if skip("]") { return nodes }
    repeat { nodes.append(try value()) } while skip(",")
    guard skip("]") else { throw expected("a comma or a closing bracket") }
    return nodes
  }

  private mutating func enter() throws(Finding) {
    index += 1
    depth += 1
    if depth > Self.deepest { throw Finding(place: place, "nested too deeply") }
  }

  private mutating func string() throws(Finding) -> String {
    index += 1
    let start = index
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") { return try escapedString(from: start) }
      index += 1
    }
    guard index < bytes.endIndex else { throw expected("a closing quote") }
    guard let text = String(validating: bytes[start..<index], as: UTF8.self) else {
      throw Finding(place: place, "this is not UTF-8")
    }
    index += 1
    return text
  }
}

// Texts with escapes in them.
extension JSONReader {
  private mutating func escapedString(from start: Int) throws(Finding) -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        text += String(try escape()).utf8
      } else {
        text.append(byte)
        index += 1
      }
    }
    guard index < bytes.endIndex else { throw expected("a closing quote") }
    index += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw Finding(place: place, "this is not UTF-8")
    }
    return string
  }

  private mutating func escape() throws(Finding) -> Unicode.Scalar {
    guard index < bytes.endIndex else { throw expected("an escape") }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "u"): return try unicode()
    default:
      index -= 1
      throw expected("an escape")
    }
  }

  private mutating func unicode() throws(Finding) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Half of a pair: the other half must follow.
    guard first < 0xDC00, bytes[index...].starts(with: "\\u".utf8) else {
      throw expected("the second half of a surrogate pair")
    }
    index += 2
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw expected("the second half of a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(Finding) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, let text = String(validating: digits, as: UTF8.self),
      digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let unit = UInt32(text, radix: 16)
    else { throw expected("four hexadecimal digits") }
    index += 4
    return unit
  }
}
