import Chipmunk

// Outlines, fields and drawings, which need no space.
extension Fuzzer {
  static let outlineCalls: [(String, Call)] = [
    ("outline", { try $0.outline() }),
    ("contours", { try $0.contours() }),
    (
      "draw",
      {
        var sketch = Sketch()
        let space = try $0.space()
        space.draw(on: &sketch)
        space.draw(on: &sketch, $0.numbers.pick([.shapes, .constraints, .contacts]))
        space.drawContacts(on: &sketch)
        // These may be in another space or in none.
        $0.bodies.last?.draw(on: &sketch)
        $0.constraints.last?.draw(on: &sketch)
        if !sketch.isSound { $0.tally.unsound.append("a drawing with numbers that are none") }
      }
    ),
  ]

  /// Returns points, some of them equal and some collinear.
  private mutating func points(_ count: ClosedRange<Int>) -> [Vector] {
    var points: [Vector] = []
    for _ in 0..<numbers.count(count) {
      if numbers.chance(0.2), !points.isEmpty {
        let (a, b) = (numbers.pick(points), numbers.pick(points))
        points.append(numbers.chance(0.5) ? a : (a + b) * 0.5)
      } else {
        points.append(vector(-50...50))
      }
    }
    return points
  }

  private mutating func outline() throws {
    let points = points(0...14)
    let line = numbers.chance(0.8) ? Polyline(closing: points) : Polyline(points)
    let (tolerance, angle) = (numbers.number(0...5), numbers.number(0...1.5))
    let calls: [(Polyline) throws -> [[Vector]]] = [
      { [try $0.simplifiedCurves(tolerance: tolerance).vertices] },
      { [try $0.simplifiedVertices(angle: angle).vertices] },
      { [try $0.convexHull(tolerance: tolerance).vertices] },
      { [try Geometry.convexHull(of: $0.vertices)] },
      { [[try $0.centroid()]] },
      {
        try Geometry.polygon($0.vertices).parts().compactMap {
          if case .polygon(let corners, _) = $0 { corners } else { nil }
        }
      },
    ]
    _ = (line.area, line.length, line.isClosed)
    for piece in try numbers.pick(calls)(line) {
      if !piece.allSatisfy(\.isFinite) { tally.unsound.append("an outline that is no number") }
      shapes.append(try body().addShape(.polygon(piece)))
    }
  }

  private mutating func contours() throws {
    let grid = try SampleGrid(
      from: vector(-50...0),
      to: vector(0...50),
      columns: numbers.count(-1...12),
      rows: numbers.count(-1...12)
    )
    let edges = numbers.chance(0.5) ? SampleGrid.Edges.soft : .hard
    let threshold = numbers.number(0...1)
    let count = grid.columns * grid.rows - (numbers.chance(0.1) ? 1 : 0)
    let samples = (0..<count).map { _ in numbers.number(0...1) }
    let lines = try grid.contours(threshold: threshold, edges: edges, bitmap: samples)
    var next = 0
    let others = try grid.contours(threshold: threshold, edges: edges) { _ in
      next += 1
      if next > samples.count { throw Refusal() }
      return samples[next - 1]
    }
    if lines != others || !lines.allSatisfy({ $0.vertices.allSatisfy(\.isFinite) }) {
      tally.unsound.append("contours of a bitmap that are not those of its field")
    }
  }
}

/// Checks the numbers that it draws.
private struct Sketch: DebugDrawing {
  var isSound = true

  private mutating func look(_ style: DebugStyle, _ points: [Vector], _ numbers: Double...) {
    _ = style.color
    if !points.allSatisfy(\.isFinite) || !numbers.allSatisfy(\.isFinite) { isSound = false }
  }

  mutating func drawPoint(_ point: Vector, style: DebugStyle) { look(style, [point]) }

  mutating func drawSegment(from: Vector, to: Vector, radius: Double, style: DebugStyle) {
    look(style, [from, to], radius)
  }

  mutating func drawCircle(center: Vector, radius: Double, angle: Double, style: DebugStyle) {
    look(style, [center], radius, angle)
  }

  mutating func drawPolygon(_ corners: [Vector], radius: Double, style: DebugStyle) {
    look(style, corners, radius)
  }
}
