internal import Chipmunk
internal import Tiltbox

/// A path with the colours of its inside and of its line, of which all ways of drawing make a picture.
///
/// `DisplayList.Mark.primitives` alone says how an object looks: SVG, pixels and the canvas of a page only draw
/// primitives, each in its own coordinates.
struct Primitive: Hashable, Sendable {
  enum Path: Hashable, Sendable {
    case circle(Vector, radius: Length)
    case line([Vector], isClosed: Bool = false)
  }

  /// A colour of the theme, the colour of a number, or a colour of its own.
  enum Ink: Hashable, Sendable {
    case theme(Palette.Name)
    case body(Int)
    case own(Palette.Color)
  }

  /// The larger of two lengths, in units and in pixels.
  struct Length: Hashable, Sendable {
    var units = 0.0
    var pixels = 0.0
    /// Whether the pixels are fewer in a picture of small bodies: see ``DisplayList/detail(at:)``.
    var isFine = false

    static func units(_ units: Double) -> Length { Length(units: units) }
    static func pixels(_ pixels: Double) -> Length { Length(pixels: pixels) }
    static func fine(_ pixels: Double) -> Length { Length(pixels: pixels, isFine: true) }

    /// Returns the length in pixels, for a number of pixels per unit and the factor of fine lengths.
    func pixels(scale: Double, detail: Double) -> Double {
      max(units * scale, pixels * (isFine ? detail : 1))
    }
  }

  var path: Path
  /// The colour of the inside; nil for none.
  var fill: Ink?
  /// The opacity of the inside.
  var fillOpacity = 1.0
  /// The colour of the line along the path, which has round ends and corners; nil for none.
  var stroke: Ink?
  var width = Length()
  /// The lengths of dashes and gaps, in pixels; empty for a continuous line.
  var dashes: [Double] = []
  /// The opacity of inside and line together.
  var opacity = 1.0
}

extension DisplayList.Mark {
  /// The mark as primitives, in drawing order.
  var primitives: [Primitive] {
    let body = bodyInk
    switch form {
    case .point(let point):
      return [primitive(.circle(point, radius: .fine(DrawingMetrics.dot)), fill: body)]
    case .line(let points):
      return [primitive(.line(points), stroke: outlineInk, outlineWidth)]
    case .chain(let points, _) where style == .constraint:
      return [primitive(.line(points), stroke: body, .fine(DrawingMetrics.joint))]
    case .chain(let points, let radius):
      let width = Primitive.Length(units: 2 * radius, pixels: DrawingMetrics.thin)
      var line = primitive(.line(points), stroke: body, width)
      if style == .sensor { line.opacity *= DrawingMetrics.sensorLine }
      return [line] + core(line.path)
    case .circle(let center, let radius, let angle):
      let rim = center + Vector.unit(angle: angle) * radius
      return area(.circle(center, radius: .units(radius))) + turning(.line([center, rim]))
    case .polygon(let corners, let radius) where radius > 0 && style != .sensor:
      let path = Primitive.Path.line(corners, isClosed: true)
      return [primitive(path, fill: body, stroke: body, .units(2 * radius))] + core(path)
    case .polygon(let corners, _):
      return area(.line(corners, isClosed: true))
        + (inset(of: corners).map { turning(.line($0, isClosed: true)) } ?? [])
    }
  }

  /// The colour of the inside; nil for none.
  private var bodyInk: Primitive.Ink? {
    if let fill = appearance?.fill { return fill.isEmpty ? nil : .own(Palette.Color(fill)) }
    return switch style {
    case .awake, .sensor: color.map(Primitive.Ink.body) ?? .theme(.fixed)
    case .sleeping: .theme(.asleep)
    case .static, .kinematic: .theme(.fixed)
    case .constraint, .contact: .theme(.joint)
    }
  }

  private var outlineInk: Primitive.Ink? {
    guard let stroke = appearance?.stroke else { return .theme(.edge) }
    return stroke.isEmpty ? nil : .own(Palette.Color(stroke))
  }

  private var outlineWidth: Primitive.Length {
    appearance?.stroke == nil ? .fine(DrawingMetrics.edge) : .units(appearance?.lineWidth ?? 0)
  }

  private func primitive(
    _ path: Primitive.Path,
    fill: Primitive.Ink? = nil,
    stroke: Primitive.Ink? = nil,
    _ width: Primitive.Length = Primitive.Length()
  ) -> Primitive {
    let opacity = max(0, min(1, appearance?.opacity ?? 1))
    return Primitive(path: path, fill: fill, stroke: stroke, width: width, opacity: opacity)
  }

  /// Returns an inside with its outline; a sensor has a translucent inside and a dashed outline of the same colour.
  private func area(_ path: Primitive.Path) -> [Primitive] {
    guard style == .sensor else {
      return [primitive(path, fill: bodyInk, stroke: outlineInk, outlineWidth)]
    }
    var area = primitive(path, fill: bodyInk, stroke: bodyInk, .pixels(DrawingMetrics.sensor))
    (area.fillOpacity, area.dashes) = (DrawingMetrics.sensorFill, DrawingMetrics.sensorDashes)
    return [area]
  }

  /// Returns the outline of a form with a radius: it runs along the form's path.
  private func core(_ path: Primitive.Path) -> [Primitive] {
    hasOutline ? [primitive(path, stroke: outlineInk, outlineWidth)] : []
  }

  /// Whether the form has an outline: a sensor has none, and a form with a radius only one of its own colour.
  var hasOutline: Bool {
    guard style != .sensor, appearance?.stroke?.isEmpty != true else { return false }
    switch form {
    case .chain: return appearance?.stroke != nil
    case .polygon(_, let radius): return radius == 0 || appearance?.stroke != nil
    case .point, .circle, .line: return true
    }
  }

  /// Returns the line on a form that shows its rotation.
  private func turning(_ path: Primitive.Path) -> [Primitive] {
    let isShown = !isLayer && style != .static && style != .sensor
    return isShown ? [primitive(path, stroke: .theme(.mark), .fine(DrawingMetrics.mark))] : []
  }

  /// Returns a rectangle inset by a share of the shorter half side; nil if the corners are not those of a rectangle.
  private func inset(of corners: [Vector]) -> [Vector]? {
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
}

extension DisplayList.Flash {
  /// The ring around the point, which grows and fades with its age.
  var primitive: Primitive {
    let done = min(age / DrawingMetrics.flashTime, 1)
    let (radii, widths) = (DrawingMetrics.flashRadius, DrawingMetrics.flashWidth)
    let opacities = DrawingMetrics.flashOpacity
    let growth = radii[1] + radii[2] * strength
    return Primitive(
      path: .circle(point, radius: .fine(radii[0] + growth * done.squareRoot())),
      stroke: .theme(.flash),
      width: .fine(widths[0] + widths[1] * (1 - done)),
      opacity: (1 - done) * (1 - done) * (opacities[0] + opacities[1] * strength)
    )
  }
}

extension DisplayList {
  /// Everything except the walls, in drawing order: bodies, layers, constraints, contacts.
  var primitives: [Primitive] {
    marks.filter { !isWall($0) }.flatMap(\.primitives) + flashes.map(\.primitive)
  }

  func isWall(_ mark: Mark) -> Bool { walls != nil && mark.style == .static && mark.body == nil }

  /// Returns the direction of the arrow of a gravity, in radians, and its length, 1 for 1 g; nil if it is not drawn.
  func arrow(of gravity: Vector) -> (angle: Double, length: Double)? {
    let strength = gravity.length / max(standardGravity, 1e-300)
    guard strength > DrawingMetrics.arrowRange.lowerBound else { return nil }
    return (gravity.angle, min(strength, DrawingMetrics.arrowRange.upperBound))
  }

  /// The places of the grid's lines between the walls, along x and y; empty without walls.
  var grid: (x: [Double], y: [Double]) {
    guard let size = walls?.size else { return ([], []) }
    let spacing = niceStep(max(size.x, size.y) / 10)
    func places(_ length: Double) -> [Double] {
      Array(stride(from: spacing, to: length * 0.9999, by: spacing))
    }
    return (places(size.x), places(size.y))
  }

  /// The thickness of the walls in a picture, at least 4 pixels, and how far the middle of the line is outside the
  /// walls' rectangle: they grow outwards, so that their inner edge stays. The scale is in pixels per unit.
  func wallLine(at scale: Double) -> (thickness: Double, shift: Double) {
    let radius = walls?.radius ?? 0
    let thickness = max(2 * radius, DrawingMetrics.wall / scale)
    return (thickness, thickness / 2 - radius)
  }
}
