internal import TiltboxFiles

/// An element of an SVG file of this package, with its attributes, its text and the elements inside it.
struct SVGElement {
  let name: Substring
  private(set) var attributes: [Substring: String] = [:]
  private(set) var text = ""
  private(set) var children: [SVGElement] = []

  /// Reads the root element of a file that ``SVGDocument`` wrote; nil if it is not well-formed.
  ///
  /// Complexity: O(*length*).
  init?(_ svg: String) {
    var rest = svg[...]
    var open: [SVGElement] = []
    // A text may begin with an accent, which makes one character with the bracket before it.
    while let start = rest.unicodeScalars.firstIndex(of: "<"),
      let end = rest.unicodeScalars[start...].firstIndex(of: ">")
    {
      if !open.isEmpty { open[open.count - 1].text += Self.unescaped(rest[..<start]) }
      let tag = rest[rest.unicodeScalars.index(after: start)..<end]
      rest = rest[rest.unicodeScalars.index(after: end)...]
      if tag.first != "/" { open.append(SVGElement(tag: tag)) }
      guard tag.first == "/" || tag.last == "/" else { continue }
      guard let closed = open.popLast() else { return nil }
      guard !open.isEmpty else {
        self = closed
        return
      }
      open[open.count - 1].children.append(closed)
    }
    return nil
  }

  /// Reads what is between `<` and `>`. Values have double quotes, as ``Markup`` writes them.
  private init(tag: Substring) {
    name = tag.prefix { !$0.isWhitespace && $0 != "/" }
    let parts = tag.dropFirst(name.count).split(separator: "\"", omittingEmptySubsequences: false)
    for place in stride(from: 0, to: parts.count - 1, by: 2) {
      let key = parts[place].dropLast().drop { $0.isWhitespace }
      attributes[key] = Self.unescaped(parts[place + 1])
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return xmlEntities.reduce(String(text)) { $0.replacing($1.entity, with: String($1.character)) }
  }

  subscript(attribute: Substring) -> String? { attributes[attribute] }

  /// Returns a length in pixels; a percentage is a share of the given length.
  func length(_ attribute: Substring, of whole: Double = 0) -> Double {
    guard let text = attributes[attribute] else { return 0 }
    if text.hasSuffix("%") { return (Double(text.dropLast()) ?? 0) / 100 * whole }
    return Double(text) ?? 0
  }
}
