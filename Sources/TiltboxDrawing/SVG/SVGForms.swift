internal import Chipmunk
internal import Tiltbox

/// Writes forms as SVG elements in world coordinates; the enclosing group flips y and scales.
struct SVGForms {
  let view: View
  /// The scale of joints, rings and lines: see ``DisplayList/detail(at:)``.
  let detail: Double
  /// The decimals of a coordinate: enough for a fiftieth of a pixel, which nobody can see.
  let places: Int

  init(_ view: View, detail: Double) {
    (self.view, self.detail) = (view, detail)
    var (places, unit) = (0, view.scale)
    while unit > 0.02, places < 14 { (places, unit) = (places + 1, unit * 0.1) }
    self.places = places
  }

  func number(_ value: Double) -> String { decimal(value, places) }
  func point(_ point: Vector) -> String { "\(number(point.x)) \(number(point.y))" }
  /// Returns the width of a line, given in pixels.
  func width(_ pixels: Double) -> String { decimal(view.units(pixels), places + 1) }
  func width(_ length: Primitive.Length) -> String { width(pixels(length)) }

  func pixels(_ length: Primitive.Length) -> Double {
    length.pixels(scale: view.scale, detail: detail)
  }

  /// The start tag of a group with world coordinates.
  var opening: String {
    let origin = view.pixel(.zero)
    let scale = view.scale.brief()
    return
      "<g transform=\"matrix(\(scale) 0 0 -\(scale) \(decimal(origin.x)) \(decimal(origin.y)))\" "
      + "stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"none\">\n"
  }

  /// Draws the inside of the walls with its grid, and the walls, at least 4 pixels thick and extended outwards.
  func ground(_ displayList: DisplayList) -> String {
    guard let size = displayList.walls?.size else { return "" }
    let (w, h) = (number(size.x), number(size.y))
    var svg = "<rect class=\"inside\" width=\"\(w)\" height=\"\(h)\"/>\n"
    let grid = displayList.grid
    let lines = grid.x.map { "M\(number($0)) 0V\(h)" } + grid.y.map { "M0 \(number($0))H\(w)" }
    svg += "<path class=\"grid\" d=\"\(lines.joined())\" "
    svg += "stroke-width=\"\(width(DrawingMetrics.grid))\"/>\n"
    let (thickness, out) = displayList.wallLine(at: view.scale)
    svg += "<rect class=\"wall\" x=\"\(number(-out))\" y=\"\(number(-out))\" "
    svg += "width=\"\(number(size.x + 2 * out))\" height=\"\(number(size.y + 2 * out))\" "
    return svg + "stroke-width=\"\(decimal(thickness, places))\"/>\n"
  }

  /// The arrow of a gravity of 1 g, centred at (0, 0) and pointing to the right.
  var arrow: String {
    let points = DrawingMetrics.arrow.map { $0 * view.arrowLength }
    return "<path class=\"gravity\" d=\"M\(points.map(point).joined(separator: "L"))Z\"/>\n"
  }

  /// Draws the arrow of a display list's gravity in the middle; empty without gravity.
  private func gravity(_ displayList: DisplayList) -> String {
    guard let (angle, length) = displayList.arrow(of: displayList.gravity) else { return "" }
    let turn = "rotate(\(decimal(angle * 180 / .pi))) scale(\(decimal(length, 3)))"
    return "<g transform=\"translate(\(point(view.bounds.center))) \(turn)\">\(arrow)</g>\n"
  }

  /// Draws a display list, and ghosts sorted by depth: each above the layers and below the bodies of its depth.
  func picture(_ displayList: DisplayList, ghosts: [(depth: Double, svg: String)] = []) -> String {
    var svg = opening + ground(displayList) + gravity(displayList)
    var above = ghosts[...]
    for mark in displayList.marks where !displayList.isWall(mark) {
      let below = above.prefix { ($0.depth, mark.isLayer ? 1 : 0) < (mark.depth, 1) }
      svg += below.map(\.svg).joined() + element(mark)
      above = above.dropFirst(below.count)
    }
    return svg + above.map(\.svg).joined()
      + displayList.flashes.map { element($0.primitive) }.joined() + "</g>\n"
  }
}
