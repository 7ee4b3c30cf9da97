internal import Chipmunk

extension Raster {
  /// Draws the static part: the walls, and the ground between them.
  init(groundOf displayList: DisplayList, _ view: View, _ palette: Palette, height: Int) {
    self.init(width: Int(view.size.x), height: height, palette[.page])
    guard let size = displayList.walls?.size else { return }
    func rectangle(_ low: Vector, _ high: Vector) -> SVGPath {
      let corners = [low, Vector(high.x, low.y), high, Vector(low.x, high.y)]
      return SVGPath(corners.map(view.pixel), isClosed: true)
    }
    draw(rectangle(.zero, size), fill: palette[.inside])
    let grid = displayList.grid
    let lines =
      grid.x.map { [Vector($0, 0), Vector($0, size.y)] }
      + grid.y.map { [Vector(0, $0), Vector(size.x, $0)] }
    for line in lines {
      let path = SVGPath(line.map(view.pixel), isClosed: false)
      draw(path, stroke: palette[.grid], width: DrawingMetrics.grid)
    }
    let (thickness, shift) = displayList.wallLine(at: view.scale)
    let out = Vector(shift, shift)
    draw(rectangle(-out, size + out), stroke: palette[.wall], width: thickness * view.scale)
  }

  /// Draws the rest of a display list over its ground, like the SVG as far as pixels allow.
  mutating func draw(_ displayList: DisplayList, _ view: View, _ palette: Palette) {
    if let (angle, length) = displayList.arrow(of: displayList.gravity) {
      let points = DrawingMetrics.arrow.map {
        view.bounds.center + ($0 * view.arrowLength * length).rotated(by: angle)
      }
      draw(SVGPath(points.map(view.pixel), isClosed: true), fill: palette[.gravity])
    }
    let detail = displayList.detail(at: view.scale)
    for primitive in displayList.primitives { draw(primitive, view, palette, detail) }
  }

  private mutating func draw(
    _ primitive: Primitive,
    _ view: View,
    _ palette: Palette,
    _ detail: Double
  ) {
    func pixels(_ length: Primitive.Length) -> Double {
      length.pixels(scale: view.scale, detail: detail)
    }
    let fillOpacity = primitive.fillOpacity * primitive.opacity
    let fill = primitive.fill.map { palette.color($0, opacity: fillOpacity) }
    let stroke = primitive.stroke.map { palette.color($0, opacity: primitive.opacity) }
    let path: SVGPath
    switch primitive.path {
    case .circle(let center, let radius) where stroke == nil:
      // A disc is the thick line along a point.
      let dot = SVGPath([view.pixel(center)], isClosed: false)
      return draw(dot, stroke: fill, width: 2 * pixels(radius))
    case .circle(let center, let radius):
      path = SVGPath(circle: view.pixel(center), pixels: pixels(radius))
    case .line(let points, let isClosed):
      path = SVGPath(points.map(view.pixel), isClosed: isClosed)
    }
    draw(path, fill: fill, stroke: stroke, width: pixels(primitive.width), dashes: primitive.dashes)
  }
}
