internal import Chipmunk

extension Raster {
  /// Draws the static part: the walls, and the ground between them.
  init(groundOf displayList: DisplayList, _ view: View, _ palette: Palette, height: Int) {
    self.init(width: Int(view.size.x), height: height, palette.page)
    drawGround(displayList, view, palette)
  }

  /// Draws the rest of a display list over its ground, like the SVG as far as pixels allow.
  mutating func draw(_ displayList: DisplayList, _ view: View, _ palette: Palette) {
    drawGravity(displayList, view, palette)
    let detail = displayList.detail(at: view.scale)
    for mark in displayList.marks {
      let isWall = displayList.walls != nil && mark.style == .static && mark.body == nil
      if !isWall { draw(mark, view, palette, detail) }
    }
    for flash in displayList.flashes {
      let ring = DrawingMetrics.Ring(flash)
      var color = palette.flash
      color.opacity = ring.opacity
      let form = DisplayList.Form.circle(
        view.pixel(flash.point),
        radius: ring.radius * detail,
        angle: 0
      )
      stroke(form, color, width: ring.width * detail)
    }
  }

  private mutating func drawGround(_ displayList: DisplayList, _ view: View, _ palette: Palette) {
    guard let (size, radius) = displayList.walls else { return }
    let (low, high) = (view.pixel(Vector(0, size.y)), view.pixel(Vector(size.x, 0)))
    let box = DisplayList.Form.polygon(
      [low, Vector(high.x, low.y), high, Vector(low.x, high.y)],
      radius: 0
    )
    fill(box, palette.inside)
    let spacing = niceStep(max(size.x, size.y) / 10)
    for x in stride(from: spacing, to: size.x * 0.9999, by: spacing) {
      let column = view.pixel(Vector(x, 0)).x
      line(Vector(column, low.y), Vector(column, high.y), palette.grid, width: DrawingMetrics.grid)
    }
    for y in stride(from: spacing, to: size.y * 0.9999, by: spacing) {
      let row = view.pixel(Vector(0, y)).y
      line(Vector(low.x, row), Vector(high.x, row), palette.grid, width: DrawingMetrics.grid)
    }
    let thickness = max(2 * radius * view.scale, DrawingMetrics.wall)
    let out = thickness / 2 - radius * view.scale
    let corners = [
      low + Vector(-out, -out), Vector(high.x + out, low.y - out), high + Vector(out, out),
      Vector(low.x - out, high.y + out),
    ]
    for (a, b) in zip(corners, corners.dropFirst() + [corners[0]]) {
      line(a, b, palette.wall, width: thickness)
    }
  }

  private mutating func line(_ a: Vector, _ b: Vector, _ color: Palette.Color, width: Double) {
    fill(.segment(a, b, radius: width / 2), color)
  }

  private mutating func drawGravity(_ displayList: DisplayList, _ view: View, _ palette: Palette) {
    let gravity = displayList.gravity.length / max(displayList.standardGravity, 1e-300)
    let strength = min(gravity, DrawingMetrics.arrowRange.upperBound)
    guard strength > DrawingMetrics.arrowRange.lowerBound else { return }
    let size = view.bounds.size
    let full = min(size.x, size.y) * DrawingMetrics.arrowLength * view.scale * strength
    let way =
      Vector(displayList.gravity.x, -displayList.gravity.y) * (1 / displayList.gravity.length)
    let side = Vector(-way.y, way.x)
    let center = view.pixel(displayList.bounds.center)
    let points = DrawingMetrics.arrow.map { center + way * ($0.x * full) + side * ($0.y * full) }
    // The shaft and the head, each of which is convex.
    for corners in [[0, 1, 5, 6], [2, 3, 4]] {
      fill(.polygon(corners.map { points[$0] }, radius: 0), palette.gravity)
    }
  }

  private mutating func draw(
    _ mark: DisplayList.Mark,
    _ view: View,
    _ palette: Palette,
    _ detail: Double
  ) {
    var color = palette.fill(mark)
    let form = mark.form.placed(view)
    if mark.style == .sensor {
      stroke(form, color, width: DrawingMetrics.sensor)
      color.opacity = DrawingMetrics.sensorFill
      return fill(form, color)
    }
    let edge = palette.stroke(mark)
    let edgeWidth = edge.width.map { $0 * view.scale } ?? DrawingMetrics.edge * detail
    switch form {
    case .point: fill(form, color, grown: DrawingMetrics.dot * detail)
    case .line: fill(form, edge.color, grown: edgeWidth / 2)
    case .segment(let a, let b, let radius):
      let least =
        mark.style == .constraint ? DrawingMetrics.joint * detail / 2 : DrawingMetrics.thin / 2
      fill(form, color, grown: max(0, least - radius))
      if edge.width != nil { line(a, b, edge.color, width: edgeWidth) }
    case .circle(let center, let radius, _):
      fill(form, color)
      stroke(form, edge.color, width: edgeWidth)
      guard mark.showsTurning, case .circle(_, _, let angle) = mark.form else { return }
      let rim = center + Vector.unit(angle: -angle) * radius
      line(center, rim, palette.mark, width: DrawingMetrics.mark * detail)
    case .polygon(let corners, let radius):
      fill(form, color)
      guard radius == 0 || edge.width != nil else { return }
      stroke(.polygon(corners, radius: 0), edge.color, width: edgeWidth)
      if radius == 0, mark.showsTurning, let inner = inset(of: corners) {
        stroke(.polygon(inner, radius: 0), palette.mark, width: DrawingMetrics.mark * detail)
      }
    }
  }
}

extension DisplayList.Form {
  /// Returns the form in pixels; corners keep their visible orientation.
  fileprivate func placed(_ view: View) -> DisplayList.Form {
    switch self {
    case .point(let point): .point(view.pixel(point))
    case .segment(let a, let b, let radius):
      .segment(view.pixel(a), view.pixel(b), radius: radius * view.scale)
    case .circle(let center, let radius, let angle):
      .circle(view.pixel(center), radius: radius * view.scale, angle: angle)
    case .polygon(let corners, let radius):
      .polygon(corners.reversed().map(view.pixel), radius: radius * view.scale)
    case .line(let points): .line(points.map(view.pixel))
    }
  }
}
