internal import TiltboxDrawing

/// Writes a drawing as an SVG or a PNG file.
enum PictureFile {
  static func isNamed(_ file: String) -> Bool { file.hasSuffix(".svg") || file.hasSuffix(".png") }

  /// Writes a drawing in the format of the file's extension, all or nothing. A PNG is opaque, since its background is
  /// not known.
  ///
  /// Throws `OutputError`.
  static func write(_ svg: String, to file: String, theme: Theme = .auto) throws {
    guard file.hasSuffix(".png") else { return try deliver(svg, to: file) }
    try deliver(PNG.bytes(ofSVG: svg, theme), to: file)
  }
}
