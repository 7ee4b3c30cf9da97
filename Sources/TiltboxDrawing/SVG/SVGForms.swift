internal import Chipmunk

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
    while unit > 0.02, places < 6 { (places, unit) = (places + 1, unit * 0.1) }
    self.places = places
  }

  func number(_ value: Double) -> String { decimal(value, places) }
  func point(_ point: Vector) -> String { "\(number(point.x)) \(number(point.y))" }
  /// Returns the width of a line, given in pixels at full detail.
  func fine(_ pixels: Double) -> String { width(pixels * detail) }
  /// Returns the width of a line, given in pixels.
  func width(_ pixels: Double) -> String { decimal(view.units(pixels), min(places + 1, 6)) }

  /// The start tag of a group with world coordinates.
  var opening: String {
    let origin = view.pixel(.zero)
    let scale = decimal(view.scale, 5)
    return
      "<g transform=\"matrix(\(scale) 0 0 -\(scale) \(decimal(origin.x)) \(decimal(origin.y)))\" "
      + "stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"none\">\n"
  }

  /// Draws the inside of the walls with its grid, and the walls, at least 4 pixels thick and extended outwards.
  func ground(_ displayList: DisplayList) -> String {
    guard let (size, radius) = displayList.walls else { return "" }
    let (w, h) = (number(size.x), number(size.y))
    var svg = "<rect class=\"inside\" width=\"\(w)\" height=\"\(h)\"/>\n"
    let spacing = niceStep(max(size.x, size.y) / 10)
    var lines = ""
    for x in stride(from: spacing, to: size.x * 0.9999, by: spacing) {
      lines += "M\(number(x)) 0V\(h)"
    }
    for y in stride(from: spacing, to: size.y * 0.9999, by: spacing) {
      lines += "M0 \(number(y))H\(w)"
    }
    svg += "<path class=\"grid\" d=\"\(lines)\" stroke-width=\"\(width(DrawingMetrics.grid))\"/>\n"
    let thickness = max(2 * radius, view.units(DrawingMetrics.wall))
    let out = thickness / 2 - radius
    svg += "<rect class=\"wall\" x=\"\(number(-out))\" y=\"\(number(-out))\" "
    svg += "width=\"\(number(size.x + 2 * out))\" height=\"\(number(size.y + 2 * out))\" "
    return svg + "stroke-width=\"\(decimal(thickness, places))\"/>\n"
  }

  /// The arrow of a gravity of 1 g, centred at (0, 0) and pointing to the right.
  var arrow: String {
    let length = min(view.bounds.size.x, view.bounds.size.y) * DrawingMetrics.arrowLength
    let points = DrawingMetrics.arrow.map { $0 * length }
    return "<path class=\"gravity\" d=\"M\(points.map(point).joined(separator: "L"))Z\"/>\n"
  }

  /// Draws the arrow of a display list's gravity in the middle; empty without gravity.
  func gravity(_ displayList: DisplayList) -> String {
    let strength = displayList.gravity.length / max(displayList.standardGravity, 1e-300)
    guard strength > DrawingMetrics.arrowRange.lowerBound else { return "" }
    let angle = degrees(displayList.gravity)
    let scale = decimal(min(strength, DrawingMetrics.arrowRange.upperBound), 3)
    return
      "<g transform=\"translate(\(point(displayList.bounds.center))) rotate(\(decimal(angle))) "
      + "scale(\(scale))\">\(arrow)</g>\n"
  }

  /// Draws everything except walls: bodies, constraints, contacts.
  func marks(_ displayList: DisplayList) -> String {
    displayList.marks.map { isWall($0, in: displayList) ? "" : element($0) }.joined()
      + displayList.flashes.map(flash).joined()
  }

  func isWall(_ mark: DisplayList.Mark, in displayList: DisplayList) -> Bool {
    displayList.walls != nil && mark.style == .static && mark.body == nil
  }

  func flash(_ flash: DisplayList.Flash) -> String {
    let ring = DrawingMetrics.Ring(flash)
    return
      "<circle class=\"flash\" cx=\"\(number(flash.point.x))\" cy=\"\(number(flash.point.y))\" "
      + "r=\"\(number(view.units(ring.radius * detail)))\" stroke-width=\"\(fine(ring.width))\" "
      + "opacity=\"\(decimal(ring.opacity))\"/>\n"
  }
}

/// Returns the direction of a vector in degrees, counterclockwise from the right.
func degrees(_ vector: Vector) -> Double { vector.angle * 180 / .pi }
