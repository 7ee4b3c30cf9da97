internal import Chipmunk

/// The coverage of each pixel by a form, from 0 to 1.
struct RasterMask {
  let width: Int
  let height: Int
  private(set) var coverage: [Float]
  /// The rows and columns that may have coverage.
  private(set) var rows = 0..<0
  private(set) var columns = 0..<0

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    coverage = Array(repeating: 0, count: width * height)
  }

  /// Returns the mask to no coverage.
  mutating func clear() {
    for row in rows {
      for column in columns { coverage[row * width + column] = 0 }
    }
    (rows, columns) = (0..<0, 0..<0)
  }

  /// Covers the inside of a path, where it winds around once or more.
  ///
  /// Each edge adds to each pixel the signed area to its right within the pixel's row; the sum along a row is the
  /// winding number, averaged over the pixel.
  mutating func fill(_ path: SVGPath) {
    let lines = path.lines.map(\.points).filter { $0.allSatisfy(\.isFinite) }
    guard reach(lines.flatMap(\.self), 0) != nil else { return }
    // A column more, for what is to the right of the picture.
    let length = columns.count + 1
    var areas = [Float](repeating: 0, count: length * rows.count)
    let (left, right) = (Double(columns.lowerBound), Double(columns.upperBound))
    for points in lines {
      for (a, b) in points.edges() where a.y != b.y {
        let (low, high) = a.y < b.y ? (a, b) : (b, a)
        let slope = (high.x - low.x) / (high.y - low.y)
        let first = max(Double(rows.lowerBound), low.y.rounded(.down))
        for row in stride(from: first, to: min(Double(rows.upperBound), high.y), by: 1) {
          let (top, bottom) = (max(low.y, row), min(high.y, row + 1))
          func column(_ y: Double) -> Double {
            min(max(low.x + (y - low.y) * slope, left), right) - left
          }
          let start = (Int(row) - rows.lowerBound) * length
          Self.add(
            from: min(column(top), column(bottom)),
            to: max(column(top), column(bottom)),
            height: (bottom - top) * (a.y < b.y ? 1 : -1),
            &areas[start..<start + length]
          )
        }
      }
    }
    for row in 0..<rows.count {
      var winding: Float = 0
      for column in 0..<columns.count {
        winding += areas[row * length + column]
        let index = (rows.lowerBound + row) * width + columns.lowerBound + column
        coverage[index] = max(coverage[index], min(abs(winding), 1))
      }
    }
  }

  /// Adds an edge of a height of up to a pixel to its row.
  private static func add(
    from low: Double,
    to high: Double,
    height: Double,
    _ row: inout ArraySlice<Float>
  ) {
    /// The area to the right of the edge and to the left of x, for a height of 1.
    func area(_ x: Double) -> Double {
      if x <= low { return 0 }
      return x < high ? (x - low) * (x - low) / (2 * (high - low)) : x - (low + high) / 2
    }
    var before = 0.0
    for column in Int(low)..<min(Int(high) + 2, row.count) {
      let covered = area(Double(column + 1)) - area(Double(column))
      row[row.startIndex + column] += Float(height * (covered - before))
      before = covered
    }
  }

  /// Covers what is at most half a width from a path, with round corners.
  mutating func stroke(_ path: SVGPath, width: Double, hasRoundEnds: Bool) {
    let half = width / 2
    for line in path.lines where line.points.allSatisfy(\.isFinite) {
      let points = line.points + (line.isClosed ? line.points.prefix(1) : [])
      for index in points.indices.dropLast() {
        let (a, b) = (points[index], points[index + 1])
        let isEnd = (
          first: index == 0 && !line.isClosed && !hasRoundEnds,
          last: index == points.count - 2 && !line.isClosed && !hasRoundEnds
        )
        segment(a, b, half, isEnd)
      }
      if points.count == 1, hasRoundEnds { segment(points[0], points[0], half, (false, false)) }
    }
  }

  private mutating func segment(
    _ a: Vector,
    _ b: Vector,
    _ half: Double,
    _ isFlat: (first: Bool, last: Bool)
  ) {
    guard let (rows, columns) = reach([a, b], half + 1) else { return }
    let length = (b - a).length
    let way = length > 0 ? (b - a) * (1 / length) : Vector(1, 0)
    for row in rows {
      for column in columns {
        let place = Vector(Double(column) + 0.5, Double(row) + 0.5) - a
        let (along, across) = (place.dot(way), abs(place.cross(way)))
        var distance = across - half
        if along < 0 {
          distance = isFlat.first ? max(distance, -along) : (place.length - half)
        } else if along > length {
          distance =
            isFlat.last ? max(distance, along - length) : ((place - way * length).length - half)
        }
        // A line thinner than a pixel covers a part of each pixel.
        let covered = min(1, 0.5 - distance, 2 * half)
        guard covered > 0 else { continue }
        let index = row * width + column
        coverage[index] = max(coverage[index], Float(covered))
      }
    }
  }

  /// Extends the rows and columns by those of points, and returns the latter; nil if none are in the picture.
  private mutating func reach(_ points: [Vector], _ slack: Double) -> (Range<Int>, Range<Int>)? {
    guard let box = BoundingBox(around: points)?.grown(by: slack) else { return nil }
    let more = Raster.span(box.low.y, box.high.y, height)
    let beside = Raster.span(box.low.x, box.high.x, width)
    guard !more.isEmpty, !beside.isEmpty else { return nil }
    (rows, columns) = rows.isEmpty ? (more, beside) : (rows.union(more), columns.union(beside))
    return (more, beside)
  }
}
