internal import TiltboxDrawing

/// Writes a drawing as an SVG file, or as a PNG made by `rsvg-convert`.
enum PictureFile {
  static func isNamed(_ file: String) -> Bool { file.hasSuffix(".svg") || file.hasSuffix(".png") }

  /// Writes a drawing in the format of the file's extension, all or nothing. A PNG is opaque, since its background is
  /// not known.
  ///
  /// Throws `OutputError`; ``ToolError`` if a PNG is needed and the program is missing or fails.
  static func write(_ svg: String, to file: String, theme: Theme = .auto) throws {
    guard file.hasSuffix(".png") else { return try deliver(svg, to: file) }
    let converter = try Tool.svgConverter()
    // Without a file name, it reads standard input; version 2.54 takes "-" for a file name.
    try produce(file) { path in
      let ground = theme == .dark ? "#0d1117" : "white"
      try converter.run(["--format", "png", "--background-color", ground, "-o", path]) { write in
        try write(Array(svg.utf8))
      }
    }
  }
}
