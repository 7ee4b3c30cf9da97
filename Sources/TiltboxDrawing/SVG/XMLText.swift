/// The characters that XML texts write as entities. The ampersand comes last, since every entity begins with one.
let xmlEntities: [(character: Unicode.Scalar, entity: String)] = [
  ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("\n", "&#10;"), ("\t", "&#9;"), ("&", "&amp;"),
]

extension String {
  /// The text escaped for XML content and attributes; control characters, most of which XML does not allow, become
  /// U+FFFD. O(n).
  package var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if let (_, entity) = xmlEntities.first(where: { $0.character == scalar }) {
        escaped += entity
      } else {
        let isAllowed = scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE
        escaped.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return escaped
  }
}
