internal import Chipmunk

/// Pixels, and methods that draw antialiased forms: the distance of a pixel's centre from the form's edge determines
/// its coverage.
struct Raster {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row from the top.
  private(set) var pixels: [UInt8]

  init(width: Int, height: Int, _ color: Palette.Color) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: 0, count: width * height * 3)
    for index in stride(from: 0, to: pixels.count, by: 3) {
      (pixels[index], pixels[index + 1], pixels[index + 2]) = (color.red, color.green, color.blue)
    }
  }

  /// Fills a form in pixel coordinates, y downwards, up to `by` pixels beyond its edge.
  mutating func fill(_ form: DisplayList.Form, _ color: Palette.Color, grown by: Double = 0) {
    paint(form.bounds, reach: by, color) { form.distance(from: $0) - by }
  }

  /// Draws a line centred on a form's edge, after growing the form by a number of pixels.
  mutating func stroke(
    _ form: DisplayList.Form,
    _ color: Palette.Color,
    width: Double,
    grown by: Double = 0
  ) {
    paint(form.bounds, reach: by + width / 2, color) {
      abs(form.distance(from: $0) - by) - width / 2
    }
  }

  private mutating func paint(
    _ bounds: BoundingBox,
    reach: Double,
    _ color: Palette.Color,
    distance: (Vector) -> Double
  ) {
    let slack = reach + 1
    let columns = Self.span(bounds.low.x - slack, bounds.high.x + slack, width)
    let rows = Self.span(bounds.low.y - slack, bounds.high.y + slack, height)
    for row in rows {
      for column in columns {
        let outside = distance(Vector(Double(column) + 0.5, Double(row) + 0.5))
        guard outside < 0.5 else { continue }
        mix(color, min(1, 0.5 - outside) * color.opacity, at: (row * width + column) * 3)
      }
    }
  }

  /// Blends in a colour where a mask covers the pixels inside a clip.
  mutating func cover(
    _ mask: RasterMask,
    _ color: Palette.Color,
    opacity: Double,
    within clip: BoundingBox
  ) {
    let share = color.opacity * max(0, min(1, opacity))
    let rows = mask.rows.clamped(to: Self.span(clip.low.y.rounded(), clip.high.y.rounded(), height))
    let columns = mask.columns.clamped(
      to: Self.span(clip.low.x.rounded(), clip.high.x.rounded(), width)
    )
    for row in rows {
      for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
        let coverage = Double(mask.coverage[index])
        if coverage > 0 { mix(color, coverage * share, at: index * 3) }
      }
    }
  }

  /// Moves each pixel towards an earlier state of the picture; an opacity of 1 changes nothing.
  mutating func fade(over below: Raster, _ opacity: Double) {
    let weight = Int(max(0, min(1, opacity)) * 256)
    for index in pixels.indices where pixels[index] != below.pixels[index] {
      let (old, new) = (Int(below.pixels[index]), Int(pixels[index]))
      pixels[index] = UInt8(truncatingIfNeeded: old + (((new - old) * weight) >> 8))
    }
  }

  /// The pixels between two coordinates, of as many as a row or a column has.
  static func span(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    guard low.isFinite, high.isFinite, high > 0, low < Double(limit) else { return 0..<0 }
    return Int(max(low, 0))..<Int(min(high.rounded(.up), Double(limit)))
  }

  private mutating func mix(_ color: Palette.Color, _ share: Double, at index: Int) {
    let weight = Int(share * 256)
    func blend(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: Int(below) + (((Int(above) - Int(below)) * weight) >> 8))
    }
    pixels[index] = blend(pixels[index], color.red)
    pixels[index + 1] = blend(pixels[index + 1], color.green)
    pixels[index + 2] = blend(pixels[index + 2], color.blue)
  }
}
