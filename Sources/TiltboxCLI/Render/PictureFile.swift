internal import TiltboxDrawing

/// A drawing in a file: SVG as it is, or a PNG that `rsvg-convert` makes of it.
enum PictureFile {
  static func isNamed(_ file: String) -> Bool { file.hasSuffix(".svg") || file.hasSuffix(".png") }

  /// Writes a drawing in the format that the file's name says, whole or not at all; a PNG is opaque, since nobody knows
  /// on what ground its text will stand.
  ///
  /// Throws `OutputError`; ``ToolError`` where a PNG is wanted and the program is missing or fails.
  static func write(_ svg: String, to file: String, theme: Theme = .auto) throws {
    guard file.hasSuffix(".png") else { return try deliver(svg, to: file) }
    let converter = try Tool.svgConverter()
    // Without a file's name it reads standard input; version 2.54 takes "-" for a name.
    try produce(file) { path in
      let ground = theme == .dark ? "#0d1117" : "white"
      try converter.run(["--format", "png", "--background-color", ground, "-o", path]) { write in
        try write(Array(svg.utf8))
      }
    }
  }
}
