internal import TiltboxFiles

/// Encodes pixels as the bytes of a PNG file.
package enum PNG {
  /// Draws an SVG file of this package as the bytes of a PNG file; the theme `auto` is light.
  ///
  /// `check` is called before each element is drawn; its error ends the work.
  ///
  /// Complexity: O(*elements* · *pixels that each covers*).
  package static func bytes(
    ofSVG svg: String,
    _ theme: Theme,
    check: () throws -> Void
  ) rethrows -> [UInt8] {
    let ground = theme == .dark ? Palette.dark[.page] : Palette.light[.inside]
    guard let painter = try SVGPainter(svg, on: ground, check: check) else {
      preconditionFailure("the text is an SVG file of this package")
    }
    return bytes(painter.raster)
  }

  static func bytes(_ raster: Raster) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits each for red, green and blue.
    let size = big(UInt32(raster.width)) + big(UInt32(raster.height))
    bytes += chunk("IHDR", size + [8, 2, 0, 0, 0])
    bytes += chunk("IDAT", Zlib.compress(filtered(raster)))
    return bytes + chunk("IEND", [])
  }

  /// Returns each row as its difference from the row above, which is zero at most places of a drawing.
  private static func filtered(_ raster: Raster) -> [UInt8] {
    let length = raster.width * 3
    var bytes: [UInt8] = []
    bytes.reserveCapacity((length + 1) * raster.height)
    for row in 0..<raster.height {
      bytes.append(2)
      let start = row * length
      for index in start..<start + length {
        bytes.append(raster.pixels[index] &- (row > 0 ? raster.pixels[index - length] : 0))
      }
    }
    return bytes
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(UInt32(data.count)) + body + big(CRC32(of: body).value)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
