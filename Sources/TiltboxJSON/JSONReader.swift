/// The result of reading a JSON text: plain values, or a tree with positions.
package protocol JSONTree {
  associatedtype Member

  /// A quoted string, or a bare word.
  static func scalar(_ text: String, isPlain: Bool, at offset: Int) throws(JSONError) -> Self
  static func array(_ elements: [Self], at offset: Int) -> Self
  static func member(_ key: String, at offset: Int, _ value: Self) -> Member
  static func object(_ members: [Member], at offset: Int) -> Self
}

extension JSONTree {
  /// Reads a text with a single value. Positions are byte offsets, counted from 0.
  ///
  /// Throws ``JSONError``. Complexity: O(*bytes*).
  package init(parsing bytes: ArraySlice<UInt8>) throws(JSONError) {
    let text = bytes.span
    var reader = JSONReader<Self>(scanner: JSONScanner(text.indices))
    self = try reader.value(text)
    try reader.scanner.finish(text)
  }
}

/// The grammar of JSON.
private struct JSONReader<Tree: JSONTree> {
  var scanner: JSONScanner
  var depth = 0

  mutating func value(_ text: Span<UInt8>) throws(JSONError) -> Tree {
    let next = scanner.peek(text)
    let start = scanner.index
    switch next {
    case UInt8(ascii: "{"): return Tree.object(try members(text), at: start)
    case UInt8(ascii: "["): return Tree.array(try elements(text), at: start)
    case UInt8(ascii: "\""):
      return try Tree.scalar(scanner.text(text), isPlain: false, at: start)
    default: return try Tree.scalar(scanner.bareWord(text), isPlain: true, at: start)
    }
  }

  mutating func members(_ text: Span<UInt8>) throws(JSONError) -> [Tree.Member] {
    try enter(text)
    defer { depth -= 1 }
    var members: [Tree.Member] = []
    if scanner.skip("}", text) { return members }
    repeat {
      _ = scanner.peek(text)
      let start = scanner.index
      let key = try scanner.keyText(text)
      members.append(Tree.member(key, at: start, try value(text)))
    } while scanner.skip(",", text)
    guard scanner.skip("}", text) else { throw scanner.expected(.commaOrBrace, text) }
    return members
  }

  mutating func elements(_ text: Span<UInt8>) throws(JSONError) -> [Tree] {
    try enter(text)
    defer { depth -= 1 }
    var elements: [Tree] = []
    if scanner.skip("]", text) { return elements }
    repeat { elements.append(try value(text)) } while scanner.skip(",", text)
    guard scanner.skip("]", text) else { throw scanner.expected(.commaOrBracket, text) }
    return elements
  }

  /// Skips the opening bracket. A deeper text would exhaust the stack.
  mutating func enter(_ text: Span<UInt8>) throws(JSONError) {
    scanner.index += 1
    depth += 1
    if depth > 32 { throw scanner.expected(.lessNesting, text) }
  }
}
