internal import Chipmunk

/// Pixels, and a method that draws antialiased paths.
struct Raster {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row from the top.
  private(set) var pixels: [UInt8]
  private var mask: RasterMask
  /// What the pixels of rectangles were before they were drawn over, while there are layers.
  private var history: [Block] = []
  private var layers = 0

  private struct Block {
    let rows: Range<Int>
    let columns: Range<Int>
    let pixels: [UInt8]
    /// The bytes of a row of the picture.
    let stride: Int

    /// Calls a function with each byte and its index in the picture.
    func forEachByte(_ body: (_ index: Int, _ byte: UInt8) -> Void) {
      var bytes = pixels.makeIterator()
      for row in rows {
        for index in row * stride + columns.lowerBound * 3..<row * stride + columns.upperBound * 3 {
          bytes.next().map { body(index, $0) }
        }
      }
    }
  }

  private func block(_ rows: Range<Int>, _ columns: Range<Int>) -> Block {
    let stride = width * 3
    let bytes = rows.flatMap { row in
      let start = row * stride
      return pixels[start + columns.lowerBound * 3..<start + columns.upperBound * 3]
    }
    return Block(rows: rows, columns: columns, pixels: bytes, stride: stride)
  }

  init(width: Int, height: Int, _ color: Palette.Color) {
    (self.width, self.height) = (width, height)
    mask = RasterMask(width: width, height: height)
    pixels = Array(repeating: 0, count: width * height * 3)
    for index in stride(from: 0, to: pixels.count, by: 3) {
      (pixels[index], pixels[index + 1], pixels[index + 2]) = (color.red, color.green, color.blue)
    }
  }

  /// Draws a path in pixel coordinates, y downwards.
  ///
  /// If inside and line have the same colour, they cover the pixels together.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - fill: The colour of the inside; nil for none.
  ///   - stroke: The colour of the line along the path; nil for none.
  ///   - width: The width of the line.
  ///   - dashes: The lengths of dashes and gaps; empty for a continuous line.
  ///   - hasRoundEnds: Whether the line has round ends.
  ///   - clip: The part of the picture to draw; nil for all of it.
  mutating func draw(
    _ path: SVGPath,
    fill: Palette.Color? = nil,
    stroke: Palette.Color? = nil,
    width: Double = 0,
    dashes: [Double] = [],
    hasRoundEnds: Bool = true,
    within clip: BoundingBox? = nil
  ) {
    if let fill {
      mask.fill(path)
      if stroke != fill || width == 0 { cover(fill, clip) }
    }
    guard let stroke, width > 0 else { return }
    let line = dashes.isEmpty ? path : path.dashed(dashes)
    mask.stroke(line, width: width, hasRoundEnds: hasRoundEnds)
    cover(stroke, clip)
  }

  /// Blends in a colour where the mask covers the pixels inside a clip, and clears the mask.
  private mutating func cover(_ color: Palette.Color, _ clip: BoundingBox?) {
    var (rows, columns) = (mask.rows, mask.columns)
    if let clip {
      rows = rows.clamped(to: Self.span(clip.low.y.rounded(), clip.high.y.rounded(), height))
      columns = columns.clamped(to: Self.span(clip.low.x.rounded(), clip.high.x.rounded(), width))
    }
    if layers > 0 { history.append(block(rows, columns)) }
    for row in rows {
      for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
        let coverage = Double(mask.coverage[index])
        if coverage > 0 { mix(color, coverage * color.opacity, at: index * 3) }
      }
    }
    mask.clear()
  }

  /// Begins a layer above what is drawn; returns its number for ``endLayer(_:opacity:)``.
  mutating func beginLayer() -> Int {
    layers += 1
    return history.count
  }

  /// Moves each pixel of the newest layer towards what was below it; an opacity of 1 changes nothing.
  ///
  /// Complexity: O(*pixels of the smallest rectangle around the layer*).
  mutating func endLayer(_ layer: Int, opacity: Double) {
    let weight = Int(max(0, min(1, opacity)) * 256)
    let changes = history[layer...].filter { !$0.pixels.isEmpty }
    if let first = changes.first {
      let above = block(
        changes.reduce(first.rows) { $0.union($1.rows) },
        changes.reduce(first.columns) { $0.union($1.columns) }
      )
      for change in changes.reversed() { change.forEachByte { pixels[$0] = $1 } }
      above.forEachByte { pixels[$0] = Self.blend(pixels[$0], $1, weight) }
    }
    layers -= 1
    if layers == 0 { history = [] }
  }

  /// The pixels between two coordinates, of as many as a row or a column has.
  static func span(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
    guard low.isFinite, high.isFinite, high > 0, low < Double(limit) else { return 0..<0 }
    return Int(max(low, 0))..<Int(min(high.rounded(.up), Double(limit)))
  }

  private mutating func mix(_ color: Palette.Color, _ share: Double, at index: Int) {
    let weight = Int(share * 256)
    pixels[index] = Self.blend(pixels[index], color.red, weight)
    pixels[index + 1] = Self.blend(pixels[index + 1], color.green, weight)
    pixels[index + 2] = Self.blend(pixels[index + 2], color.blue, weight)
  }

  private static func blend(_ below: UInt8, _ above: UInt8, _ weight: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: Int(below) + (((Int(above) - Int(below)) * weight) >> 8))
  }
}

extension Range<Int> {
  /// The smallest range around two others.
  func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
