/// The font of texts that are drawn as pixels: outlines of DejaVu Sans.
enum OutlineFont {
  /// The size in which outlines are given.
  static let size = 1000.0

  struct Glyph {
    let advance: Double
    let outline: SVGPath
  }

  /// Returns the glyph of a character; a rectangle if the font has none.
  static func glyph(_ character: Unicode.Scalar) -> Glyph { glyphs[character.value] ?? missing }

  private static let missing = glyphs[0] ?? Glyph(advance: 600, outline: SVGPath(""))

  private static let glyphs: [UInt32: Glyph] = {
    let pairs = outlines.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      let path = SVGPath(parts.count > 2 ? String(parts[2]) : "", pieces: 8)
      return (
        UInt32(parts[0], radix: 16) ?? 0, Glyph(advance: Double(parts[1]) ?? 0, outline: path)
      )
    }
    return Dictionary(pairs) { first, _ in first }
  }()
}
