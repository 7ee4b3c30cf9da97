internal import Chipmunk

extension SVGForms {
  /// Returns a mark as an element, with a second one if a line shows its rotation.
  func element(_ mark: DisplayList.Mark) -> String {
    let name = "class=\"\(SVGStyle.name(of: mark))"
    switch mark.form {
    case .point(let point):
      return "<circle \(name)\" cx=\"\(number(point.x))\" cy=\"\(number(point.y))\" "
        + "r=\"\(fine(DrawingMetrics.dot))\"/>\n"
    case .line(let points):
      return
        "<path d=\"M\(points.map(point).joined(separator: "L"))\"\(ownStroke(mark) ?? " class=\"edge\"\(edgeWidth)")\(ownOpacity(mark))/>\n"
    case .segment(let a, let b, let radius):
      let path = "d=\"M\(point(a))L\(point(b))\""
      guard mark.style != .constraint else {
        return "<path class=\"joint\" \(path) stroke-width=\"\(fine(DrawingMetrics.joint))\"/>\n"
      }
      let thickness = max(2 * radius, view.units(DrawingMetrics.thin))
      return "<path \(name)\" \(path) stroke=\"currentColor\" "
        + "stroke-width=\"\(number(thickness))\"\(faint(mark))\(ownColor(mark))/>\n"
        + core(mark, path)
    case .circle(let center, let radius, let angle):
      let rim = center + Vector.unit(angle: angle) * radius
      let place = "cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
      return "<circle \(name)\(edge(mark))\" \(place)\(outline(mark))\(ownColor(mark))/>\n"
        + turningMark(mark, "M\(point(center))L\(point(rim))")
    case .polygon(let corners, let radius):
      let path = "d=\"M\(corners.map(point).joined(separator: "L"))Z\""
      guard radius == 0 || mark.style == .sensor else {
        return "<path \(name)\" \(path) stroke=\"currentColor\" "
          + "stroke-width=\"\(number(2 * radius))\"\(ownColor(mark))/>\n" + core(mark, path)
      }
      return "<path \(name)\(edge(mark))\" \(path)\(outline(mark))\(ownColor(mark))/>\n"
        + (inset(of: corners).map {
          turningMark(mark, "M\($0.map(point).joined(separator: "L"))Z")
        } ?? "")
    }
  }

  private func edge(_ mark: DisplayList.Mark) -> String {
    mark.style == .sensor || mark.paint?.stroke != nil ? "" : " edge"
  }

  private var edgeWidth: String { " stroke-width=\"\(fine(DrawingMetrics.edge))\"" }

  /// Returns the attributes of a form's outline; for a sensor a dashed outline in its own colour, and a translucent
  /// fill.
  private func outline(_ mark: DisplayList.Mark) -> String {
    guard mark.style == .sensor else { return ownStroke(mark) ?? edgeWidth }
    return " fill-opacity=\"\(decimal(DrawingMetrics.sensorFill))\" stroke=\"currentColor\" "
      + "stroke-width=\"\(width(DrawingMetrics.sensor))\" "
      + "stroke-dasharray=\"\(DrawingMetrics.sensorDashes.map(width).joined(separator: " "))\""
  }

  /// Returns the outline of a form with a radius, if it has its own colour: it runs along the form's path.
  private func core(_ mark: DisplayList.Mark, _ path: String) -> String {
    guard mark.style != .sensor, let stroke = ownStroke(mark), !stroke.isEmpty else { return "" }
    return "<path \(path)\(stroke)\(ownOpacity(mark))/>\n"
  }

  /// Returns the outline attributes of a mark with its own outline colour.
  private func ownStroke(_ mark: DisplayList.Mark) -> String? {
    guard let paint = mark.paint, let stroke = paint.stroke else { return nil }
    guard !stroke.isEmpty else { return "" }
    let color = Palette.Color(stroke, opacity: 1)
    let opacity = color.opacity < 1 ? " stroke-opacity=\"\(decimal(color.opacity, 3))\"" : ""
    return
      " stroke=\"\(color.hex)\"\(opacity) stroke-width=\"\(decimal(paint.lineWidth, min(places + 1, 6)))\""
  }

  /// Returns the attributes of a mark's own fill colour, which overrides that of its class, and of its opacity.
  private func ownColor(_ mark: DisplayList.Mark) -> String {
    guard let paint = mark.paint else { return "" }
    var style = ""
    if let fill = paint.fill {
      let color = Palette.Color(fill, opacity: 1)
      style = fill.isEmpty ? "fill:none" : "fill:\(color.hex);color:\(color.hex)"
      if color.opacity < 1 { style += ";fill-opacity:\(decimal(color.opacity, 3))" }
      style = " style=\"\(style)\""
    }
    return style + ownOpacity(mark)
  }

  private func ownOpacity(_ mark: DisplayList.Mark) -> String {
    guard let opacity = mark.paint?.opacity, opacity < 1 else { return "" }
    return " opacity=\"\(decimal(max(0, opacity), 3))\""
  }

  private func faint(_ mark: DisplayList.Mark) -> String {
    mark.style == .sensor ? " opacity=\"\(decimal(DrawingMetrics.sensorLine))\"" : ""
  }

  private func turningMark(_ mark: DisplayList.Mark, _ path: String) -> String {
    guard mark.showsTurning else { return "" }
    return
      "<path class=\"mark\" d=\"\(path)\" stroke-width=\"\(fine(DrawingMetrics.mark))\"\(ownOpacity(mark))/>\n"
  }
}

/// Returns a rectangle inset by a share of the shorter half side; nil if the corners are not those of a rectangle.
func inset(of corners: [Vector]) -> [Vector]? {
  guard corners.count == 4 else { return nil }
  let (u, v) = ((corners[1] - corners[0]) * 0.5, (corners[3] - corners[0]) * 0.5)
  let (long, wide) = (u.length, v.length)
  guard long > 0, wide > 0, abs(u.dot(v)) < 1e-6 * long * wide,
    (corners[2] - corners[1] - corners[3] + corners[0]).length < 1e-6 * (long + wide)
  else { return nil }
  let middle = (corners[0] + corners[2]) * 0.5
  let depth = DrawingMetrics.inset * min(long, wide)
  let (a, b) = (u * (1 - depth / long), v * (1 - depth / wide))
  return [middle - a - b, middle + a - b, middle + a + b, middle - a + b]
}
