internal import Chipmunk
internal import Motion

/// The lines of a form: curves are lines already, short enough for pixels.
struct SVGPath {
  /// A row of lines; a closed one ends where it begins.
  struct Line {
    var points: [Vector]
    var isClosed = false
  }

  private(set) var lines: [Line] = []

  init(_ points: [Vector], isClosed: Bool) { lines = [Line(points: points, isClosed: isClosed)] }

  /// Makes a circle with a radius in pixels, of lines that are at most a fiftieth of a pixel inside it.
  init(circle center: Vector, pixels radius: Double) {
    let pieces = max(8, Int(min(16 * radius.squareRoot(), 1e4)))
    self.init(circle: center, radius: radius, pieces: pieces)
  }

  /// Makes a circle; 64 lines are at most a hundredth of its radius inside it.
  init(circle center: Vector, radius: Double, pieces: Int = 64) {
    let turn = 2 * Double.pi / Double(pieces)
    let points = (0..<pieces).map { center + Vector.unit(angle: Double($0) * turn) * radius }
    self.init(points, isClosed: true)
  }

  /// Reads path data; there are no lines if it is none. A curve is divided into a number of pieces.
  init(_ data: String, pieces: Int = 24) {
    let path = try? Path(svg: data)
    assert(path != nil || data.isEmpty, "\(data) is no path data")
    lines = (path?.polylines(pieces: pieces) ?? []).map { points in
      let isClosed = points.count > 2 && points.first == points.last
      return Line(
        points: points.dropLast(isClosed ? 1 : 0).map { Vector($0.x, $0.y) },
        isClosed: isClosed
      )
    }
  }

  /// Returns the path with each point mapped.
  func mapped(_ transform: (Vector) -> Vector) -> SVGPath {
    var path = self
    for index in lines.indices { path.lines[index].points = lines[index].points.map(transform) }
    return path
  }

  /// Returns the parts of the lines that are drawn with alternating dashes and gaps.
  func dashed(_ lengths: [Double]) -> SVGPath {
    guard lengths.reduce(0, +) > 0.01 else { return self }
    var path = self
    path.lines = []
    for line in lines {
      var (place, left, part) = (0, lengths[0], line.points.prefix(1).map(\.self))
      for (a, b) in line.points.edges(isClosed: line.isClosed) {
        var (start, length) = (a, (b - a).length)
        while length > left {
          start = start + (b - start) * (left / length)
          length -= left
          if place % 2 == 0 { path.lines.append(Line(points: part + [start])) }
          (place, part) = (place + 1, [start])
          left = lengths[place % lengths.count]
        }
        left -= length
        part.append(b)
      }
      if place % 2 == 0 { path.lines.append(Line(points: part)) }
    }
    return path
  }
}
